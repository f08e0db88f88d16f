// Defines the dependencies of the abilities module.

import { ApiError } from '../../api-error.ts';
import type { Call } from '../../http/module.ts';
import type { FindServeDeps } from '../../http/serve.ts';
import type { BoundAbilities, BoundAbility } from './bound-abilities.ts';

/** Functions that return the abilities of a mount and its dependencies for serving requests; usable once all modules are bound. */
export interface AbilitiesDeps {
  readonly abilitiesOf: (call: Pick<Call, 'spelling'>) => BoundAbilities;
  readonly serveDepsOf: FindServeDeps;
}

/** Returns the ability with a name. Throws ApiError 404 `rest_ability_not_found` if there is none. */
export function requireAbility(abilities: BoundAbilities, name = ''): BoundAbility {
  const found = abilities.find(name);
  if (!found) throw new ApiError('rest_ability_not_found', 404, 'No ability with this name.');
  return found;
}
