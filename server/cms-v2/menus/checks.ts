// Checks of parameters that need more than a schema (terms-menus-and-blocks.md §2, Locations).
import { check } from '../../http/parameters/check.ts';
import { fault } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import type { MenuParts } from './parts.ts';

/** The checks that declarations of menus name. */
export const menuChecks = ({ menuLocations }: MenuParts): Record<string, CheckMaker> => ({
  'menu-locations': () => (value, name, schema) => {
    const verdict = check(schema, value, name);
    if ('fault' in verdict) return verdict;
    const unknown = (verdict.value as readonly string[]).find((place) => !Object.hasOwn(menuLocations, place));
    if (unknown === undefined) return verdict;
    const sentence = 'The theme has no such place for a menu.';
    return fault('rest_invalid_menu_location', sentence, { location: unknown });
  },
});
