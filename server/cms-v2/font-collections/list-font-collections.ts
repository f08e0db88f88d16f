// GET /cms/v2/font-collections: lists the font collections (media-fonts-and-oembed.md, B3).

import type { FontCollection } from '../../../contract/cms-v2/font-collections.ts';
import { ApiError } from '../../api-error.ts';
import type { FontCollectionOperations } from './operations.ts';

/**
 * Responds with a page of the collections. Throws ApiError 400 `rest_post_invalid_page_number` for a page beyond
 * the last one, unless there are no collections.
 */
export const listFontCollections = (
  collections: readonly FontCollection[],
): FontCollectionOperations['list-font-collections'] => ({
  async run({ args: { page, per_page: perPage } }) {
    const total = collections.length;
    if (total > 0 && page > Math.ceil(total / perPage))
      throw new ApiError('rest_post_invalid_page_number', 400, 'The page number is larger than the number of pages.');
    const rows = collections.slice((page - 1) * perPage, page * perPage);
    return { kind: 'list', rows, page: { total, perPage, page } };
  },
});
