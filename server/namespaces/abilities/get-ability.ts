// GET /cms-abilities/v1/abilities/<name>: returns an ability (protocol.md §20).
import type { Operation } from '../../http/module.ts';
import { type AbilitiesDeps, requireAbility } from './deps.ts';

/** Responds with an ability. Throws ApiError 404 `rest_ability_not_found` if there is none with this name. */
export const getAbility = ({ abilitiesOf }: AbilitiesDeps): Operation => ({
  run: async (call) => ({ kind: 'record', row: requireAbility(abilitiesOf(call), call.path.name) }),
});
