// GET on a collection of fonts.

import type { FontCollection } from '../../../contract/cms-v2/font-collections.ts';
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Answers with the collection. Throws Refusal 404 `rest_font_collection_not_found`. */
export const getFontCollection = (collections: readonly FontCollection[]): Operation => ({
  async run({ path }) {
    const row = collections.find(({ slug }) => slug === path.slug);
    if (!row) throw new Refusal('rest_font_collection_not_found', 404, 'There is no font collection of this name.');
    return { kind: 'record', row };
  },
});
