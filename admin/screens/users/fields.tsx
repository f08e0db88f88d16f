// The columns of the list of users.
import type { Field } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ListDefinition } from '../../data/lists/view.ts';
import type { User } from '../../data/resources/users.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { roleLabel } from '../../ui/role-labels.ts';
import { textOf } from '../../ui/text-of.ts';

/** A user as the list shows it. */
export interface ListedUser extends User {
  /** The number of entries; undefined until it is loaded. */
  readonly entries: number | undefined;
  /** Whether the user has not accepted the invitation yet. */
  readonly isInvited: boolean;
}

/** The columns, sort orders and filters of the list. */
export const definition: ListDefinition = {
  titleField: 'name',
  columns: ['username', 'email', 'roles', 'entries', 'registered_date'],
  defaultColumns: ['username', 'email', 'roles', 'entries'],
  orders: { name: 'name', email: 'email', registered_date: 'registered_date' },
  defaultSort: { field: 'name', direction: 'asc' },
  filters: ['roles'],
  hasDateFilter: false,
};

/** Returns the columns. The service filters and sorts the list, so no column does it in the browser. */
export const fieldsOf = (roles: readonly string[]): Field<ListedUser>[] => [
  {
    id: 'name',
    label: __('Name'),
    type: 'text',
    filterBy: false,
    enableHiding: false,
    enableGlobalSearch: true,
    getValue: ({ item }) => nameOf(item),
  },
  {
    id: 'username',
    label: __('Username'),
    type: 'text',
    filterBy: false,
    enableSorting: false,
    getValue: ({ item }) => item.username,
    render: ({ item }) => <>{item.username}</>,
  },
  {
    id: 'email',
    label: __('Email'),
    type: 'text',
    filterBy: false,
    getValue: ({ item }) => item.email,
    render: ({ item }) => <>{item.email}</>,
  },
  {
    id: 'roles',
    label: __('Role'),
    type: 'text',
    enableSorting: false,
    elements: roles.map((value) => ({ value, label: roleLabel(value) })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => item.roles.join(','),
    render: ({ item }) => <>{rolesOf(item)}</>,
  },
  {
    id: 'entries',
    label: __('Entries'),
    type: 'text',
    filterBy: false,
    enableSorting: false,
    getValue: ({ item }) => entriesOf(item),
    render: ({ item }) => <>{entriesOf(item)}</>,
  },
  {
    id: 'registered_date',
    label: __('Registered'),
    type: 'datetime',
    filterBy: false,
    getValue: ({ item }) => item.registered_date,
    render: ({ item }) => <time>{formatGmt(item.registered_date)}</time>,
  },
];

const nameOf = ({ name, username }: ListedUser): string => textOf(name) || username;

const entriesOf = ({ entries }: ListedUser): string =>
  /* translators: %d: number of entries. */
  entries === undefined ? '…' : sprintf(_n('%d entry', '%d entries', entries), entries);

const rolesOf = ({ roles, isInvited }: ListedUser): string => {
  const names = roles.length === 0 ? [__('No role')] : roles.map(roleLabel);
  return [...names, ...(isInvited ? [__('Invited')] : [])].join(', ');
};
