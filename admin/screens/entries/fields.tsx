// The columns of the list of entries.

import type { Field } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import type { ListedEntry } from '../../data/resources/entries.ts';
import { titleOf } from '../../ui/entry-title.ts';
import { formatDate } from '../../ui/format-date.ts';
import { statusLabels } from '../../ui/status-labels.ts';

/** Returns the columns. The list is filtered and sorted by the service, so no column does it in the browser. */
export const entryFields = (): Field<ListedEntry>[] => [
  {
    id: 'title',
    label: __('Title'),
    type: 'text',
    enableHiding: false,
    enableGlobalSearch: true,
    filterBy: false,
    getValue: ({ item }) => titleOf(item),
  },
  {
    id: 'author',
    label: __('Author'),
    type: 'text',
    filterBy: false,
    getValue: ({ item }) => item._embedded?.author?.[0]?.name ?? '',
  },
  {
    id: 'status',
    label: __('Status'),
    type: 'text',
    enableSorting: false,
    elements: Object.entries(statusLabels()).map(([value, label]) => ({ value, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => item.status,
    render: ({ item }) => <>{statusLabels()[item.status] ?? item.status}</>,
  },
  {
    id: 'date',
    label: __('Date'),
    type: 'datetime',
    filterBy: false,
    getValue: ({ item }) => item.date ?? item.modified,
    render: ({ item }) => <time>{formatDate(item.date ?? item.modified)}</time>,
  },
  {
    id: 'modified',
    label: __('Modified'),
    type: 'datetime',
    filterBy: false,
    getValue: ({ item }) => item.modified,
    render: ({ item }) => <time>{formatDate(item.modified)}</time>,
  },
];
