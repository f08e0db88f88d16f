// GET on the collections of pictures.
import type { Operation } from '../../http/room.ts';
import { iconCollections } from './pictures.ts';

/** Answers with all collections. */
export const listIconCollections = (): Operation => ({ run: async () => ({ kind: 'list', rows: iconCollections }) });
