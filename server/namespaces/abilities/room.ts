// The rooms of abilities and their categories: who is signed in may read what can be done; whether they may do it, the route says that is asked.
import type {
  abilityCategoryFields,
  abilityCategoryOperations,
  abilityFields,
  abilityOperations,
  abilityPermissions,
} from '../../../contract/cms-abilities-v1/abilities.ts';
import type { AbilityCategory } from '../../../contract/grammar/ability.ts';
import { everyone, type FieldMaker, type Operation, type Permission, type Room } from '../../http/room.ts';
import type { BoundAbility } from './bound-abilities.ts';
import { getAbility } from './get-ability.ts';
import { getAbilityCategory } from './get-ability-category.ts';
import { listAbilities } from './list-abilities.ts';
import { listAbilityCategories } from './list-ability-categories.ts';
import type { AbilitiesParts } from './parts.ts';
import { runAbility } from './run-ability.ts';

const denied = { code: 'rest_forbidden', message: 'Sign in to see what can be done.' };

const ofAbility: Record<keyof typeof abilityFields, (ability: BoundAbility) => unknown> = {
  name: ({ declared }) => declared.name,
  label: ({ declared }) => declared.label,
  description: ({ declared }) => declared.description,
  category: ({ declared }) => declared.category,
  input_schema: ({ input }) => input,
  output_schema: ({ output }) => output,
  meta: ({ annotations }) => ({ annotations, show_in_rest: true }),
};

const ofCategory: Record<keyof typeof abilityCategoryFields, (category: AbilityCategory) => unknown> = {
  slug: ({ slug }) => slug,
  label: ({ label }) => label,
  description: ({ description }) => description,
  meta: () => ({}),
};

const permissions: Record<(typeof abilityPermissions)[number], Permission> = {
  'read-abilities': { permit: ({ actor }) => (actor.can('read') ? undefined : denied) },
  // Whether they may, the route that it asks says.
  'run-ability': everyone,
};

/** The room of abilities themselves. */
export function abilitiesRoom(parts: AbilitiesParts): Room {
  const operations: Record<(typeof abilityOperations)[number], Operation> = {
    'list-abilities': listAbilities(parts),
    'get-ability': getAbility(parts),
    'run-ability': runAbility(parts),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: ofAbility as Record<string, FieldMaker>,
    facts: ({ declared }: BoundAbility) => ({ name: declared.name }),
  };
  return { permissions, operations, presenter };
}

/** The room of their categories. */
export function abilityCategoriesRoom(parts: AbilitiesParts): Room {
  const operations: Record<(typeof abilityCategoryOperations)[number], Operation> = {
    'list-ability-categories': listAbilityCategories(parts),
    'get-ability-category': getAbilityCategory(parts),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: ofCategory as Record<string, FieldMaker>,
    facts: ({ slug }: AbilityCategory) => ({ slug }),
  };
  return { permissions, operations, presenter };
}
