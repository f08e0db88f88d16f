// GET on an ability (protocol.md §20).
import type { Operation } from '../../http/room.ts';
import { type AbilitiesParts, requireAbility } from './parts.ts';

/** Tells an ability. */
export const getAbility = ({ abilities }: AbilitiesParts): Operation => ({
  run: async ({ path }) => ({ kind: 'record', row: requireAbility(abilities(), path.name) }),
});
