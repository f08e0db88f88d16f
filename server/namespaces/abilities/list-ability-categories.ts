// GET on the categories of abilities (protocol.md §20).
import type { Operation } from '../../http/room.ts';
import { pageOf } from './page-of.ts';
import type { AbilitiesParts } from './parts.ts';

/** Lists the categories. */
export const listAbilityCategories = ({ abilitiesOf }: AbilitiesParts): Operation => ({
  run: async (call) => pageOf(abilitiesOf(call).categories, call.args),
});
