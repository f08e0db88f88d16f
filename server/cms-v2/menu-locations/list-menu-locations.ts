// GET on the places of menus.
import type { Operation } from '../../http/room.ts';
import type { MenuParts } from '../menus/parts.ts';
import { findAssigned } from '../menus/store.ts';
import type { MenuLocation } from './present.ts';

/** Answers with all places by their names, and the menu at each. */
export function listMenuLocations({ database, menuLocations }: MenuParts): Operation {
  return {
    async run() {
      const menus = new Map((await findAssigned(database.read)).map((row) => [row.name, row.term_id]));
      const rows = Object.entries(menuLocations).map(([name, description]): [string, MenuLocation] => [
        name,
        { name, description, menu: menus.get(name) ?? 0 },
      ]);
      return { kind: 'keyed', rows: new Map(rows) };
    },
  };
}
