// The columns of a list of submissions: the time, and the first fields of the form.
import type { Field, View } from '@wordpress/dataviews';
import { __, sprintf } from '@wordpress/i18n';
import type { QueryValue } from '../../data/client.ts';
import { apiQueryOf, type ListDefinition, valuesOf } from '../../data/lists/view.ts';
import type { FormField } from '../../data/resources/forms.ts';
import type { Submission, SubmissionState } from '../../data/resources/submissions.ts';
import { timeColumn } from '../../ui/common-columns.tsx';
import { formatGmt } from '../../ui/format-date.ts';

/** The number of fields that are displayed by default. */
const defaultFields = 3;

/** Returns the name of the column of a field. */
const columnOf = ({ name }: Pick<FormField, 'name'>): string => `value-${name}`;

/** Returns what the list of a form can show. Submissions are in one of two states, so the list shows one of them. */
export function definitionOf(fields: readonly FormField[]): ListDefinition {
  const columns = fields.map(columnOf);
  return {
    titleField: 'date',
    columns: [...columns, 'state'],
    defaultColumns: columns.slice(0, defaultFields),
    orders: {},
    defaultSort: { field: 'date', direction: 'desc' },
    filters: ['state', 'address'],
    hasDateFilter: true,
  };
}

/** Returns the state that a view shows. */
export const stateOf = (view: View): SubmissionState => (valuesOf(view, 'state')?.[0] === 'spam' ? 'spam' : 'wanted');

/** Returns a changed view with one state: the one that was selected last. */
export function withOneState(view: View): View {
  const { filters = [] } = view;
  return {
    ...view,
    filters: filters.map((filter) =>
      filter.field === 'state' && Array.isArray(filter.value) ? { ...filter, value: filter.value.slice(-1) } : filter,
    ),
  };
}

/** Returns the email address to which a view is limited; undefined for none. */
export const addressOf = (view: View): string | undefined => valuesOf(view, 'address')?.[0];

/** Returns the query of the API for a view. Days are those of the browser, because times are displayed in its time zone. */
export function queryOf(view: View, definition: ListDefinition): Readonly<Record<string, QueryValue>> {
  const { page, per_page, search, after, before } = apiQueryOf(view, definition);
  const toGmt = (time: QueryValue) => (typeof time === 'string' ? new Date(time).toISOString() : undefined);
  return {
    ...{ page, per_page, search, state: stateOf(view), after: toGmt(after), before: toGmt(before) },
    address: addressOf(view),
  };
}

/** Returns the names of the states. */
export const stateLabels = (): Readonly<Record<SubmissionState, string>> => ({
  wanted: __('Received'),
  spam: __('Spam'),
});

/** Returns a value as text. */
export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? __('Yes') : __('No');
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
}

/** Returns the labels and values of a submission, in the order of the form, and then those of fields that the form no longer has. */
export function describeValues({ values }: Submission, fields: readonly FormField[]): [label: string, value: string][] {
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const names = [...fields.map(({ name }) => name).filter((name) => Object.hasOwn(values, name))];
  const others = Object.keys(values).filter((name) => !labels.has(name));
  return [...names, ...others].map((name) => [labels.get(name) ?? name, formatValue(values[name])]);
}

/** Returns the columns, and the filter by the email address to which the list is limited. */
export const submissionColumns = (fields: readonly FormField[], address: string | undefined): Field<Submission>[] => [
  { ...timeColumn(({ received }) => received), enableHiding: false, enableGlobalSearch: true },
  ...fields.map((field): Field<Submission> => {
    const textOf = ({ values }: Submission) => formatValue(values[field.name]);
    return {
      ...{ id: columnOf(field), label: field.label, type: 'text', enableSorting: false, filterBy: false },
      getValue: ({ item }) => textOf(item),
      render: ({ item }) => <span className="submitted-value">{textOf(item)}</span>,
    };
  }),
  {
    id: 'state',
    label: __('State'),
    type: 'text',
    enableSorting: false,
    elements: Object.entries(stateLabels()).map(([value, label]) => ({ value, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => item.state,
    render: ({ item }) => <>{stateLabels()[item.state]}</>,
  },
  ...(address === undefined ? [] : [addressFilter(address)]),
];

const addressFilter = (address: string): Field<Submission> => ({
  ...{ id: 'address', label: __('Email address'), type: 'text', enableSorting: false, enableHiding: false },
  elements: [{ value: address, label: address }],
  filterBy: { operators: ['isAny'], isPrimary: true },
  getValue: () => address,
});

/** Returns the time of a submission, in the time zone of the browser. */
export const formatReceived = ({ received }: Submission): string => formatGmt(received.slice(0, 19));

/** Returns the name of a submission. */
export const nameOfSubmission = (submission: Submission): string =>
  /* translators: %s: date and time. */
  sprintf(__('Submission of %s'), formatReceived(submission));
