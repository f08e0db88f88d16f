// Declares the types of the operations of abilities and of their categories.
import type { AbilityCategoryEndpoints, AbilityEndpoints } from '../../../contract/cms-abilities-v1/abilities.ts';
import type { AbilityCategory } from '../../../contract/grammar/ability.ts';
import type { Operations } from '../../http/implement.ts';
import type { BoundAbility } from './bound-abilities.ts';

/** The operations of abilities, keyed by their names in the contract. */
export type AbilityOperations = Operations<AbilityEndpoints, object, BoundAbility>;

/** The operations of ability categories, keyed by their names in the contract. */
export type AbilityCategoryOperations = Operations<AbilityCategoryEndpoints, object, AbilityCategory>;
