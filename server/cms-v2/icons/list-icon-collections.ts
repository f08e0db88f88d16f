// GET /cms/v2/icon-collections: lists the icon collections.
import type { Operation } from '../../http/module.ts';
import { iconCollections } from './icons.ts';

/** Responds with all collections, without pagination. */
export const listIconCollections = (): Operation => ({ run: async () => ({ kind: 'list', rows: iconCollections }) });
