// GET /cms/v2/icon-collections/<slug>: returns an icon collection.
import type { IconOperations } from './operations.ts';
import { requireCollection } from './require-collection.ts';

/** Responds with the collection. Throws ApiError 404 `rest_icon_collection_not_found` if it does not exist. */
export const getIconCollection = (): IconOperations['get-icon-collection'] => ({
  run: async ({ path }) => ({ kind: 'record', row: requireCollection(path.slug) }),
});
