// GET on the collections (media-fonts-and-oembed.md, B3).

import type { FontCollection } from '../../../contract/cms-v2/font-collections.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Answers with a page of the collections. Throws Refusal 400 `rest_post_invalid_page_number`. */
export const listFontCollections = (collections: readonly FontCollection[]): Operation => ({
  async run({ args: { page, per_page: perPage } }: Call<{ readonly page: number; readonly per_page: number }>) {
    const total = collections.length;
    if (total > 0 && page > Math.ceil(total / perPage))
      throw new Refusal('rest_post_invalid_page_number', 400, 'The list has fewer pages.');
    const rows = collections.slice((page - 1) * perPage, page * perPage);
    return { kind: 'list', rows, page: { total, perPage, page } };
  },
});
