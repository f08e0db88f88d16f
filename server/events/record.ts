// Writing down what happens, in the transaction that makes it happen: neither is there without the other.
import { randomUUID } from 'node:crypto';
import type { WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { EventsTable } from '../database/tables/events.ts';
import type { NewEvent } from './event.ts';

/** A new event as it is stored: its number and its place in the order come later. */
type Written = Omit<EventsTable, 'id' | 'position'>;

const insertion = statement((q, p: Slots<Written>) =>
  q.insertInto('events').values({
    ...{ uuid: p.uuid, at: p.at, kind: p.kind, type: p.type, subject: p.subject },
    ...{ status_before: p.status_before, status: p.status, tags: p.tags },
  } as never),
);

/** Writes an event down; those who listen are told once the transaction is committed. Gives what names it. */
export const recordEvent = (tx: WriteHandle, event: NewEvent): Promise<string> => recordDeclared(tx, event);

/** The same for kinds that extensions declare. Callers see to it that the kind is one of theirs. */
export async function recordDeclared(tx: WriteHandle, event: NewEvent<string>): Promise<string> {
  const { kind, type = '', subject = 0, statusBefore = '', status = '', tags = [] } = event;
  const [family = ''] = kind.split('.');
  const all = subject === 0 ? [family, ...tags] : [`${family}:${subject}`, ...(type ? [`type:${type}`] : []), ...tags];
  const text = JSON.stringify([...new Set(all)]);
  const uuid = randomUUID();
  const written = { uuid, at: Date.now(), kind, type, subject, status_before: statusBefore, status };
  await tx.run(insertion, { ...written, tags: text });
  return uuid;
}
