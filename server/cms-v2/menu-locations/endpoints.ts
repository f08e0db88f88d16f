// Implements the endpoints of menu locations (terms-menus-and-blocks.md §2). The endpoints are read-only. They require the
// capability `edit_theme_options`, unless the setting `menus_public` is on.
import {
  type MenuLocationEndpoints,
  type menuLocationFields,
  menuLocations as menuLocationResource,
  menuLocationsModule,
} from '../../../contract/cms-v2/menu-locations.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Embedded, EmbedReader, Module, Presenter } from '../../http/module.ts';
import { forbiddenErrors, type MenuDeps, mayViewLocations } from '../menus/deps.ts';
import { findAssignedLocations } from '../menus/store.ts';

/** A menu location of the theme, and the menu assigned to it. */
interface MenuLocation {
  readonly name: string;
  readonly description: string;
  /** ID of the menu; 0 if none is assigned. */
  readonly menu: number;
}

const menuLocationPresenter: Presenter<typeof menuLocationFields, MenuLocation> = {
  prepare: async () => undefined,
  fields: {
    name: (row) => row.name,
    description: (row) => row.description,
    menu: (row) => row.menu,
  },
  facts: ({ name, menu }) => ({ name, menu }),
};

/** The operations, keyed by their names in the contract. */
type MenuLocationOperations = Operations<MenuLocationEndpoints, object, MenuLocation>;

// GET /cms/v2/menu-locations: lists the menu locations.

/** Responds with all locations and their menus, keyed by the names of the locations. */
function listMenuLocations({ database, menuLocations }: MenuDeps): MenuLocationOperations['list-menu-locations'] {
  return {
    async run() {
      const menus = new Map((await findAssignedLocations(database.read)).map((row) => [row.name, row.term_id]));
      const rows = Object.entries(menuLocations).map(([name, description]): [string, MenuLocation] => [
        name,
        { name, description, menu: menus.get(name) ?? 0 },
      ]);
      return { kind: 'keyed', rows: new Map(rows) };
    },
  };
}

// GET /cms/v2/menu-locations/<location>: returns a menu location.

/** Responds with the location and its menu. Throws ApiError 404 `rest_menu_location_invalid` if the theme has no such location. */
function getMenuLocation({ database, menuLocations }: MenuDeps): MenuLocationOperations['get-menu-location'] {
  return {
    async run({ path }) {
      const name = path.location ?? '';
      const description = Object.hasOwn(menuLocations, name) ? menuLocations[name] : undefined;
      if (description === undefined)
        throw new ApiError('rest_menu_location_invalid', 404, 'No menu location with this name.');
      const menu = (await findAssignedLocations(database.read)).find((row) => row.name === name)?.term_id ?? 0;
      return { kind: 'record', row: { name, description, menu } };
    },
  };
}

const notFoundError = { code: 'rest_menu_location_invalid', message: 'No menu location with this name.', status: 404 };

/** Returns the embed reader of menu locations. The values that it reads are the names of the locations. */
const menuLocationEmbeds = ({ database, settings, menuLocations }: MenuDeps): EmbedReader[] => [
  {
    target: '/cms/v2/menu-locations/<name>',
    resource: menuLocationResource,
    async read(values, { actor }) {
      const canView = mayViewLocations(actor, { settings });
      const menus = new Map(
        canView ? (await findAssignedLocations(database.read)).map((row) => [row.name, row.term_id]) : [],
      );
      const embed = (name: string): Embedded => {
        if (!canView) return { forbidden: forbiddenErrors.view };
        const description = Object.hasOwn(menuLocations, name) ? menuLocations[name] : undefined;
        if (description === undefined) return { forbidden: notFoundError };
        const row: MenuLocation = { name, description, menu: menus.get(name) ?? 0 };
        return { row };
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
      'list-menu-locations': listMenuLocations(deps),
      'get-menu-location': getMenuLocation(deps),
    },
    presenter: menuLocationPresenter,
    embeds: menuLocationEmbeds(deps),
  });
}
