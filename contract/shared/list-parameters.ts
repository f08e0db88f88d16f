// Parameters that lists have in common (specification: List parameters; protocol.md §10).
import { contextParameter, optional } from '../grammar/parameter.ts';
import { Type, words } from '../grammar/schema.ts';

/** Paging and search of every list; checked in the first round (protocol.md §4.1). */
export const pagingParameters = (perPage = 10) => ({
  context: contextParameter,
  page: Type.Integer({ description: 'The page of the list.', default: 1, minimum: 1, first: true }),
  per_page: Type.Integer({
    description: 'How many items a page has.',
    default: perPage,
    minimum: 1,
    maximum: 100,
    first: true,
  }),
  search: optional(Type.String({ description: 'Only items that contain this text.', first: true })),
});

/** Which way a list is ordered; `first` where nothing is said. */
export const orderParameter = (first: 'asc' | 'desc') =>
  words(['asc', 'desc'], { description: 'Rising or falling order.', default: first });

export const offsetParameter = optional(Type.Integer({ description: 'How many items to skip; goes before the page.' }));
