// Binds the endpoints of menu locations to their operations. The endpoints are read-only. They require the capability
// `edit_theme_options`, unless the setting `menus_public` is on.
import type { menuLocationOperations, menuLocationPermissions } from '../../../contract/cms-v2/menu-locations.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import { forbiddenErrors, type MenuDeps, mayViewLocations } from '../menus/deps.ts';
import { menuLocationEmbeds } from './embeds.ts';
import { getMenuLocation } from './get-menu-location.ts';
import { listMenuLocations } from './list-menu-locations.ts';
import { menuLocationPresenter } from './present.ts';

/** Binds the endpoints to their permission, operations, presenter and embed readers. */
export function menuLocationsEndpoints(deps: MenuDeps): Module {
  const permissions: Record<(typeof menuLocationPermissions)[number], Permission> = {
    'read-menu-locations': {
      permit: ({ actor }) => (mayViewLocations(actor, deps) ? undefined : forbiddenErrors.view),
    },
  };
  const operations: Record<(typeof menuLocationOperations)[number], Operation> = {
    'list-menu-locations': listMenuLocations(deps),
    'get-menu-location': getMenuLocation(deps),
  };
  return { permissions, operations, presenter: menuLocationPresenter, embeds: menuLocationEmbeds(deps) };
}
