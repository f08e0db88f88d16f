// Binds the endpoints of menu locations to their operations. The endpoints are read-only. They require the capability
// `edit_theme_options`, unless the setting `menus_public` is on.
import { menuLocationsModule } from '../../../contract/cms-v2/menu-locations.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { forbiddenErrors, type MenuDeps, mayViewLocations } from '../menus/deps.ts';
import { menuLocationEmbeds } from './embeds.ts';
import { getMenuLocation } from './get-menu-location.ts';
import { listMenuLocations } from './list-menu-locations.ts';
import { menuLocationPresenter } from './present.ts';

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
