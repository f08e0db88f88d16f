// Binds the endpoints of abilities and of their categories to operations. Listing abilities requires the capability
// `read`; running an ability requires the permission of the route that it calls.
import type {
  abilityCategoryFields,
  abilityCategoryOperations,
  abilityFields,
  abilityOperations,
  abilityPermissions,
} from '../../../contract/cms-abilities-v1/abilities.ts';
import type { AbilityCategory } from '../../../contract/grammar/ability.ts';
import { type FieldMaker, type Module, type Operation, type Permission, publicAccess } from '../../http/module.ts';
import type { BoundAbility, MountAbilities } from './bound-abilities.ts';
import { getAbility } from './get-ability.ts';
import { getAbilityCategory } from './get-ability-category.ts';
import { listAbilities } from './list-abilities.ts';
import { listAbilityCategories } from './list-ability-categories.ts';
import { runAbility } from './run-ability.ts';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to view abilities; sign in first.' };

const abilityPresenterFields: Record<keyof typeof abilityFields, (ability: BoundAbility) => unknown> = {
  name: ({ declared }) => declared.name,
  label: ({ declared }) => declared.label,
  description: ({ declared }) => declared.description,
  category: ({ declared }) => declared.category,
  input_schema: ({ input }) => input,
  output_schema: ({ output }) => output,
  meta: ({ annotations }) => ({ annotations, show_in_rest: true }),
};

const categoryPresenterFields: Record<keyof typeof abilityCategoryFields, (category: AbilityCategory) => unknown> = {
  slug: ({ slug }) => slug,
  label: ({ label }) => label,
  description: ({ description }) => description,
  meta: () => ({}),
};

const permissions: Record<(typeof abilityPermissions)[number], Permission> = {
  'read-abilities': { permit: ({ actor }) => (actor.can('read') ? undefined : forbiddenError) },
  // The route that the ability calls checks its own permission.
  'run-ability': publicAccess,
};

/** Returns the permissions, operations and presenter of abilities. */
export function abilitiesEndpoints(abilities: MountAbilities): Module {
  const operations: Record<(typeof abilityOperations)[number], Operation> = {
    'list-abilities': listAbilities(abilities),
    'get-ability': getAbility(abilities),
    'run-ability': runAbility(abilities),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: abilityPresenterFields as Record<string, FieldMaker>,
    facts: ({ declared }: BoundAbility) => ({ name: declared.name }),
  };
  return { permissions, operations, presenter };
}

/** Returns the permissions, operations and presenter of ability categories. */
export function abilityCategoriesEndpoints(abilities: MountAbilities): Module {
  const operations: Record<(typeof abilityCategoryOperations)[number], Operation> = {
    'list-ability-categories': listAbilityCategories(abilities),
    'get-ability-category': getAbilityCategory(abilities),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: categoryPresenterFields as Record<string, FieldMaker>,
    facts: ({ slug }: AbilityCategory) => ({ slug }),
  };
  return { permissions, operations, presenter };
}
