// GET returns an icon collection.
import type { Operation } from '../../http/module.ts';
import { requireCollection } from './require-collection.ts';

/** Responds with a collection. Throws 404 `rest_icon_collection_not_found`. */
export const getIconCollection = (): Operation => ({
  run: async ({ path }) => ({ kind: 'record', row: requireCollection(path.slug) }),
});
