// Checks menu parameters for a rule that a schema cannot express (terms-menus-and-blocks.md §2, Locations).

import type { ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import type { MenuDeps } from './deps.ts';

/** Returns the parameter checks of menus, keyed by the names that the contract uses. */
export const menuChecks = ({ menuLocations }: MenuDeps): Record<string, ParameterCheckFactory> => ({
  'menu-locations': () => (value, name, schema) => {
    const result = check(schema, value, name);
    if ('error' in result) return result;
    const locations = [result.value].flat().map(String);
    const unknown = locations.find((location) => !Object.hasOwn(menuLocations, location));
    if (unknown === undefined) return result;
    const message = 'The theme has no menu location with this name.';
    return validationError('rest_invalid_menu_location', message, { location: unknown });
  },
});
