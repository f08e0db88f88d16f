// Reads the abilities of the site: the operations that are offered to programs as tools.
import { useQuery } from '@tanstack/react-query';
import { readAllPages } from '../client.ts';

/** An operation. */
export interface Ability {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** The slug of its category. */
  readonly category: string;
  readonly meta: {
    readonly annotations: { readonly readonly: boolean | null; readonly destructive: boolean | null };
  };
}

/** A category of operations. */
export interface AbilityCategory {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

/** A category with its abilities. */
export interface AbilityGroup extends AbilityCategory {
  readonly abilities: readonly Ability[];
}

const path = '/wp-abilities/v1';

const abilityFields = ['name', 'label', 'description', 'category', 'meta'];

/** Reads all abilities, in their categories. Categories without abilities are left out. */
export const useAbilityGroups = () =>
  useQuery({
    queryKey: ['abilities'],
    queryFn: async ({ signal }): Promise<readonly AbilityGroup[]> => {
      const [categories, abilities] = await Promise.all([
        readAllPages<AbilityCategory>(`${path}/categories`, { _fields: ['slug', 'label', 'description'] }, signal),
        readAllPages<Ability>(`${path}/abilities`, { _fields: abilityFields }, signal),
      ]);
      const byCategory = Map.groupBy(abilities, ({ category }) => category);
      return categories
        .map((category) => ({ ...category, abilities: byCategory.get(category.slug) ?? [] }))
        .filter(({ abilities: found }) => found.length > 0);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
