// The columns of the list of receipts, and its queries.
import type { Field, View } from '@wordpress/dataviews';
import { __, _x, sprintf } from '@wordpress/i18n';
import { apiQueryOf, type ListDefinition, valuesOf } from '../../data/lists/view.ts';
import type { ConsentText, Receipt, ReceiptQuery } from '../../data/resources/consent.ts';
import { timeColumn } from '../../ui/common-columns.tsx';
import { formatGmt } from '../../ui/format-date.ts';

/** The columns and filters of the list. The API sorts it by time only. */
export const definition: ListDefinition = {
  titleField: 'date',
  columns: ['category', 'text', 'visitor', 'receipt'],
  defaultColumns: ['category', 'text', 'visitor'],
  orders: {},
  defaultSort: { field: 'date', direction: 'desc' },
  filters: ['category', 'text'],
  hasDateFilter: true,
};

/** Returns a changed view in which each filter has one value, the one that was selected last, because the API accepts only one. */
export const withOneValue = (view: View): View => ({
  ...view,
  filters: (view.filters ?? []).map((filter) =>
    definition.filters.includes(filter.field) && Array.isArray(filter.value)
      ? { ...filter, value: filter.value.slice(-1) }
      : filter,
  ),
});

/** Returns the query of the API for a view. Days are those of the browser, because times are displayed in its time zone. */
export function queryOf(view: View): ReceiptQuery & { readonly per_page: number } {
  const { page, per_page, search, after, before } = apiQueryOf(view, definition);
  const toGmt = (time: unknown) => (typeof time === 'string' ? new Date(time).toISOString() : undefined);
  return {
    ...{ page, per_page: Number(per_page), search, given_after: toGmt(after), given_before: toGmt(before) },
    ...{ category: valuesOf(view, 'category')?.[0], text: valuesOf(view, 'text')?.[0] },
  };
}

/** Returns the time of a receipt, in the time zone of the browser. */
export const formatGiven = ({ given }: Receipt): string => formatGmt(given.slice(0, 19));

/** Returns the name of a receipt. */
export const nameOfReceipt = (receipt: Receipt): string =>
  /* translators: %s: date and time. */
  sprintf(__('Receipt of %s'), formatGiven(receipt));

/** Returns the names of the consent texts, by their values in the API. */
export const textLabels = (): Readonly<Record<'current' | 'earlier', string>> => ({
  current: _x('Current', 'text for visitors'),
  earlier: _x('Earlier', 'text for visitors'),
});

/** Returns whether a receipt is for the current text and categories. */
export const textOfReceipt = ({ version }: Receipt, consent: ConsentText): 'current' | 'earlier' =>
  version === consent.version ? 'current' : 'earlier';

/** Returns the labels of categories. Those that no longer exist have their names. */
export const describeCategories = (names: readonly string[], { categories }: ConsentText): string =>
  names.map((name) => categories.find((each) => each.name === name)?.label ?? name).join(', ');

/** Returns the columns. */
export const receiptColumns = (consent: ConsentText): Field<Receipt>[] => [
  { ...timeColumn(({ given }) => given), enableHiding: false, enableGlobalSearch: true },
  {
    id: 'category',
    label: __('Accepted'),
    type: 'text',
    enableSorting: false,
    elements: consent.categories.map(({ name, label }) => ({ value: name, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => describeCategories(item.categories, consent),
    render: ({ item }) => <>{describeCategories(item.categories, consent)}</>,
  },
  {
    id: 'text',
    label: _x('Text', 'text for visitors'),
    type: 'text',
    enableSorting: false,
    elements: Object.entries(textLabels()).map(([value, label]) => ({ value, label })),
    filterBy: { operators: ['isAny'], isPrimary: true },
    getValue: ({ item }) => textOfReceipt(item, consent),
    render: ({ item }) => <>{textLabels()[textOfReceipt(item, consent)]}</>,
  },
  idField('visitor', __('Visitor'), ({ visitor }) => visitor),
  idField('receipt', __('Receipt'), ({ receipt }) => receipt),
];

const idField = (id: string, label: string, idOf: (receipt: Receipt) => string): Field<Receipt> => ({
  ...{ id, label, type: 'text', enableSorting: false, filterBy: false },
  getValue: ({ item }) => idOf(item),
  render: ({ item }) => <code className="receipt-id">{idOf(item)}</code>,
});
