// Columns that several lists have. The service filters and sorts the lists, so no column does it in the browser.
import type { Field } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import { titleOf } from './entry-title.ts';
import { formatTime } from './format-date.ts';
import { statusLabels } from './status-labels.ts';

/** Returns the column of titles, which is always displayed and which the search field searches. */
export const titleColumn = <T extends { readonly title?: { readonly rendered: string } }>(): Field<T> => ({
  id: 'title',
  label: __('Title'),
  type: 'text',
  filterBy: false,
  enableHiding: false,
  enableGlobalSearch: true,
  getValue: ({ item }) => titleOf(item),
});

/** Returns the column of statuses, with a filter. */
export const statusColumn = <T extends { readonly status: string }>(): Field<T> => ({
  id: 'status',
  label: __('Status'),
  type: 'text',
  enableSorting: false,
  elements: Object.entries(statusLabels()).map(([value, label]) => ({ value, label })),
  filterBy: { operators: ['isAny'], isPrimary: true },
  getValue: ({ item }) => item.status,
  render: ({ item }) => <>{statusLabels()[item.status] ?? item.status}</>,
});

/** Returns the column of times, with a filter by days. `timeOf` returns the time of a record in ISO 8601, with its offset. */
export const timeColumn = <T,>(timeOf: (item: T) => string): Field<T> => ({
  id: 'date',
  label: __('Time'),
  type: 'date',
  enableSorting: false,
  filterBy: { operators: ['between', 'afterInc', 'beforeInc'] },
  getValue: ({ item }) => timeOf(item),
  render: ({ item }) => <time dateTime={timeOf(item)}>{formatTime(Date.parse(timeOf(item)))}</time>,
});
