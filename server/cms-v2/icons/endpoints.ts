// Implements the endpoints of icons and icon collections (protocol.md §20).
import { iconCollectionFields, iconFields, iconsModule } from '../../../contract/cms-v2/icons.ts';
import type { Contract } from '../../../contract/contract.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { isWriter } from '../users/conditions.ts';

interface Icon {
  /** Name, prefixed with the collection: `core/menu`. */
  readonly name: string;
  readonly label: string;
  /** SVG markup of the icon. */
  readonly content: string;
  readonly collection: string;
}

interface IconCollection {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

const iconCollections: readonly IconCollection[] = [
  { slug: 'core', label: 'Core', description: 'The built-in icons.' },
];

/** Name, label and SVG path data of each icon. */
const drawings: readonly (readonly [name: string, label: string, shape: string])[] = [
  ['admin-media', 'Media', 'M4 5h16v14H4zM6 7v7l3-3 4 4 2-2 3 3V7z'],
  ['admin-page', 'Page', 'M6 3h8l4 4v14H6zM8 5v14h8V8h-3V5z'],
  ['admin-post', 'Post', 'M14 3l7 7-4 1-4 4-1 4-3-3-5 5 5-6-3-3 4-1 4-4z'],
  ['arrow-down', 'Down', 'M11 4h2v12l4-4 1.5 1.5L12 20l-6.5-6.5L7 12l4 4z'],
  ['arrow-left', 'Left', 'M20 11v2H8l4 4-1.5 1.5L4 12l6.5-6.5L12 7l-4 4z'],
  ['arrow-right', 'Right', 'M4 11v2h12l-4 4 1.5 1.5L20 12l-6.5-6.5L12 7l4 4z'],
  ['arrow-up', 'Up', 'M11 20h2V8l4 4 1.5-1.5L12 4l-6.5 6.5L7 12l4-4z'],
  ['calendar', 'Calendar', 'M4 5h3V3h2v2h6V3h2v2h3v16H4zM6 10v9h12v-9z'],
  ['check', 'Done', 'M9 18l-6-6 1.5-1.5L9 15 19.5 4.5 21 6z'],
  ['close', 'Close', 'M5 6.5L6.5 5 12 10.5 17.5 5 19 6.5 13.5 12l5.5 5.5-1.5 1.5-5.5-5.5L6.5 19 5 17.5l5.5-5.5z'],
  ['footer', 'Footer', 'M4 4h16v16H4zM6 6v8h12V6z'],
  ['header', 'Header', 'M4 4h16v16H4zM6 10v8h12v-8z'],
  ['layout', 'Layout', 'M4 4h16v16H4zM6 6v3h12V6zM6 11v7h3v-7zM11 11v7h7v-7z'],
  ['link', 'Link', 'M7 8h4v2H7a2 2 0 000 4h4v2H7a4 4 0 010-8zM13 8h4a4 4 0 010 8h-4v-2h4a2 2 0 000-4h-4zM8 11h8v2H8z'],
  ['menu', 'Menu', 'M4 6h16v2H4zM4 11h16v2H4zM4 16h16v2H4z'],
  ['navigation-overlay', 'Navigation overlay', 'M4 4h16v16H4zM6 6v12h12V6zM8 8h8v2H8zM8 11h8v2H8zM8 14h8v2H8z'],
  ['plus', 'Add', 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z'],
  ['search', 'Search', 'M10 4a6 6 0 014.7 9.7L20 19l-1 1-5.3-5.3A6 6 0 1110 4zM10 6a4 4 0 100 8 4 4 0 000-8z'],
  ['trash', 'Trash', 'M9 3h6v2h5v2H4V5h5zM6 8h12l-1 13H7zM8 10l1 9h6l1-9z'],
];

const toSvg = (shape: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true" focusable="false">` +
  `<path fill-rule="evenodd" d="${shape}"/></svg>`;

/** All icons, ordered by name. */
const icons: readonly Icon[] = drawings.map(([name, label, shape]) => ({
  name: `core/${name}`,
  label,
  content: toSvg(shape),
  collection: 'core',
}));

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
