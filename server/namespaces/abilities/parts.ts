// What the room of abilities works with.
import type { ServeParts } from '../../http/serve.ts';
import { Refusal } from '../../refusal.ts';
import type { BoundAbilities, BoundAbility } from './bound-abilities.ts';

/** Both are known once all rooms are joined. */
export interface AbilitiesParts {
  readonly abilities: () => BoundAbilities;
  readonly serving: () => ServeParts;
}

/** The ability of a name. Throws Refusal 404 `rest_ability_not_found`. */
export function requireAbility(abilities: BoundAbilities, name = ''): BoundAbility {
  const found = abilities.find(name);
  if (!found) throw new Refusal('rest_ability_not_found', 404, 'There is no ability of this name.');
  return found;
}
