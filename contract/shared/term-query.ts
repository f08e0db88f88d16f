// Choosing entries by their terms (specification: Additional list parameters; posts-and-pages.md §14).
import type { Taxonomy } from '../grammar/content-type.ts';
import { ids, Type, words } from '../grammar/schema.ts';

/** What a term filter comes as. */
export type TermQuery = number[] | { terms?: number[]; include_children?: boolean; operator?: 'AND' | 'OR' };

/** The filter by the terms of a taxonomy; `chosen` false: the one that leaves out. */
export function termQuery(taxonomy: Taxonomy, chosen: boolean) {
  const { many } = taxonomy.noun;
  const description = chosen ? `Only entries in these ${many}.` : `Only entries in none of these ${many}.`;
  const children = Type.Boolean({ description: 'Whether the terms below them count too.', default: false });
  const operator = words(['AND', 'OR'], { description: 'In all of them, or in any.', default: 'OR' });
  const properties = {
    terms: ids({ description: `Numbers of ${many}.`, default: [] }),
    ...(taxonomy.hierarchical && { include_children: children }),
    ...(chosen && { operator }),
  };
  return Type.Unsafe<TermQuery>({
    description,
    type: ['object', 'array'],
    oneOf: [
      { title: 'Numbers', description: `Numbers of ${many}.`, type: 'array', items: { type: 'integer' } },
      {
        title: 'Query',
        description: 'Numbers and how to combine them.',
        type: 'object',
        properties,
        additionalProperties: false,
      },
    ],
  });
}

/** How the term filters of one request are joined. */
export const relationParameter = words(['AND', 'OR'], { description: 'Whether all term filters must hold, or any.' });
