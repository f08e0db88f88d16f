// GET on an ability (protocol.md §20).
import type { Operation } from '../../http/module.ts';
import { type AbilitiesDeps, requireAbility } from './deps.ts';

/** Responds with an ability. */
export const getAbility = ({ abilitiesOf }: AbilitiesDeps): Operation => ({
  run: async (call) => ({ kind: 'record', row: requireAbility(abilitiesOf(call), call.path.name) }),
});
