// Records events in the transaction that causes them, so that the change and its event are committed together.
import { randomUUID } from 'node:crypto';
import type { WriteHandle } from '../database/handle.ts';
import { rowInsert } from '../database/row-insert.ts';
import type { EventsTable } from '../database/tables/events.ts';
import { historyKind, type NewEvent } from './event.ts';

/** The columns of a new event. The database assigns the ID, and `assignPositions` the position. */
type NewEventRow = Omit<EventsTable, 'id' | 'position'>;
const eventColumns = ['uuid', 'at', 'kind', 'type', 'subject', 'status_before', 'status', 'tags'] as const;

const newEvents = rowInsert<NewEventRow>('events', eventColumns);

/** Records an event and returns its UUID. The event is delivered to listeners after the commit. */
export const recordEvent = (tx: WriteHandle, event: NewEvent): Promise<string> => recordDeclaredEvent(tx, event);

/**
 * Records that the revisions of an entry have changed, if the entry is public, because its record contains their number. The event only
 * purges a CDN: subscribers do not receive it.
 */
export async function recordHistoryChange(
  tx: WriteHandle,
  { id, type, status }: { readonly id: number; readonly type: string; readonly status: string },
): Promise<void> {
  if (status === 'publish') await recordDeclaredEvent(tx, { kind: historyKind, type, subject: id });
}

/** Records an event of a kind that an extension declares. The caller must verify that the kind belongs to the extension. */
export async function recordDeclaredEvent(tx: WriteHandle, event: NewEvent<string>): Promise<string> {
  const { kind, type = '', subject = 0, statusBefore = '', status = '', tags = [] } = event;
  const [resourceGroup = ''] = kind.split('.');
  const all =
    subject === 0
      ? [resourceGroup, ...tags]
      : [`${resourceGroup}:${subject}`, ...(type ? [`type:${type}`] : []), ...tags];
  const text = JSON.stringify([...new Set(all)]);
  const uuid = randomUUID();
  const row = { uuid, at: Date.now(), kind, type, subject, status_before: statusBefore, status };
  await tx.insert(newEvents, { ...row, tags: text });
  return uuid;
}
