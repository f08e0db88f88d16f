// The SQL of telling events.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { readStoredList } from '../database/stored-json.ts';
import type { SiteEvent } from './event.ts';

const waiting = statement((q) => q.selectFrom('events').select('id').where('position', 'is', sql<null>`null`).limit(1));

/** Whether an event has no position yet. */
export const hasUnplaced = async (read: ReadHandle): Promise<boolean> => (await read.first(waiting, {})) !== undefined;

const placing = statement((q, p: Slots<{ limit: number }>) =>
  q
    .with('fresh', (w) =>
      w
        .selectFrom('events')
        .select((eb) => [
          'id as fresh_id',
          sql<number>`row_number() over (order by ${eb.ref('id')})`.as('rank'),
          eb
            .selectFrom('events as placed')
            .select((b) => b.fn.coalesce(b.fn.max('placed.position'), sql<number>`0`).as('last'))
            .as('last'),
        ])
        .where('position', 'is', sql<null>`null`)
        .orderBy('id')
        .limit(p.limit),
    )
    .updateTable('events')
    .from('fresh')
    .set({ position: sql<number>`fresh.last + fresh.rank` })
    .whereRef('events.id', '=', 'fresh.fresh_id'),
);

/**
 * Gives positions to events that are committed and have none; says how many. Others who do the same wait: positions are given in
 * the order in which they can be read, which the order of numbers is not where several write at once.
 */
export async function placeEvents(tx: WriteHandle, limit: number): Promise<number> {
  await claimPositions(tx);
  return (await tx.run(placing, { limit })).changes;
}

const last = statement((q) =>
  q.selectFrom('events').select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`0`).as('position')),
);

/** The greatest position given; 0: none. */
export const lastPosition = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(last, {}))?.position ?? 0);

const positioning = statement((q, p: Slots<{ uuid: string; position: number }>) =>
  q.updateTable('events').set({ position: p.position }).where('uuid', '=', p.uuid),
);

/** Gives an event a place by itself. */
export const writePosition = (tx: WriteHandle, uuid: string, position: number) =>
  tx.run(positioning, { uuid, position });

/** Lets nobody else give places until the transaction ends. */
export const claimPositions = (tx: WriteHandle): Promise<void> => tx.lock('positions of events');

const earliest = statement((q) =>
  q.selectFrom('events').select((eb) => eb.fn.coalesce(eb.fn.min('position'), sql<number>`0`).as('position')),
);

/** The smallest position that is still kept; 0: none is. */
export const firstPosition = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(earliest, {}))?.position ?? 0);

const after = statement((q, p: Slots<{ position: number; limit: number }>) =>
  q.selectFrom('events').selectAll().where('position', '>', p.position).orderBy('position').limit(p.limit),
);

/** Events behind a position, in order. */
export async function eventsAfter(read: ReadHandle, position: number, limit: number): Promise<SiteEvent[]> {
  const rows = await read.all(after, { position, limit });
  return rows.map(({ id: _id, status_before: statusBefore, tags, position: place, ...row }) => ({
    ...row,
    position: place ?? 0,
    statusBefore,
    tags: readStoredList(tags),
  }));
}

const pruning = statement((q, p: Slots<{ before: number; last: number; names: string[] }>) =>
  q
    .deleteFrom('events')
    .where('position', '<', p.last)
    // What is left has no gaps, though the clock was put back meanwhile: who has been at its beginning has missed nothing.
    .where('position', '<', (eb) =>
      eb
        .selectFrom('events')
        .select((b) => b.fn.coalesce(b.fn.min('position'), p.last).as('kept'))
        .where('position', 'is not', null)
        .where('at', '>=', p.before),
    )
    // What a listener has not heard of yet stays.
    .where('position', '<=', (eb) =>
      eb
        .selectFrom('event_listeners')
        .select((b) => b.fn.coalesce(b.fn.min('position'), p.last).as('heard'))
        .where(q.dialect.inTextList('name', p.names)),
    ),
);

/**
 * Deletes events that are older than a moment and that the listeners of these names have heard of; the newest stays, for positions
 * go on from it. Others that once listened hold nothing back.
 */
export async function pruneEvents(tx: WriteHandle, before: number, names: readonly string[]): Promise<number> {
  return (await tx.run(pruning, { before, last: await lastPosition(tx), names: [...names] })).changes;
}

const heard = statement((q) => q.selectFrom('event_listeners').selectAll());

/** How far the listeners have heard. */
export const listenerRows = (read: ReadHandle) => read.all(heard, {});

const joining = statement((q, p: Slots<{ name: string; position: number }>) =>
  q
    .insertInto('event_listeners')
    .values({ name: p.name, position: p.position, leased_until: 0, failures: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

/** Lets a new listener hear what happens from now on. */
export async function joinListener(tx: WriteHandle, name: string): Promise<void> {
  await tx.run(joining, { name, position: await lastPosition(tx) });
}

const advancing = statement((q, p: Slots<{ name: string; position: number }>) =>
  q.updateTable('event_listeners').set({ position: p.position }).where('name', '=', p.name),
);

/** Notes how far a listener has heard. */
export const advanceListener = (tx: WriteHandle, name: string, position: number) =>
  tx.run(advancing, { name, position });

const leaving = statement((q, p: Slots<{ name: string }>) =>
  q.deleteFrom('event_listeners').where('name', '=', p.name),
);

/** Forgets a listener: it hears no more, and no event stays for its sake. */
export const leaveListener = (tx: WriteHandle, name: string) => tx.run(leaving, { name });

const leasing = statement((q, p: Slots<{ name: string; now: number; until: number }>) =>
  q
    .updateTable('event_listeners')
    .set({ leased_until: p.until })
    .where('name', '=', p.name)
    .where('leased_until', '<=', p.now),
);

/** Takes a listener for this process alone until a moment; false where another has it. */
export const leaseListener = async (tx: WriteHandle, name: string, now: number, until: number): Promise<boolean> =>
  (await tx.run(leasing, { name, now, until })).changes > 0;

const releasing = statement(
  (q, p: Slots<{ name: string; lease: number; position: number; until: number; failures: number }>) =>
    q
      .updateTable('event_listeners')
      .set({ position: p.position, leased_until: p.until, failures: p.failures })
      .where('name', '=', p.name)
      .where('leased_until', '=', p.lease),
);

/** Gives a listener back with how far it has heard, not to be told before a moment; nothing where the lease has ended. */
export const releaseListener = (
  tx: WriteHandle,
  released: { name: string; lease: number; position: number; until: number; failures: number },
) => tx.run(releasing, released);
