// GET /cms-abilities/v1/abilities: lists abilities (protocol.md §20).
import type { MountAbilities } from './bound-abilities.ts';
import type { AbilityOperations } from './operations.ts';
import { paginate } from './paginate.ts';

/** Lists abilities. The parameters `category` and `namespace` limit the list. */
export const listAbilities = (abilities: MountAbilities): AbilityOperations['list-abilities'] => ({
  async run(call) {
    const { args } = call;
    const { category, namespace } = args;
    const found = abilities
      .of(call)
      .all.filter(
        ({ declared: { name, category: categoryOfAbility } }) =>
          (category === undefined || categoryOfAbility === category) &&
          (namespace === undefined || name.startsWith(`${namespace}/`)),
      );
    return paginate(found, args);
  },
});
