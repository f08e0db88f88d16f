// GET /cms-abilities/v1/abilities: lists abilities (protocol.md §20).
import type { Operation } from '../../http/module.ts';
import type { MountAbilities } from './bound-abilities.ts';
import { paginate } from './paginate.ts';

/** Lists abilities. The parameters `category` and `namespace` limit the list. */
export const listAbilities = (abilities: MountAbilities): Operation => ({
  async run(call) {
    const { args } = call;
    const { category, namespace } = args as { category?: string; namespace?: string };
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
