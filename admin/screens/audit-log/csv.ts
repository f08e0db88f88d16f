// Formats the audit log as a table for spreadsheets.
import type { AuditEvent } from '../../data/resources/audit-log.ts';
import { toCsv } from '../../ui/csv.ts';

const columns = [
  ...(['date_gmt', 'action', 'username', 'ip', 'object_type', 'object_id', 'object_name'] as const),
] satisfies (keyof AuditEvent)[];

/** Returns events as CSV, with a line of column names. */
export const eventsToCsv = (events: readonly AuditEvent[]): string =>
  toCsv([
    [...columns, 'details'],
    ...events.map((event) => [...columns.map((column) => event[column]), JSON.stringify(event.details)]),
  ]);
