// Declares the resource that describes entry statuses (specification: Descriptive routes; protocol.md §16).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { type Context, editOnly, ReadOnly, Type, viewAndEdit } from '../grammar/schema.ts';
import { internalStatusFilters } from '../shared/entry-fields.ts';

/** The description of an entry status. */
export interface Status {
  readonly slug: string;
  readonly name: string;
  /** Whether entries with this status are public. */
  readonly public: boolean;
  /** Whether reading entries with this status requires the capability to read private entries. */
  readonly private: boolean;
  /** Whether reading entries with this status requires the permission to edit them. */
  readonly protected: boolean;
  readonly show_in_list: boolean;
  /** Whether entries with this status have no date until one is set. */
  readonly date_floating: boolean;
}

const status = (slug: string, name: string, ...flags: (keyof Status)[]): Status => ({
  slug,
  name,
  public: flags.includes('public'),
  private: flags.includes('private'),
  protected: flags.includes('protected'),
  show_in_list: flags.includes('show_in_list'),
  date_floating: flags.includes('date_floating'),
});

/** The statuses of entries, in the order of the list. */
export const describedStatuses: readonly Status[] = [
  status('publish', 'Published', 'public', 'show_in_list'),
  status('future', 'Scheduled', 'protected', 'show_in_list'),
  status('draft', 'Draft', 'protected', 'show_in_list', 'date_floating'),
  status('pending', 'Pending', 'protected', 'show_in_list', 'date_floating'),
  status('private', 'Private', 'private', 'show_in_list'),
  status('trash', 'Trash'),
];

/** Internal statuses, which exist but are never returned. `any` is excluded, because it is a filter value and not a status. */
export const internalStatuses: readonly string[] = internalStatusFilters.filter(
  (name) => name !== 'any' && !describedStatuses.some(({ slug }) => slug === name),
);

// Existing clients expect the contexts of statuses in this order.
const everywhere: readonly Context[] = ['embed', 'view', 'edit'];

export const statusFields = {
  name: ReadOnly.String('The display name.', everywhere),
  private: ReadOnly.Boolean(
    'Whether reading entries with this status requires the capability to read private entries.',
    editOnly,
  ),
  protected: ReadOnly.Boolean(
    'Whether reading entries with this status requires the permission to edit them.',
    editOnly,
  ),
  public: ReadOnly.Boolean('Whether entries with this status are public.', viewAndEdit),
  queryable: ReadOnly.Boolean('Whether anonymous callers may list entries with this status.', viewAndEdit),
  show_in_list: ReadOnly.Boolean('Whether lists in editors include entries with this status.', editOnly),
  slug: ReadOnly.String('The identifier.', everywhere),
  date_floating: ReadOnly.Boolean('Whether entries with this status may have no date.', viewAndEdit),
};

const endpoints = declareEndpoints({
  'list-statuses': { answers: 'keyed', permission: 'list-statuses', parameters: { context: contextParameter } },
  'get-status': { permission: 'read-status', parameters: { context: contextParameter } },
});
export type StatusEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const statusesModule: ModuleDeclaration<StatusEndpoints, typeof statusFields> = { name: 'statuses' };

export const statuses: Resource<typeof statusFields> = {
  title: 'status',
  namespace: 'cms/v2',
  module: statusesModule,
  fields: statusFields,
  links: [{ rel: 'archives', href: '/cms/v2/posts{filter}' }],
  routes: [
    { path: '/cms/v2/statuses', parameters: {}, endpoints: [endpoints['list-statuses']] },
    {
      path: '/cms/v2/statuses/<status>',
      parameters: { status: optional(Type.String({ description: 'The identifier of the status.' })) },
      endpoints: [endpoints['get-status']],
    },
  ],
};
