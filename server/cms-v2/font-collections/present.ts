// Presents font collections as JSON records (media-fonts-and-oembed.md, B3).

import type { FontCollection, fontCollectionFields } from '../../../contract/cms-v2/font-collections.ts';
import type { Presenter } from '../../http/module.ts';

export const fontCollectionPresenter: Presenter<typeof fontCollectionFields, FontCollection> = {
  prepare: async () => undefined,
  fields: {
    slug: ({ slug }) => slug,
    name: ({ name }) => name,
    description: ({ description = '' }) => description,
    font_families: ({ font_families }) => font_families.map((family) => ({ categories: [], ...family })),
    categories: ({ categories = [] }) => categories,
  },
  facts: ({ slug }) => ({ slug }),
};
