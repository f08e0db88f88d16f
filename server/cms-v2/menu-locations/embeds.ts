// Reads menu locations for embedding in the menus assigned to them (protocol.md §7.3).
import { menuLocations as menuLocationResource } from '../../../contract/cms-v2/menu-locations.ts';
import type { Embedded, EmbedReader } from '../../http/module.ts';
import { forbiddenErrors, type MenuDeps, mayViewLocations } from '../menus/deps.ts';
import { findAssignedLocations } from '../menus/store.ts';
import type { MenuLocation } from './present.ts';

const notFoundError = { code: 'rest_menu_location_invalid', message: 'No menu location with this name.', status: 404 };

/** Returns the embed reader of menu locations. The values that it reads are the names of the locations. */
export const menuLocationEmbeds = ({ database, settings, menuLocations }: MenuDeps): EmbedReader[] => [
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
