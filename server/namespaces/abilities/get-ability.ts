// GET on an ability (protocol.md §20).
import type { Operation } from '../../http/room.ts';
import { type AbilitiesParts, requireAbility } from './parts.ts';

/** Tells an ability. */
export const getAbility = ({ abilitiesOf }: AbilitiesParts): Operation => ({
  run: async (call) => ({ kind: 'record', row: requireAbility(abilitiesOf(call), call.path.name) }),
});
