// GET on a place of menus.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { MenuParts } from '../menus/parts.ts';
import { findAssigned } from '../menus/store.ts';
import type { MenuLocation } from './present.ts';

/** Answers with the place and its menu. Throws Refusal 404 `rest_menu_location_invalid`. */
export function getMenuLocation({ database, menuLocations }: MenuParts): Operation {
  return {
    async run({ path }) {
      const name = path.location ?? '';
      const description = Object.hasOwn(menuLocations, name) ? menuLocations[name] : undefined;
      if (description === undefined)
        throw new Refusal('rest_menu_location_invalid', 404, 'The theme has no place of this name.');
      const menu = (await findAssigned(database.read)).find((row) => row.name === name)?.term_id ?? 0;
      const row: MenuLocation = { name, description, menu };
      return { kind: 'record', row };
    },
  };
}
