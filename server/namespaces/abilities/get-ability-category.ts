// GET /cms-abilities/v1/categories/<slug>: returns an ability category (protocol.md §20).

import { ApiError } from '../../api-error.ts';
import type { MountAbilities } from './bound-abilities.ts';
import type { AbilityCategoryOperations } from './operations.ts';

/** Responds with an ability category. Throws ApiError 404 `rest_ability_category_not_found` if there is none with this slug. */
export const getAbilityCategory = (abilities: MountAbilities): AbilityCategoryOperations['get-ability-category'] => ({
  async run(call) {
    const { path } = call;
    const row = abilities.of(call).categories.find(({ slug }) => slug === path.slug);
    if (!row) throw new ApiError('rest_ability_category_not_found', 404, 'No ability category with this slug.');
    return { kind: 'record', row };
  },
});
