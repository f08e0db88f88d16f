// What the module of abilities works with.
import type { Call } from '../../http/room.ts';
import type { FindServeParts } from '../../http/serve.ts';
import { Refusal } from '../../refusal.ts';
import type { BoundAbilities, BoundAbility } from './bound-abilities.ts';

/** What belongs to the mount that a call came through; known once all modules are joined. */
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
