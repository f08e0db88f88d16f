// The dependencies of the module of abilities.
import type { Call } from '../../http/room.ts';
import type { FindServeParts } from '../../http/serve.ts';
import { Refusal } from '../../refusal.ts';
import type { BoundAbilities, BoundAbility } from './bound-abilities.ts';

/** Finds the abilities and the serving parts of the mount that a call came through; available once all modules are joined. */
export interface AbilitiesParts {
  readonly abilitiesOf: (call: Pick<Call, 'spelling'>) => BoundAbilities;
  readonly servePartsOf: FindServeParts;
}

/** The ability of a name. Throws Refusal 404 `rest_ability_not_found`. */
export function requireAbility(abilities: BoundAbilities, name = ''): BoundAbility {
  const found = abilities.find(name);
  if (!found) throw new Refusal('rest_ability_not_found', 404, 'There is no ability of this name.');
  return found;
}
