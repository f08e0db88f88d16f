// GET /cms-abilities/v1/abilities/<name>: returns an ability (protocol.md §20).
import type { MountAbilities } from './bound-abilities.ts';
import type { AbilityOperations } from './operations.ts';
import { requireAbility } from './require-ability.ts';

/** Responds with an ability. Throws ApiError 404 `rest_ability_not_found` if there is none with this name. */
export const getAbility = (abilities: MountAbilities): AbilityOperations['get-ability'] => ({
  run: async (call) => ({ kind: 'record', row: requireAbility(abilities.of(call), call.path.name) }),
});
