// Formats the audit log as a table for spreadsheets.
import type { AuditEvent } from '../../data/resources/audit-log.ts';

const columns = [
  ...(['date_gmt', 'action', 'username', 'ip', 'object_type', 'object_id', 'object_name'] as const),
] satisfies (keyof AuditEvent)[];

/** Returns events as CSV (RFC 4180), with a line of column names. */
export const toCsv = (events: readonly AuditEvent[]): string =>
  [
    [...columns, 'details'],
    ...events.map((event) => [...columns.map((column) => event[column]), JSON.stringify(event.details)]),
  ]
    .map((cells) => `${cells.map(toCell).join(',')}\r\n`)
    .join('');

/** Spreadsheets run a cell that begins with one of these characters as a formula, and usernames are chosen by others. */
const formula = /^[=+\-@\t\r]/;

const toCell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
