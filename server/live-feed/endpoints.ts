// Implements the endpoint of the live feed.
import { type FeedEndpoints, liveFeedModule } from '../../contract/octavo-v1/events.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database } from '../database/handle.ts';
import { assignAllPositions, assignPositionsUnlessBusy } from '../events/deliver-events.ts';
import { type MessageOf, matchesSubscription } from '../events/message.ts';
import { eventsAfter, firstPosition, lastPosition } from '../events/store.ts';
import { implement, type Operations, type Permissions } from '../http/implement.ts';
import type { ArgsOf, Call, Module } from '../http/module.ts';
import { type FollowerLimits, Followers } from './followers.ts';
import { requestedPosition } from './requested-position.ts';
import {
  formatEvent,
  formatRetry,
  reconnectDelayMs,
  type StreamLimits,
  withStreamDefaults,
} from './server-sent-events.ts';
import { Waiters } from './waiters.ts';

// Streams events as server-sent events (HTML Standard §9.2).

/** The operations, keyed by their names in the contract. */
type FeedOperations = Operations<FeedEndpoints, object, never>;

/** Polling interval, in milliseconds. */
const pollIntervalMs = 400;

/** A poller of the last position in the event log. All waiting callers share its polls. */
class EventTail {
  readonly #database: Database;
  readonly #waiters = new Waiters<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves with the last position when it differs from `position`. It is greater after new events, and may be smaller after the
   * database was restored. Resolves with undefined after `timeoutMs` milliseconds, or when `ending` aborts.
   */
  next(position: number, timeoutMs: number, ending: AbortSignal): Promise<number | undefined> {
    const waiting = this.#waiters.wait((last) => last !== position, timeoutMs, ending);
    this.#schedulePoll();
    return waiting;
  }

  #schedulePoll(): void {
    if (this.#timer || this.#waiters.size === 0) return;
    const poll = async () => {
      // The next poll tries again.
      const last = await this.#findLast().catch((error: unknown) => {
        reportBackgroundFailure('poll of the live feed', error);
        return undefined;
      });
      if (last !== undefined) this.#waiters.notify(last);
      this.#timer = undefined;
      this.#schedulePoll();
    };
    this.#timer = setTimeout(poll, pollIntervalMs).unref();
  }

  async #findLast(): Promise<number> {
    await assignPositionsUnlessBusy(this.#database);
    return lastPosition(this.#database.read);
  }
}

// GET /octavo/v1/events: streams events as server-sent events (HTML Standard §9.2).

type FollowArgs = ArgsOf<FeedEndpoints['follow-events']>;

/** Dependencies of the live feed. */
interface FeedDeps {
  readonly database: Database;
  readonly messageOf: MessageOf;
  /** Capabilities that receiving events of extensions requires in addition to the permission, by event kind. */
  readonly requiredCapabilities?: ReadonlyMap<string, string>;
}

/** Limits of the live feed. Default: 100 followers in this process, and 25 per user. */
type FeedLimits = Partial<FollowerLimits> & StreamLimits;

/** Maximum number of events that are read at once. The next events are read when these have been sent. */
const batchSize = 100;

/**
 * Responds with a stream of events. It ends after `maxDurationMs`, or when the caller is no longer permitted to follow events. The
 * client continues with a new request that contains the ID of the last event.
 *
 * Throws ApiError 400 `rest_invalid_event_id` for an invalid ID, and 429 `rest_too_many_followers` if there are too many followers.
 */
export function followEvents(deps: FeedDeps, limits: FeedLimits = {}): FeedOperations['follow-events'] {
  const { database } = deps;
  const { maxFollowers = 100, maxPerUser = 25 } = limits;
  const tail = new EventTail(database);
  const followers = new Followers({ maxFollowers, maxPerUser });
  return {
    async run(call) {
      const { id } = call.actor;
      followers.requireCapacity(id);
      const requested = requestedPosition(call);
      await assignAllPositions(database);
      const last = await lastPosition(database.read);
      const span = { requested, last, ...withStreamDefaults(limits) };
      const open = followers.counted(id, (ending) => streamEvents(deps, tail, call, span, ending));
      return { kind: 'stream', type: 'text/event-stream', open };
    },
  };
}

/** The position at which a stream begins, and its limits. */
interface StreamSpan extends Required<StreamLimits> {
  /** The position from which the client continues; undefined for a new client. */
  readonly requested: number | undefined;
  /** The last position when the stream was requested. */
  readonly last: number;
}

async function* streamEvents(
  { database, messageOf, requiredCapabilities }: FeedDeps,
  tail: EventTail,
  { actor, args: { kinds, types }, spelling, rest, renew }: Call<FollowArgs>,
  { requested, last, maxDurationMs, maxSilenceMs }: StreamSpan,
  ending: AbortSignal,
): AsyncGenerator<string> {
  const endsAt = performance.now() + maxDurationMs;
  let position = requested ?? last;
  let reader: Call['actor'] | undefined = actor;
  const canReceive = (kind: string) => {
    const capability = requiredCapabilities?.get(kind);
    return capability === undefined || reader?.can(capability) === true;
  };
  yield formatRetry(reconnectDelayMs);
  let lastSentAt = performance.now();
  const first = await firstPosition(database.read);
  if (position > last || position + 1 < first) {
    // Events after the position have been deleted, or the position is from another database, so the missed events are unknown.
    yield formatEvent('events.missed', { after: position, first, last }, Math.min(position, last));
    position = Math.min(position, last);
  }
  while (!ending.aborted && performance.now() < endsAt) {
    const events = await eventsAfter(database.read, position, batchSize);
    const isKeepAliveDue = performance.now() - lastSentAt >= maxSilenceMs;
    // The permission is checked after the events were read, so that no event is sent that happened after the
    // permission was withdrawn.
    if (events.length > 0 || isKeepAliveDue) reader = await renew();
    if (!reader) return;
    for (const event of events) {
      position = event.position;
      if (!matchesSubscription(event, kinds, types) || !canReceive(event.kind)) continue;
      yield formatEvent(event.kind, messageOf(event, { spelling, rest }), position);
      lastSentAt = performance.now();
    }
    if (performance.now() - lastSentAt >= maxSilenceMs) {
      // An ID without an event advances the position of the client past events that it does not receive.
      yield `id: ${position}\n\n`;
      lastSentAt = performance.now();
    }
    if (events.length > 0) continue;
    const timeoutMs = Math.max(1, Math.min(lastSentAt + maxSilenceMs, endsAt) - performance.now());
    const now = await tail.next(position, timeoutMs, ending);
    if (now === undefined || now > position) continue;
    // The database was restored to an earlier state.
    const missed = { after: position, first: await firstPosition(database.read), last: now };
    yield formatEvent('events.missed', missed, now);
    position = now;
    lastSentAt = performance.now();
  }
}

/** Permissions of the live feed, keyed by their names in the contract. */
const liveFeedPermissions: Permissions<FeedEndpoints, object> = {
  // Events reveal the existence of drafts, comments on hold and users, so callers must be allowed to read all of these.
  'follow-events': {
    permit: ({ actor }) =>
      actor.can('manage_options')
        ? undefined
        : {
            code: 'rest_cannot_follow_events',
            message: 'You are not allowed to follow events; only administrators may do this.',
          },
  },
};

/** Returns the module of the live feed. */
export function liveFeedEndpoints(deps: FeedDeps): Module {
  return implement(liveFeedModule, {
    permissions: liveFeedPermissions,
    operations: { 'follow-events': followEvents(deps) },
  });
}
