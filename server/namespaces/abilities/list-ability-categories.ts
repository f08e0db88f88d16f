// GET /cms-abilities/v1/categories: lists the ability categories (protocol.md §20).
import type { MountAbilities } from './bound-abilities.ts';
import type { AbilityCategoryOperations } from './operations.ts';
import { paginate } from './paginate.ts';

/** Lists the ability categories. */
export const listAbilityCategories = (
  abilities: MountAbilities,
): AbilityCategoryOperations['list-ability-categories'] => ({
  run: async (call) => paginate(abilities.of(call).categories, call.args),
});
