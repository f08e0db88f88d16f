// Reads the abilities of the site: the operations that are offered to programs as tools.
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../client.ts';

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

/** Maximum number of items in a response. */
const maxPerPage = 100;

async function readAll<T>(list: string, fields: readonly string[], signal: AbortSignal): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, pages } = await readPage<T>(list, { page, per_page: maxPerPage, _fields: fields }, signal);
    all.push(...items);
    if (page >= pages) return all;
  }
}

/** Reads all abilities, in their categories. Categories without abilities are left out. */
export const useAbilityGroups = () =>
  useQuery({
    queryKey: ['abilities'],
    queryFn: async ({ signal }): Promise<readonly AbilityGroup[]> => {
      const [categories, abilities] = await Promise.all([
        readAll<AbilityCategory>(`${path}/categories`, ['slug', 'label', 'description'], signal),
        readAll<Ability>(`${path}/abilities`, ['name', 'label', 'description', 'category', 'meta'], signal),
      ]);
      const byCategory = Map.groupBy(abilities, ({ category }) => category);
      return categories
        .map((category) => ({ ...category, abilities: byCategory.get(category.slug) ?? [] }))
        .filter(({ abilities: found }) => found.length > 0);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
