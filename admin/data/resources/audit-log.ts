// Reads the audit log.
import { maxPageSize, type Page, type QueryValue, readPage } from '../client.ts';

/** An event of the audit log. */
export interface AuditEvent {
  readonly id: number;
  /** The time, in GMT. */
  readonly date_gmt: string;
  readonly action: string;
  readonly user: number;
  /** The username; empty for an anonymous caller. */
  readonly username: string;
  /** The IP address, or another origin, such as `command line`. */
  readonly ip: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly object_name: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Reads a page of the events, the newest first. Throws ApiError. */
export const listAuditEvents = (
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<AuditEvent>> => readPage('/octavo/v1/audit-log', query, signal);

/**
 * Reads all events that match a query, the newest first, and calls `onProgress` with their number after each page. Events that are recorded
 * meanwhile are left out. Throws ApiError.
 */
export async function listAllAuditEvents(
  query: Readonly<Record<string, QueryValue>>,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly AuditEvent[]> {
  const events = new Map<number, AuditEvent>();
  for (let page = 1; ; page += 1) {
    const { items } = await listAuditEvents({ ...query, page, per_page: maxPageSize }, signal);
    // An event that was recorded meanwhile moves others to the next page.
    for (const item of items) events.set(item.id, item);
    onProgress(events.size);
    if (items.length < maxPageSize) break;
  }
  const newestAtStart = Math.max(0, ...[...events.keys()].slice(0, 1));
  return [...events.values()].filter(({ id }) => id <= newestAtStart);
}
