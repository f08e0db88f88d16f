// GET /cms/v2/menu-locations: lists the menu locations.
import type { MenuDeps } from '../menus/deps.ts';
import { findAssignedLocations } from '../menus/store.ts';
import type { MenuLocationOperations } from './operations.ts';
import type { MenuLocation } from './present.ts';

/** Responds with all locations and their menus, keyed by the names of the locations. */
export function listMenuLocations({
  database,
  menuLocations,
}: MenuDeps): MenuLocationOperations['list-menu-locations'] {
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
