// Declares the parameters that filter entries by terms (specification: Additional list parameters; posts-and-pages.md §14).
import type { Taxonomy } from '../grammar/content-type.ts';
import { enumOf, ids, Type } from '../grammar/schema.ts';

/** The value of a term filter. */
export type TermQuery = number[] | { terms?: number[]; include_children?: boolean; operator?: 'AND' | 'OR' };

/** Whether a validated argument is the value of a term filter. No other list parameter has the REST base of a taxonomy as its name. */
export const isTermQuery = (value: unknown): value is TermQuery => typeof value === 'object' && value !== null;

/** Declares the parameter that limits a list to entries with terms of a taxonomy or, if `isIncluding` is false, excludes these entries. */
export function termQuery(taxonomy: Taxonomy, isIncluding: boolean) {
  const { many } = taxonomy.noun;
  const description = isIncluding
    ? `Limits the list to entries with these ${many}.`
    : `Excludes entries with these ${many}.`;
  const children = Type.Boolean({ description: 'Whether descendant terms are included.', default: false });
  const operator = enumOf(['AND', 'OR'], {
    description: 'The operator: entries must have all of the terms (`AND`) or at least one (`OR`).',
    default: 'OR',
  });
  const properties = {
    terms: ids({ description: `IDs of ${many}.`, default: [] }),
    ...(taxonomy.hierarchical && { include_children: children }),
    ...(isIncluding && { operator }),
  };
  return Type.Unsafe<TermQuery>({
    description,
    type: ['object', 'array'],
    oneOf: [
      { title: 'IDs', description: `IDs of ${many}.`, type: 'array', items: { type: 'integer' } },
      {
        title: 'Query',
        description: 'IDs with options.',
        type: 'object',
        properties,
        additionalProperties: false,
      },
    ],
  });
}

/** The logical operator between the term filters of a request. */
export const relationParameter = enumOf(['AND', 'OR'], {
  description: 'The operator between the term filters: all must match (`AND`) or at least one (`OR`).',
});
