// The states of entries as they are described (specification: Descriptive routes; protocol.md §16).
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { type Context, editOnly, Type, viewAndEdit } from '../grammar/schema.ts';
import { inwardStates } from '../shared/entry-fields.ts';

/** The operations of the room `statuses`; each is a file of that name there. */
export const statusOperations = ['list-statuses', 'get-status'] as const;

/** The rules that its routes name. */
export const statusPermissions = ['list-statuses', 'read-status'] as const;

/** A state and what it means. */
export interface Status {
  readonly slug: string;
  readonly name: string;
  /** Anyone may read entries in it. */
  readonly public: boolean;
  /** Only those may read them who may read what is private. */
  readonly private: boolean;
  /** Only those may read them who may change them. */
  readonly protected: boolean;
  readonly show_in_list: boolean;
  /** Entries in it have no date of their own before somebody gives them one. */
  readonly date_floating: boolean;
}

const status = (slug: string, name: string, ...holds: (keyof Status)[]): Status => ({
  slug,
  name,
  public: holds.includes('public'),
  private: holds.includes('private'),
  protected: holds.includes('protected'),
  show_in_list: holds.includes('show_in_list'),
  date_floating: holds.includes('date_floating'),
});

/** The states that entries can be in, in the order of the list. */
export const describedStatuses: readonly Status[] = [
  status('publish', 'Published', 'public', 'show_in_list'),
  status('future', 'Scheduled', 'protected', 'show_in_list'),
  status('draft', 'Draft', 'protected', 'show_in_list', 'date_floating'),
  status('pending', 'Pending', 'protected', 'show_in_list', 'date_floating'),
  status('private', 'Private', 'private', 'show_in_list'),
  status('trash', 'Trash'),
];

/** States that the service keeps for itself: known, and shown to nobody. `any` is a word of filters and no state. */
export const inwardStatuses: readonly string[] = inwardStates.filter(
  (name) => name !== 'any' && !describedStatuses.some(({ slug }) => slug === name),
);

const readonly = true;
// Clients have seen the contexts of a state in this order.
const everywhere: readonly Context[] = ['embed', 'view', 'edit'];

export const statusFields = {
  name: Type.String({ description: 'What people call it.', context: everywhere, readonly }),
  private: Type.Boolean({
    description: 'Whether only those read it who may read what is private.',
    context: editOnly,
    readonly,
  }),
  protected: Type.Boolean({
    description: 'Whether only those read it who may change it.',
    context: editOnly,
    readonly,
  }),
  public: Type.Boolean({ description: 'Whether anyone may read it.', context: viewAndEdit, readonly }),
  queryable: Type.Boolean({ description: 'Whether anyone may list it.', context: viewAndEdit, readonly }),
  show_in_list: Type.Boolean({ description: "Whether editors' lists offer it.", context: editOnly, readonly }),
  slug: Type.String({ description: 'What requests call it.', context: everywhere, readonly }),
  date_floating: Type.Boolean({
    description: 'Whether an entry in it may be without a date of its own.',
    context: viewAndEdit,
    readonly,
  }),
};

export const statuses: Resource<typeof statusFields> = {
  title: 'status',
  namespace: 'cms/v2',
  room: 'statuses',
  fields: statusFields,
  links: [{ rel: 'archives', href: '/cms/v2/posts{filter}' }],
  routes: [
    {
      path: '/cms/v2/statuses',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-statuses',
          answers: 'keyed',
          permission: 'list-statuses',
          parameters: { context: contextParameter },
        },
      ],
    },
    {
      path: '/cms/v2/statuses/<status>',
      parameters: { status: optional(Type.String({ description: 'What requests call the state.' })) },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-status',
          permission: 'read-status',
          parameters: { context: contextParameter },
        },
      ],
    },
  ],
};
