// Finds abilities by name.
import { ApiError } from '../../api-error.ts';
import type { BoundAbilities, BoundAbility } from './bound-abilities.ts';

/** Returns the ability with a name. Throws ApiError 404 `rest_ability_not_found` if there is none. */
export function requireAbility(abilities: BoundAbilities, name = ''): BoundAbility {
  const found = abilities.find(name);
  if (!found) throw new ApiError('rest_ability_not_found', 404, 'No ability with this name.');
  return found;
}
