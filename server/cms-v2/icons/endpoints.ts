// Implements the endpoints of icons and icon collections (protocol.md §20).
import { iconCollectionFields, iconFields, iconsModule } from '../../../contract/cms-v2/icons.ts';
import type { Contract } from '../../../contract/contract.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { isWriter } from '../users/conditions.ts';
import { type IconCollection, iconCollections, icons } from './icons.ts';

/** Returns the collection with this slug. Throws ApiError 404 `rest_icon_collection_not_found` if it does not exist. */
function requireCollection(slug: string | undefined): IconCollection {
  const found = iconCollections.find((each) => each.slug === slug);
  if (!found) throw new ApiError('rest_icon_collection_not_found', 404, 'No icon collection with this slug.');
  return found;
}

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view icons.' };

/** Returns the module of icons. */
export function iconsEndpoints(contract: Contract): Module {
  return implement(iconsModule, {
    permissions: { 'read-icons': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) } },
    operations: {
      // GET /cms/v2/icons and GET /cms/v2/icons/<collection>: list the icons.
      /**
       * Responds with all icons whose name or label contains the search text, without pagination. Throws ApiError 404
       * `rest_icon_collection_not_found` if the collection does not exist.
       */
      'list-icons': {
        async run({ path, args: { search = '' } }) {
          if (path.collection !== undefined) requireCollection(path.collection);
          const searchText = search.trim().toLowerCase();
          const rows = icons.filter(
            ({ collection, name, label }) =>
              (path.collection === undefined || collection === path.collection) &&
              `${name}\n${label}`.toLowerCase().includes(searchText),
          );
          return { kind: 'list', rows };
        },
      },

      // GET /cms/v2/icons/<collection>/<name>: returns an icon.
      /**
       * Responds with the icon. Throws ApiError 404 `rest_icon_collection_not_found` or `rest_icon_not_found` if the collection
       * or the icon does not exist.
       */
      'get-icon': {
        async run({ path }) {
          const { slug } = requireCollection(path.collection);
          const row = icons.find(({ name }) => name === `${slug}/${path.name}`);
          if (!row) throw new ApiError('rest_icon_not_found', 404, 'No icon with this name.');
          return { kind: 'record', row };
        },
      },

      // GET /cms/v2/icon-collections: lists the icon collections.
      /** Responds with all collections, without pagination. */
      'list-icon-collections': {
        run: async () => ({ kind: 'list', rows: iconCollections }),
      },

      // GET /cms/v2/icon-collections/<slug>: returns an icon collection.
      /** Responds with the collection. Throws ApiError 404 `rest_icon_collection_not_found` if it does not exist. */
      'get-icon-collection': {
        run: async ({ path }) => ({ kind: 'record', row: requireCollection(path.slug) }),
      },
    },
    presenter: plainPresenter(iconFields, iconCollectionFields),
  });
}
