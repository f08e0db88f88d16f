// GET /cms/v2/icon-collections: lists the icon collections.
import { iconCollections } from './icons.ts';
import type { IconOperations } from './operations.ts';

/** Responds with all collections, without pagination. */
export const listIconCollections = (): IconOperations['list-icon-collections'] => ({
  run: async () => ({ kind: 'list', rows: iconCollections }),
});
