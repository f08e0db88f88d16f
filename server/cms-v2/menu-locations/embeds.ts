// Places of menus read for embedding in the menus shown there (protocol.md §7.3).
import { menuLocations as menuLocationResource } from '../../../contract/cms-v2/menu-locations.ts';
import type { Embedded, EmbedReader } from '../../http/room.ts';
import { denials, type MenuParts, mayViewLocations } from '../menus/parts.ts';
import { findAssigned } from '../menus/store.ts';
import type { MenuLocation } from './present.ts';

const unknown = { code: 'rest_menu_location_invalid', message: 'The theme has no place of this name.', status: 404 };

/** The reader of places by their names, for those who may view them. */
export const menuLocationEmbeds = ({ database, settings, menuLocations }: MenuParts): EmbedReader[] => [
  {
    target: '/cms/v2/menu-locations/<name>',
    resource: menuLocationResource,
    async read(values, { actor }) {
      const allowed = mayViewLocations(actor, { settings });
      const menus = new Map(allowed ? (await findAssigned(database.read)).map((row) => [row.name, row.term_id]) : []);
      const embed = (name: string): Embedded => {
        if (!allowed) return { refused: denials.view };
        const description = Object.hasOwn(menuLocations, name) ? menuLocations[name] : undefined;
        if (description === undefined) return { refused: unknown };
        const row: MenuLocation = { name, description, menu: menus.get(name) ?? 0 };
        return { row };
      };
      return new Map(values.map((value) => [value, embed(value)]));
    },
  },
];
