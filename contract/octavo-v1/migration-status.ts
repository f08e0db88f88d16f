// Declares the state of the database schema and of the work that follows an upgrade, an addition to the specification
// (docs/deviations.md).

import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, ReadOnly, Type, viewAndEdit } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** Work that follows an upgrade or a change of the configuration in the background. */
const backgroundTasks = ['renderings', 'search-index', 'meta-index'] as const;
export type BackgroundTask = (typeof backgroundTasks)[number];

const readonlyField = { context: viewAndEdit, readonly: true };

const migration = Type.Object(
  {
    extension: Type.String({
      description: 'The name of the extension; an empty string for the service.',
      isName: true,
    }),
    number: Type.Integer({ description: 'The number of the migration, which is the schema version after it.' }),
    name: Type.String({ description: 'The name of the migration.', isName: true }),
    state: enumOf(['applied', 'pending'], { description: 'Whether the migration was applied.' }),
    applied: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'The time at which it was applied, in GMT; null if it is pending.',
    }),
    program: Type.String({
      description: 'The version of the service that applied it; an empty string if it is unknown or pending.',
    }),
  },
  { additionalProperties: false },
);

const task = Type.Object(
  {
    task: enumOf(backgroundTasks, {
      description:
        'The work: render texts again, update the search index (SQLite only), or complete the index of a meta field.',
    }),
    object: Type.String({
      description: 'The type and the name of the meta field; an empty string for other work.',
      isName: true,
    }),
    remaining: Type.Integer({ description: 'The number of entries that remain; 0 if the work is complete.' }),
    total: Type.Integer({ description: 'The number of entries that the work concerns.' }),
  },
  { additionalProperties: false },
);

export const migrationStatusFields = {
  schema_version: ReadOnly.Integer(
    'The schema version of the database: the number of its last migration.',
    viewAndEdit,
  ),
  supported_version: ReadOnly.Integer('The schema version that this version of the service needs.', viewAndEdit),
  migrations: Type.Array(migration, {
    description: 'The migrations of the service and of extensions, in their order.',
    ...readonlyField,
  }),
  tasks: Type.Array(task, {
    description: 'Work in the background that follows an upgrade, with its progress.',
    ...readonlyField,
  }),
};

const endpoints = declareEndpoints({
  'get-migration-status': { permission: 'get-migration-status', parameters: {} },
});
export type MigrationStatusEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const migrationStatusModule: ModuleDeclaration<typeof endpoints, typeof migrationStatusFields> = {
  name: 'migration-status',
};

export const migrationStatus: Resource<typeof migrationStatusFields> = {
  title: 'migration-status',
  namespace: octavoNamespace,
  module: migrationStatusModule,
  fields: migrationStatusFields,
  links: [],
  routes: [{ path: '/octavo/v1/migration-status', parameters: {}, endpoints: [endpoints['get-migration-status']] }],
};
