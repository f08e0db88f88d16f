// Saves the audit log in a file.
import { __ } from '@wordpress/i18n';
import type { QueryValue } from '../../data/client.ts';
import { listAllAuditEvents } from '../../data/resources/audit-log.ts';
import type { SaveExport } from '../../ui/export-button.tsx';
import { saveCsv } from '../../ui/save-text.ts';
import { eventsToCsv } from './csv.ts';

/** Saves all events that match a query as CSV. Throws ApiError. */
export async function saveAuditLog(
  query: Readonly<Record<string, QueryValue>>,
  ...[onProgress, signal]: Parameters<SaveExport>
): Promise<string> {
  saveCsv(eventsToCsv(await listAllAuditEvents(query, onProgress, signal)), 'audit-log.csv');
  return __('The audit log was exported.');
}
