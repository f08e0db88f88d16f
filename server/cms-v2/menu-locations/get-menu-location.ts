// GET /cms/v2/menu-locations/<location>: returns a menu location.

import { ApiError } from '../../api-error.ts';
import type { MenuDeps } from '../menus/deps.ts';
import { findAssignedLocations } from '../menus/store.ts';
import type { MenuLocationOperations } from './operations.ts';

/** Responds with the location and its menu. Throws ApiError 404 `rest_menu_location_invalid` if the theme has no such location. */
export function getMenuLocation({ database, menuLocations }: MenuDeps): MenuLocationOperations['get-menu-location'] {
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
