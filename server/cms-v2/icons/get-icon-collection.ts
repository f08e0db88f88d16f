// GET on a collection of pictures.
import type { Operation } from '../../http/room.ts';
import { requireCollection } from './require-collection.ts';

/** Answers with a collection. Throws Refusal 404 `rest_icon_collection_not_found`. */
export const getIconCollection = (): Operation => ({
  run: async ({ path }) => ({ kind: 'record', row: requireCollection(path.slug) }),
});
