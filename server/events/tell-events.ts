// Telling listeners what has happened: each event at least once, in order, by one process at a time for each listener.
import type { Database } from '../database/handle.ts';
import { within } from '../time/within.ts';
import type { Clock } from '../time/zone.ts';
import type { Listener } from './event.ts';
import {
  eventsAfter,
  hasUnplaced,
  joinListener,
  lastPosition,
  leaseListener,
  listenerRows,
  placeEvents,
  pruneEvents,
  releaseListener,
} from './store.ts';

/** So many events are told under one lease. */
const together = 100;

/** How long a listener may take for them before another process tells it the same again. Milliseconds. */
const lease = 60_000;

/** The longest wait after failures. Milliseconds. */
const longestWait = 10 * 60_000;

/** What telling is made of. */
export interface TellParts {
  readonly database: Database;
  readonly listeners: readonly Listener[];
  readonly clock: Clock;
  readonly onFailure: (error: unknown, listener: string) => void;
  /** How long a listener may take for one event before the others are told. Milliseconds; absent: half a minute. */
  readonly patience?: number;
}

/** Gives all committed events their places in the order in which they are told. */
export async function placeAll(database: Database): Promise<void> {
  while (await hasUnplaced(database.read)) await database.transaction((tx) => placeEvents(tx, 1000));
}

/** Remembers all listeners, so that they hear of everything from now on. Asked once at the start. */
export async function joinListeners({ database, listeners }: Pick<TellParts, 'database' | 'listeners'>): Promise<void> {
  const known = new Set((await listenerRows(database.read)).map(({ name }) => name));
  const fresh = listeners.filter(({ name }) => !known.has(name));
  if (fresh.length === 0) return;
  await database.transaction(async (tx) => {
    await placeEvents(tx, Number.MAX_SAFE_INTEGER);
    for (const { name } of fresh) await joinListener(tx, name);
  });
}

/** Tells everybody what they have not heard yet. What a listener throws is told; it hears the same again, later and later. */
export async function tellEvents(parts: TellParts): Promise<void> {
  const { database, listeners } = parts;
  await placeAll(database);
  const last = await lastPosition(database.read);
  const rows = new Map((await listenerRows(database.read)).map((row) => [row.name, row]));
  for (const listener of listeners) {
    let row = rows.get(listener.name);
    while (row && row.position < last && row.leased_until <= parts.clock()) row = await tellOne(parts, listener, row);
  }
}

/**
 * Deletes events that are older than a moment (milliseconds since 1970), as far as the listeners there are have heard of them. One
 * that is not there any longer, such as that of an extension that was switched off, holds nothing back: when it returns, it hears
 * what is left.
 */
export const forgetEvents = (
  { database, listeners }: { readonly database: Database; readonly listeners: readonly Pick<Listener, 'name'>[] },
  before: number,
): Promise<number> =>
  database.transaction((tx) =>
    pruneEvents(
      tx,
      before,
      listeners.map(({ name }) => name),
    ),
  );

interface Heard {
  readonly name: string;
  readonly position: number;
  readonly leased_until: number;
  readonly failures: number;
}

/** Tells a listener the next events; gives how far it has heard, or undefined where another process tells it. */
async function tellOne(parts: TellParts, listener: Listener, before: Heard): Promise<Heard | undefined> {
  const { database, clock, onFailure, patience = lease / 2 } = parts;
  const { name } = listener;
  const until = clock() + lease;
  if (!(await database.transaction((tx) => leaseListener(tx, name, clock(), until)))) return undefined;
  // Read under the lease: another process may have told it meanwhile.
  const row = (await listenerRows(database.read)).find((each) => each.name === name) ?? before;
  let { position, failures } = row;
  let wait = 0;
  try {
    for (const event of await eventsAfter(database.read, position, together)) {
      // A slow listener takes fewer under one lease, lest another process tells it the same again and again.
      if (clock() >= until - lease / 2) break;
      if (listener.kinds.includes(event.kind))
        await within(patience, 'the listener has not ended', () => listener.hear(event));
      position = event.position;
      failures = 0;
    }
  } catch (error) {
    onFailure(error, name);
    failures += 1;
    wait = Math.min(longestWait, 1000 * 2 ** Math.min(failures, 20));
  }
  const released = { name, position, failures, until: wait === 0 ? 0 : clock() + wait };
  await database.transaction((tx) => releaseListener(tx, { ...released, lease: until }));
  return { name, position, failures, leased_until: released.until };
}
