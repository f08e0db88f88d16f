// Declares the numbers of entries of users, an addition to the specification (docs/deviations.md).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ids, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

export const entryCountFields = {
  author: ReadOnly.Integer('The ID of the author.', everywhere),
  total: ReadOnly.Integer('The number of entries of all types, with any status. Auto-drafts do not count.', everywhere),
  published: ReadOnly.Integer('The number of published entries of all types.', everywhere),
  types: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    description: 'The number of entries of each type, with any status.',
    context: everywhere,
    readonly: true,
    additionalProperties: { type: 'integer' },
    keysAreNames: true,
  }),
};

const endpoints = declareEndpoints({
  'list-entry-counts': {
    permission: 'list-entry-counts',
    parameters: {
      authors: ids({ description: 'The IDs of the authors.', minItems: 1, maxItems: 100 }),
    },
  },
});
export type EntryCountEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const entryCountsModule: ModuleDeclaration<EntryCountEndpoints, typeof entryCountFields> = {
  name: 'entry-counts',
};

export const entryCounts: Resource<typeof entryCountFields> = {
  title: 'entry-count',
  namespace: octavoNamespace,
  module: entryCountsModule,
  fields: entryCountFields,
  links: [],
  routes: [{ path: '/octavo/v1/entry-counts', parameters: {}, endpoints: [endpoints['list-entry-counts']] }],
};
