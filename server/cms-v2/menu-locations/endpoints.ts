// Implements the endpoints of menu locations (terms-menus-and-blocks.md §2). The endpoints are read-only. They require the
// capability `edit_theme_options`, unless the setting `menus_public` is on.
import {
  menuLocationFields,
  menuLocations as menuLocationResource,
  menuLocationsModule,
} from '../../../contract/cms-v2/menu-locations.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Embedded, EmbedReader, Module } from '../../http/module.ts';
import { type PlainRow, plainPresenter } from '../../http/plain-presenter.ts';
import { forbiddenErrors, type MenuDeps, mayViewLocations } from '../menus/deps.ts';
import { findAssignedLocations } from '../menus/store.ts';

/** A menu location of the theme, and the ID of the menu assigned to it; 0 if none is assigned. */
type MenuLocation = PlainRow<typeof menuLocationFields>;

/** Returns all locations of the theme with their menus, keyed by the names of the locations. */
async function listLocations({ database, menuLocations }: MenuDeps): Promise<Map<string, MenuLocation>> {
  const menus = new Map((await findAssignedLocations(database.read)).map((row) => [row.name, row.term_id]));
  return new Map(
    Object.entries(menuLocations).map(([name, description]) => [
      name,
      { name, description, menu: menus.get(name) ?? 0 },
    ]),
  );
}

const notFoundError = { code: 'rest_menu_location_invalid', message: 'No menu location with this name.', status: 404 };

/**
 * Returns the embed reader of menu locations, which menus embed (protocol.md §7.3). The values that it reads are the names of the
 * locations.
 */
const menuLocationEmbeds = (deps: MenuDeps): EmbedReader[] => [
  {
    target: '/cms/v2/menu-locations/<name>',
    resource: menuLocationResource,
    async read(values, { actor }) {
      const locations = mayViewLocations(actor, deps) ? await listLocations(deps) : undefined;
      const embed = (name: string): Embedded => {
        if (!locations) return { forbidden: forbiddenErrors.view };
        const row = locations.get(name);
        return row ? { row } : { forbidden: notFoundError };
      };
      return new Map(values.map((value) => [value, embed(value)]));
    },
  },
];

/** Returns the module of menu locations. */
export function menuLocationsEndpoints(deps: MenuDeps): Module {
  return implement(menuLocationsModule, {
    permissions: {
      'read-menu-locations': {
        permit: ({ actor }) => (mayViewLocations(actor, deps) ? undefined : forbiddenErrors.view),
      },
    },
    operations: {
      // GET /cms/v2/menu-locations: lists the menu locations.
      /** Responds with all locations and their menus, keyed by the names of the locations. */
      'list-menu-locations': {
        run: async () => ({ kind: 'keyed', rows: await listLocations(deps) }),
      },

      // GET /cms/v2/menu-locations/<location>: returns a menu location.
      /**
       * Responds with the location and its menu. Throws ApiError 404 `rest_menu_location_invalid` if the theme has no such
       * location.
       */
      'get-menu-location': {
        async run({ path }) {
          const row = (await listLocations(deps)).get(path.location ?? '');
          if (!row) throw new ApiError('rest_menu_location_invalid', 404, 'No menu location with this name.');
          return { kind: 'record', row };
        },
      },
    },
    presenter: plainPresenter(menuLocationFields),
    embeds: menuLocationEmbeds(deps),
  });
}
