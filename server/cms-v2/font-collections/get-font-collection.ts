// GET /cms/v2/font-collections/<slug>: returns a font collection.

import type { FontCollection } from '../../../contract/cms-v2/font-collections.ts';
import { ApiError } from '../../api-error.ts';
import type { FontCollectionOperations } from './operations.ts';

/** Responds with the collection. Throws ApiError 404 `rest_font_collection_not_found` if there is none with this slug. */
export const getFontCollection = (
  collections: readonly FontCollection[],
): FontCollectionOperations['get-font-collection'] => ({
  async run({ path }) {
    const row = collections.find(({ slug }) => slug === path.slug);
    if (!row) throw new ApiError('rest_font_collection_not_found', 404, 'No font collection with this slug.');
    return { kind: 'record', row };
  },
});
