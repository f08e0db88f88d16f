// Declares common list parameters (specification: List parameters; protocol.md §10).
import { contextParameter, optional } from '../grammar/parameter.ts';
import { enumOf, Type } from '../grammar/schema.ts';

/** Number of items per page of a list: the usual default, and the maximum. */
export const pageSizes = { default: 10, max: 100 } as const;

/** Declares the paging and search parameters. They are validated in the first round (protocol.md §4.1). */
export const pagingParameters = (perPage: number = pageSizes.default) => ({
  context: contextParameter,
  page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1, first: true }),
  per_page: Type.Integer({
    description: 'Maximum number of items per page.',
    default: perPage,
    minimum: 1,
    maximum: pageSizes.max,
    first: true,
  }),
  search: optional(Type.String({ description: 'Limits the list to items that match this search.', first: true })),
});

/** Declares the sort direction of a list. */
export const orderParameter = (defaultDirection: 'asc' | 'desc') =>
  enumOf(['asc', 'desc'], { description: 'The sort direction.', default: defaultDirection });

export const offsetParameter = optional(
  Type.Integer({ description: 'Number of items to skip; takes precedence over `page`.' }),
);
