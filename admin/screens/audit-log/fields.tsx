// The columns of the audit log.
import type { Field } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import type { ListDefinition } from '../../data/lists/view.ts';
import type { AuditEvent } from '../../data/resources/audit-log.ts';
import { timeColumn } from '../../ui/common-columns.tsx';
import { serviceLabel } from '../../ui/service-text.ts';
import { actionLabels, objectTypeLabels } from './labels.ts';

/** The columns and filters of the list. The API sorts it by time only. */
export const definition: ListDefinition = {
  titleField: 'action',
  columns: ['username', 'object', 'details', 'ip', 'date'],
  defaultColumns: ['username', 'object', 'ip', 'date'],
  orders: {},
  defaultSort: { field: 'date', direction: 'desc' },
  filters: ['action'],
  hasDateFilter: true,
};

/** Returns the columns. */
export const auditFields = (): Field<AuditEvent>[] => [
  {
    id: 'action',
    label: __('Action'),
    type: 'text',
    enableSorting: false,
    enableHiding: false,
    elements: Object.entries(actionLabels()).map(([value, label]) => ({ value, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => item.action,
    render: ({ item }) => <>{actionLabels()[item.action] ?? item.action}</>,
  },
  textField(
    'username',
    __('User'),
    ({ username, ip }) => username || (ip === 'command line' ? __('Command line') : __('Anonymous')),
  ),
  textField('object', __('Object'), nameOfObject),
  textField('details', __('Details'), ({ details }) =>
    Object.keys(details).length > 0 ? JSON.stringify(details) : '',
  ),
  textField('ip', __('Origin'), ({ ip }) => (ip === 'command line' ? __('command line') : ip)),
  timeColumn(({ date_gmt }) => `${date_gmt}Z`),
];

const nameOfObject = ({ object_type, object_id, object_name }: AuditEvent): string =>
  [objectTypeLabels()[object_type] ?? serviceLabel(object_type), object_name || (object_id && `#${object_id}`)]
    .filter(Boolean)
    .join(': ');

const textField = (id: string, label: string, textOf: (event: AuditEvent) => string): Field<AuditEvent> => ({
  ...{ id, label, type: 'text', enableSorting: false, filterBy: false },
  getValue: ({ item }) => textOf(item),
  render: ({ item }) => <>{textOf(item)}</>,
});
