// Implements the endpoints of font collections (media-fonts-and-oembed.md, B3). The endpoints are read-only and require the
// capability `edit_theme_options`.
import {
  type FontCollection,
  type fontCollectionFields,
  fontCollectionsModule,
} from '../../../contract/cms-v2/font-collections.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { forbiddenErrors, managersOnly } from './conditions.ts';

const fontCollectionPresenter: Presenter<typeof fontCollectionFields, FontCollection> = {
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

/** Returns the module of font collections. */
export function fontCollectionsEndpoints(collections: readonly FontCollection[]): Module {
  return implement(fontCollectionsModule, {
    permissions: {
      'read-font-collections': managersOnly(forbiddenErrors.read),
    },
    operations: {
      // GET /cms/v2/font-collections: lists the font collections (media-fonts-and-oembed.md, B3).
      /**
       * Responds with a page of the collections. Throws ApiError 400 `rest_post_invalid_page_number` for a page beyond the last
       * one, unless there are no collections.
       */
      'list-font-collections': {
        async run({ args: { page, per_page: perPage } }) {
          const total = collections.length;
          if (total > 0 && page > Math.ceil(total / perPage))
            throw new ApiError(
              'rest_post_invalid_page_number',
              400,
              'The page number is larger than the number of pages.',
            );
          const rows = collections.slice((page - 1) * perPage, page * perPage);
          return { kind: 'list', rows, page: { total, perPage, page } };
        },
      },

      // GET /cms/v2/font-collections/<slug>: returns a font collection.
      /** Responds with the collection. Throws ApiError 404 `rest_font_collection_not_found` if there is none with this slug. */
      'get-font-collection': {
        async run({ path }) {
          const row = collections.find(({ slug }) => slug === path.slug);
          if (!row) throw new ApiError('rest_font_collection_not_found', 404, 'No font collection with this slug.');
          return { kind: 'record', row };
        },
      },
    },
    presenter: fontCollectionPresenter,
  });
}
