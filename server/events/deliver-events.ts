// Delivers events to listeners, in order and at least once. Only one process at a time delivers events to a listener.
import type { Database } from '../database/handle.ts';
import { withTimeLimit } from '../time/with-time-limit.ts';
import type { Clock } from '../time/zone.ts';
import type { Listener } from './event.ts';
import {
  addListener,
  assignPositions,
  eventsAfter,
  hasUnpositionedEvents,
  lastPosition,
  leaseListener,
  listListeners,
  pruneEvents,
  releaseListener,
  tryAssignPositions,
} from './store.ts';

/** Maximum number of events delivered under one lease. */
const batchSize = 100;

/** Maximum number of events that get their positions in one transaction. */
const maxAssignedPositions = 1000;

/** Duration of a lease, in milliseconds, after which another process may deliver the same events again. */
const leaseMs = 60_000;

/** Maximum delay after failures, in milliseconds. */
const maxDelayMs = 10 * 60_000;

/** Dependencies of event delivery. */
export interface DeliveryDeps {
  readonly database: Database;
  readonly listeners: readonly Listener[];
  readonly clock: Clock;
  readonly onFailure: (error: unknown, listener: string) => void;
  /** Timeout of a listener for one event, in milliseconds. Default: 30 seconds. */
  readonly listenerTimeoutMs?: number;
}

/** Assigns positions to all events that are committed before the call and have no position yet. */
export async function assignAllPositions(database: Database): Promise<void> {
  while (await hasUnpositionedEvents(database.read))
    await database.transaction((tx) => assignPositions(tx, maxAssignedPositions));
}

/**
 * Assigns positions to events, unless another process is doing it. The next call then finds what that one has left. For tasks that recur, so that
 * those of several nodes do not wait for each other.
 */
export async function assignPositionsUnlessBusy(database: Database): Promise<void> {
  let isAssigning = true;
  while (isAssigning && (await hasUnpositionedEvents(database.read)))
    isAssigning = await database.transaction((tx) => tryAssignPositions(tx, maxAssignedPositions));
}

/** Adds listeners that are not stored yet, so that they receive every event from now on. Called once at startup. */
export async function registerListeners({
  database,
  listeners,
}: Pick<DeliveryDeps, 'database' | 'listeners'>): Promise<void> {
  const known = new Set((await listListeners(database.read)).map(({ name }) => name));
  const newListeners = listeners.filter(({ name }) => !known.has(name));
  if (newListeners.length === 0) return;
  await database.transaction(async (tx) => {
    await assignPositions(tx, Number.MAX_SAFE_INTEGER);
    for (const { name } of newListeners) await addListener(tx, name);
  });
}

/** Delivers pending events to all listeners. Errors are passed to `onFailure`; delivery is retried with increasing delays. */
export async function deliverEvents(deps: DeliveryDeps): Promise<void> {
  const { database, listeners } = deps;
  await assignPositionsUnlessBusy(database);
  const last = await lastPosition(database.read);
  const rows = new Map((await listListeners(database.read)).map((row) => [row.name, row]));
  for (const listener of listeners) {
    let row = rows.get(listener.name);
    while (row && row.position < last && row.leased_until <= deps.clock())
      row = await deliverBatch(deps, listener, row);
  }
}

/**
 * Deletes events that are older than a timestamp (in milliseconds since 1970) and that all given listeners have received. Events are
 * not retained for other listeners, such as listeners of disabled extensions. If such an extension is enabled again, its listeners
 * receive the events that are still retained.
 */
export const pruneDeliveredEvents = (
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

/** The delivery state of a listener. */
interface ListenerState {
  readonly name: string;
  readonly position: number;
  readonly leased_until: number;
  readonly failures: number;
}

/** Delivers the next events to a listener. Returns its new state, or undefined if another process holds the lease. */
async function deliverBatch(
  deps: DeliveryDeps,
  listener: Listener,
  before: ListenerState,
): Promise<ListenerState | undefined> {
  const { database, clock, onFailure, listenerTimeoutMs = leaseMs / 2 } = deps;
  const { name } = listener;
  const until = clock() + leaseMs;
  if (!(await database.transaction((tx) => leaseListener(tx, name, clock(), until)))) return undefined;
  // The state is read again under the lease, because another process may have delivered events since.
  const row = (await listListeners(database.read)).find((each) => each.name === name) ?? before;
  let { position, failures } = row;
  let delayMs = 0;
  try {
    for (const event of await eventsAfter(database.read, position, batchSize)) {
      // Delivery to a slow listener stops early, so that the lease does not expire while the listener handles an event.
      if (clock() >= until - leaseMs / 2) break;
      if (listener.kinds.includes(event.kind))
        await withTimeLimit(listenerTimeoutMs, 'the listener timed out', () => listener.onEvent(event));
      position = event.position;
      failures = 0;
    }
  } catch (error) {
    onFailure(error, name);
    failures += 1;
    delayMs = Math.min(maxDelayMs, 1000 * 2 ** Math.min(failures, 20));
  }
  const released = { name, position, failures, until: delayMs === 0 ? 0 : clock() + delayMs };
  await database.transaction((tx) => releaseListener(tx, { ...released, leasedUntil: until }));
  return { name, position, failures, leased_until: released.until };
}
