// GET /cms/v2/icon-collections/<slug>: returns an icon collection.
import type { Operation } from '../../http/module.ts';
import { requireCollection } from './require-collection.ts';

/** Responds with the collection. Throws ApiError 404 `rest_icon_collection_not_found` if it does not exist. */
export const getIconCollection = (): Operation => ({
  run: async ({ path }) => ({ kind: 'record', row: requireCollection(path.slug) }),
});
