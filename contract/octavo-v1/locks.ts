// Declares edit locks, with which editors show who else is editing an entry. They are an addition to the specification, which mentions them
// only for autosaves (posts-and-pages.md §16).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ids, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const timestampField = (description: string) => ReadOnly.String(description, everywhere, { format: 'date-time' });

export const lockFields = {
  entry: ReadOnly.Integer('The ID of the locked entry.', everywhere),
  user: ReadOnly.Integer('The ID of the user who holds the lock.', everywhere),
  name: ReadOnly.String('The display name of the user who holds the lock.', everywhere),
  acquired: timestampField('The time at which the user acquired the lock, in GMT.'),
  renewed: timestampField('The time at which the user last renewed the lock, in GMT.'),
  expires: timestampField('The time at which the lock expires unless it is renewed, in GMT.'),
};

const endpoints = declareEndpoints({
  'list-locks': {
    permission: 'list-locks',
    parameters: {
      entries: ids({
        description: 'The IDs of the entries. Entries that the caller may not edit are ignored.',
        minItems: 1,
        maxItems: 100,
      }),
    },
  },
  'acquire-lock': {
    methods: ['POST'],
    description:
      'Acquires the lock on an entry, or renews it, and returns it. A lock expires 150 seconds after it was last renewed.',
    permission: 'edit-locked-entry',
    parameters: {
      take_over: Type.Boolean({
        description: 'Whether to acquire the lock even if another user holds it.',
        default: false,
      }),
    },
  },
  'delete-lock': {
    description: "Releases the caller's lock on an entry.",
    permission: 'edit-locked-entry',
    parameters: {},
  },
});
export type LockEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const locksModule: ModuleDeclaration<LockEndpoints, typeof lockFields> = { name: 'locks' };

export const locks: Resource<typeof lockFields> = {
  title: 'lock',
  namespace: octavoNamespace,
  module: locksModule,
  fields: lockFields,
  links: [],
  routes: [
    { path: '/octavo/v1/locks', parameters: {}, endpoints: [endpoints['list-locks']] },
    {
      path: '/octavo/v1/locks/<entry>',
      parameters: { entry: optional(Type.Integer({ description: 'The ID of the entry.' })) },
      endpoints: [endpoints['acquire-lock'], endpoints['delete-lock']],
    },
  ],
};
