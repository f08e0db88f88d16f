// Binds the endpoints of abilities and of their categories to operations. Listing abilities requires the capability
// `read`; running an ability requires the permission of the route that it calls.
import {
  abilitiesModule,
  abilityCategoriesModule,
  type abilityCategoryFields,
  type abilityFields,
} from '../../../contract/cms-abilities-v1/abilities.ts';
import type { AbilityCategory } from '../../../contract/grammar/ability.ts';
import { implement } from '../../http/implement.ts';
import { type Call, type Module, type Presenter, publicAccess } from '../../http/module.ts';
import type { BoundAbility, MountAbilities } from './bound-abilities.ts';
import { getAbility } from './get-ability.ts';
import { getAbilityCategory } from './get-ability-category.ts';
import { listAbilities } from './list-abilities.ts';
import { listAbilityCategories } from './list-ability-categories.ts';
import { runAbility } from './run-ability.ts';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to view abilities; sign in first.' };

const abilityPresenter: Presenter<typeof abilityFields, BoundAbility, undefined> = {
  prepare: async () => undefined,
  fields: {
    name: ({ declared }) => declared.name,
    label: ({ declared }) => declared.label,
    description: ({ declared }) => declared.description,
    category: ({ declared }) => declared.category,
    input_schema: ({ input }) => input,
    output_schema: ({ output }) => output,
    meta: ({ annotations }) => ({ annotations, show_in_rest: true }),
  },
  facts: ({ declared }) => ({ name: declared.name }),
};

const categoryPresenter: Presenter<typeof abilityCategoryFields, AbilityCategory, undefined> = {
  prepare: async () => undefined,
  fields: {
    slug: ({ slug }) => slug,
    label: ({ label }) => label,
    description: ({ description }) => description,
    meta: () => ({}),
  },
  facts: ({ slug }) => ({ slug }),
};

const permitReading = ({ actor }: Pick<Call, 'actor'>) => (actor.can('read') ? undefined : forbiddenError);

/** Returns the module of abilities. */
export function abilitiesEndpoints(abilities: MountAbilities): Module {
  return implement(abilitiesModule, {
    permissions: {
      'read-abilities': { permit: permitReading },
      // The route that the ability calls checks its own permission.
      'run-ability': publicAccess,
    },
    operations: {
      'list-abilities': listAbilities(abilities),
      'get-ability': getAbility(abilities),
      'run-ability': runAbility(abilities),
    },
    presenter: abilityPresenter,
  });
}

/** Returns the module of ability categories. */
export function abilityCategoriesEndpoints(abilities: MountAbilities): Module {
  return implement(abilityCategoriesModule, {
    permissions: { 'read-abilities': { permit: permitReading } },
    operations: {
      'list-ability-categories': listAbilityCategories(abilities),
      'get-ability-category': getAbilityCategory(abilities),
    },
    presenter: categoryPresenter,
  });
}
