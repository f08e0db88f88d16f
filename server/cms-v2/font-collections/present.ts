// Presents font collections as JSON records (media-fonts-and-oembed.md, B3).

import type { FontCollection } from '../../../contract/cms-v2/font-collections.ts';
import type { FieldMaker, Presenter } from '../../http/module.ts';

const fields: Record<keyof FontCollection, (row: FontCollection) => unknown> = {
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  description: ({ description = '' }) => description,
  font_families: ({ font_families }) => font_families.map((family) => ({ categories: [], ...family })),
  categories: ({ categories = [] }) => categories,
};

export const fontCollectionPresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ slug }: FontCollection) => ({ slug }),
};
