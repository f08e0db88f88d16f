// The room of the places that menus are shown at: read only, for those who manage the theme and, where a setting says so, for everyone.
import type { menuLocationOperations, menuLocationPermissions } from '../../../contract/cms-v2/menu-locations.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { denials, type MenuParts, mayViewLocations } from '../menus/parts.ts';
import { menuLocationEmbeds } from './embeds.ts';
import { getMenuLocation } from './get-menu-location.ts';
import { listMenuLocations } from './list-menu-locations.ts';
import { menuLocationPresenter } from './present.ts';

/** Joins the room's rule, operations and presenter. */
export function menuLocationsRoom(parts: MenuParts): Room {
  const permissions: Record<(typeof menuLocationPermissions)[number], Permission> = {
    'read-menu-locations': { permit: ({ actor }) => (mayViewLocations(actor, parts) ? undefined : denials.view) },
  };
  const operations: Record<(typeof menuLocationOperations)[number], Operation> = {
    'list-menu-locations': listMenuLocations(parts),
    'get-menu-location': getMenuLocation(parts),
  };
  return { permissions, operations, presenter: menuLocationPresenter, embeds: menuLocationEmbeds(parts) };
}
