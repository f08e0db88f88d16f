// Declares the merging of terms, an addition to the specification: a term is deleted, and another one of its taxonomy replaces it everywhere.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const integer = (description: string) => Type.Integer({ description });

/** The schema of the response to a merge. */
const mergeResult = Type.Object({
  id: integer('The ID of the deleted term.'),
  into: integer('The ID of the term that replaces it.'),
  entries: integer(
    'Number of entries to which the other term was assigned. Entries that already had it are not counted.',
  ),
  children: integer('Number of children of the deleted term, which have another parent now.'),
  menu_items: integer('Number of menu items that link to the other term now.'),
});

const endpoints = declareEndpoints({
  'get-term': {
    description: 'Returns a term of any taxonomy, except menus, like the route of its taxonomy.',
    answers: 'object',
    permission: 'read-term',
    parameters: { context: contextParameter },
  },
  'merge-term': {
    methods: ['POST'],
    description:
      'Merges a term into another term of its taxonomy: replaces it with the other term in all entries and menu items, moves its children, and deletes it permanently.',
    answers: 'object',
    response: mergeResult,
    permission: 'merge-term',
    parameters: {
      into: Type.Integer({ description: 'The ID of the term that replaces the deleted one.', minimum: 1 }),
    },
    changes: 'parent',
  },
});
export type TermMergeEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const termMergesModule: ModuleDeclaration<TermMergeEndpoints> = { name: 'term-merges' };

const id = optional(Type.Integer({ description: 'The ID of the term.' }));

export const termMerges: Resource = {
  title: 'term-merge',
  namespace: octavoNamespace,
  module: termMergesModule,
  fields: {},
  links: [],
  routes: [
    { path: '/octavo/v1/terms/<id>', parameters: { id }, endpoints: [endpoints['get-term']] },
    { path: '/octavo/v1/terms/<id>/merge', parameters: { id }, endpoints: [endpoints['merge-term']] },
  ],
};
