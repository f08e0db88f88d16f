// GET /cms-abilities/v1/categories: lists the ability categories (protocol.md §20).
import type { Operation } from '../../http/module.ts';
import type { AbilitiesDeps } from './deps.ts';
import { paginate } from './paginate.ts';

/** Lists the ability categories. */
export const listAbilityCategories = ({ abilitiesOf }: AbilitiesDeps): Operation => ({
  run: async (call) => paginate(abilitiesOf(call).categories, call.args),
});
