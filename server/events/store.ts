// Stores events and the delivery state of listeners.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { readStoredList } from '../database/stored-json.ts';
import type { SiteEvent } from './event.ts';

const findUnpositioned = statement((q) =>
  q.selectFrom('events').select('id').where('position', 'is', sql<null>`null`).limit(1),
);

/** Returns whether there are events without a position. */
export const hasUnpositionedEvents = async (read: ReadHandle): Promise<boolean> =>
  (await read.first(findUnpositioned, {})) !== undefined;

const assignPositionsStatement = statement((q, p: Slots<{ limit: number }>) =>
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
 * Assigns positions to up to `limit` committed events that have none, and returns the number of these events. Concurrent callers wait,
 * so that positions have the order in which events become visible. This order can differ from the order of IDs when transactions
 * commit concurrently.
 */
export async function assignPositions(tx: WriteHandle, limit: number): Promise<number> {
  await lockPositions(tx);
  return (await tx.run(assignPositionsStatement, { limit })).changes;
}

/** As assignPositions, unless another transaction is assigning positions. Returns whether it has assigned them. */
export async function tryAssignPositions(tx: WriteHandle, limit: number): Promise<boolean> {
  if (!(await tx.tryLock(positionsLock))) return false;
  await tx.run(assignPositionsStatement, { limit });
  return true;
}

const last = statement((q) =>
  q.selectFrom('events').select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`0`).as('position')),
);

/** Returns the highest assigned position; 0 if there is none. */
export const lastPosition = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(last, {}))?.position ?? 0);

const updatePosition = statement((q, p: Slots<{ uuid: string; position: number }>) =>
  q.updateTable('events').set({ position: p.position }).where('uuid', '=', p.uuid),
);

/** Assigns a position to the event with this UUID. */
export const setPosition = (tx: WriteHandle, uuid: string, position: number) =>
  tx.run(updatePosition, { uuid, position });

const positionsLock = 'positions of events';

/** Prevents other transactions from assigning positions until this one ends. */
export const lockPositions = (tx: WriteHandle): Promise<void> => tx.lock(positionsLock);

const firstPositionStatement = statement((q) =>
  q.selectFrom('events').select((eb) => eb.fn.coalesce(eb.fn.min('position'), sql<number>`0`).as('position')),
);

/** Returns the lowest position of a retained event; 0 if there is none. */
export const firstPosition = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(firstPositionStatement, {}))?.position ?? 0);

const after = statement((q, p: Slots<{ position: number; limit: number }>) =>
  q.selectFrom('events').selectAll().where('position', '>', p.position).orderBy('position').limit(p.limit),
);

/** Returns up to `limit` events after a position, in order. */
export async function eventsAfter(read: ReadHandle, position: number, limit: number): Promise<SiteEvent[]> {
  const rows = await read.all(after, { position, limit });
  return rows.map(({ id: _id, status_before: statusBefore, tags, position: storedPosition, ...row }) => ({
    ...row,
    position: storedPosition ?? 0,
    statusBefore,
    tags: readStoredList(tags, 'events.tags'),
  }));
}

const pruneStatement = statement((q, p: Slots<{ before: number; last: number; names: string[] }>) =>
  q
    .deleteFrom('events')
    .where('position', '<', p.last)
    // No event after a retained one is deleted, even if the clock was set back, so that subscribers can detect missed events.
    .where('position', '<', (eb) =>
      eb
        .selectFrom('events')
        .select((b) => b.fn.coalesce(b.fn.min('position'), p.last).as('kept'))
        .where('position', 'is not', null)
        .where('at', '>=', p.before),
    )
    // Events that a listener has not received yet are retained.
    .where('position', '<=', (eb) =>
      eb
        .selectFrom('event_listeners')
        .select((b) => b.fn.coalesce(b.fn.min('position'), p.last).as('heard'))
        .where(q.dialect.inTextList('name', p.names)),
    ),
);

/**
 * Deletes events that are older than a timestamp (in milliseconds since 1970) and that the listeners with these names have received.
 * Returns their number. The newest event is retained, because positions continue from it. Events are not retained for other
 * listeners.
 */
export async function pruneEvents(tx: WriteHandle, before: number, names: readonly string[]): Promise<number> {
  return (await tx.run(pruneStatement, { before, last: await lastPosition(tx), names: [...names] })).changes;
}

const selectListeners = statement((q) => q.selectFrom('event_listeners').selectAll());

/** Returns the delivery state of all listeners. */
export const listListeners = (read: ReadHandle) => read.all(selectListeners, {});

const insertListener = statement((q, p: Slots<{ name: string; position: number }>) =>
  q
    .insertInto('event_listeners')
    .values({ name: p.name, position: p.position, leased_until: 0, failures: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

/** Adds a listener if it does not exist. It receives events from now on. */
export async function addListener(tx: WriteHandle, name: string): Promise<void> {
  await tx.run(insertListener, { name, position: await lastPosition(tx) });
}

const updateListenerPosition = statement((q, p: Slots<{ name: string; position: number }>) =>
  q.updateTable('event_listeners').set({ position: p.position }).where('name', '=', p.name),
);

/** Stores the position of the last event that a listener has received. */
export const advanceListener = (tx: WriteHandle, name: string, position: number) =>
  tx.run(updateListenerPosition, { name, position });

const deleteListenerStatement = statement((q, p: Slots<{ name: string }>) =>
  q.deleteFrom('event_listeners').where('name', '=', p.name),
);

/** Deletes a listener. It receives no more events, and no events are retained for it. */
export const deleteListener = (tx: WriteHandle, name: string) => tx.run(deleteListenerStatement, { name });

const leaseStatement = statement((q, p: Slots<{ name: string; now: number; until: number }>) =>
  q
    .updateTable('event_listeners')
    .set({ leased_until: p.until })
    .where('name', '=', p.name)
    .where('leased_until', '<=', p.now),
);

/** Leases a listener until a timestamp, in milliseconds since 1970. Returns false if another process holds the lease. */
export const leaseListener = async (tx: WriteHandle, name: string, now: number, until: number): Promise<boolean> =>
  (await tx.run(leaseStatement, { name, now, until })).changes > 0;

const releaseStatement = statement(
  (q, p: Slots<{ name: string; leasedUntil: number; position: number; until: number; failures: number }>) =>
    q
      .updateTable('event_listeners')
      .set({ position: p.position, leased_until: p.until, failures: p.failures })
      .where('name', '=', p.name)
      .where('leased_until', '=', p.leasedUntil),
);

/** Releases a lease and stores the listener's state. `until` delays the next delivery. Does nothing if another process has the lease. */
export const releaseListener = (
  tx: WriteHandle,
  released: { name: string; leasedUntil: number; position: number; until: number; failures: number },
) => tx.run(releaseStatement, released);
