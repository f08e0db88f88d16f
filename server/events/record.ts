// Writing down what happens, in the transaction that makes it happen: neither is there without the other.
import { randomUUID } from 'node:crypto';
import type { WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { NewEvent } from './event.ts';
import { lastPosition, placeEvents, writePosition } from './store.ts';

interface Written {
  uuid: string;
  at: number;
  kind: string;
  type: string;
  subject: number;
  status_before: string;
  status: string;
  tags: string;
}

const insertion = statement((q, p: Slots<Written>) =>
  q.insertInto('events').values({
    ...{ uuid: p.uuid, at: p.at, kind: p.kind, type: p.type, subject: p.subject },
    ...{ status_before: p.status_before, status: p.status, tags: p.tags },
  } as never),
);

/** Writes an event down; those who listen are told once the transaction is committed. */
export async function recordEvent(tx: WriteHandle, event: NewEvent): Promise<void> {
  await tx.run(insertion, written(event));
}

function written(event: NewEvent): Written {
  const { kind, type = '', subject = 0, statusBefore = '', status = '', tags = [] } = event;
  const [family = ''] = kind.split('.');
  const all = subject === 0 ? [family, ...tags] : [`${family}:${subject}`, ...(type ? [`type:${type}`] : []), ...tags];
  const common = { uuid: randomUUID(), at: Date.now(), kind, type, subject, status_before: statusBefore, status };
  return { ...common, tags: JSON.stringify([...new Set(all)]) };
}

/**
 * Writes down that everything was replaced by what a backup has. `former` is the last place that was given before: this event
 * comes behind all of them, so that nobody takes what happens from now on for what they have been told already.
 */
export async function recordRestored(tx: WriteHandle, former: number): Promise<void> {
  await placeEvents(tx, Number.MAX_SAFE_INTEGER);
  const event = written({ kind: 'site.restored' });
  await tx.run(insertion, event);
  await writePosition(tx, event.uuid, Math.max(former, await lastPosition(tx)) + 1);
}
