// Orders the entries of a query. Statements for several lists return their rows in no particular order.
import type { EntryQuery } from '../../rendering/dynamic/needs.ts';
import type { EntryView } from '../../rendering/dynamic/views.ts';

/** Compares strings by their bytes, as the database does. */
export const compareBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

const comparators: Readonly<Record<EntryQuery['orderBy'], (one: EntryView, other: EntryView) => number>> = {
  date: (one, other) => compareBytes(one.date, other.date),
  modified: (one, other) => compareBytes(one.modified, other.modified),
  title: (one, other) => compareBytes(one.titleKey, other.titleKey),
  menu_order: (one, other) => one.menuOrder - other.menuOrder,
  author: (one, other) => one.author - other.author,
  id: (one, other) => one.id - other.id,
};

/** Returns a comparator for the order of a query. */
export const comparatorOf =
  ({ orderBy, order }: EntryQuery) =>
  (one: EntryView, other: EntryView): number =>
    (comparators[orderBy](one, other) || one.id - other.id) * (order === 'asc' ? 1 : -1);
