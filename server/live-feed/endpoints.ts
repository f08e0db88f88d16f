// Implements the endpoint of the live feed.
import { type FeedEndpoints, liveFeedModule } from '../../contract/octavo-v1/events.ts';
import { ApiError } from '../api-error.ts';
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database } from '../database/handle.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import { type MessageOf, matchesSubscription } from '../events/message.ts';
import { eventsAfter, firstPosition, lastPosition } from '../events/store.ts';
import { implement, type Operations, type Permissions } from '../http/implement.ts';
import type { ArgsOf, Call, Module } from '../http/module.ts';

// Streams events as server-sent events (HTML Standard §9.2).

/** The operations, keyed by their names in the contract. */
type FeedOperations = Operations<FeedEndpoints, object, never>;

/** Polling interval, in milliseconds. */
const pollIntervalMs = 400;

/** A poller of the last position in the event log. All waiting callers share its polls. */
class EventTail {
  readonly #database: Database;
  readonly #waiting = new Map<(last: number | undefined) => void, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves with the last position when it differs from `position`. It is greater after new events, and may be smaller after the
   * database was restored. Resolves with undefined after `timeoutMs` milliseconds, or when `ending` aborts.
   */
  async next(position: number, timeoutMs: number, ending: AbortSignal): Promise<number | undefined> {
    if (ending.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const end = () => resolve(undefined);
    const timer = setTimeout(end, timeoutMs).unref();
    ending.addEventListener('abort', end);
    this.#waiting.set(resolve, position);
    this.#schedulePoll();
    const last = await promise;
    ending.removeEventListener('abort', end);
    this.#waiting.delete(resolve);
    clearTimeout(timer);
    return last;
  }

  #schedulePoll(): void {
    if (this.#timer) return;
    const poll = async () => {
      // The next poll tries again.
      const last = await this.#findLast().catch((error: unknown) => {
        reportBackgroundFailure('poll of the live feed', error);
        return undefined;
      });
      for (const [resolveWaiting, position] of this.#waiting)
        if (last !== undefined && last !== position) resolveWaiting(last);
      this.#timer = undefined;
      if (this.#waiting.size > 0) this.#schedulePoll();
    };
    this.#timer = setTimeout(poll, pollIntervalMs).unref();
  }

  async #findLast(): Promise<number> {
    await assignAllPositions(this.#database);
    return lastPosition(this.#database.read);
  }
}

/** The number of followers in total and per user, with their limits. */
class Followers {
  readonly #maxFollowers: number;
  readonly #maxPerUser: number;
  readonly #counts = new Map<number, number>();
  #all = 0;

  /** `maxFollowers` is the limit for all followers, and `maxPerUser` the limit per user. */
  constructor(maxFollowers: number, maxPerUser: number) {
    this.#maxFollowers = maxFollowers;
    this.#maxPerUser = maxPerUser;
  }

  /** Returns whether another follower with this user ID is allowed. */
  hasCapacity(user: number): boolean {
    return this.#all < this.#maxFollowers && this.#countOf(user) < this.#maxPerUser;
  }

  add(user: number): void {
    this.#all += 1;
    this.#counts.set(user, this.#countOf(user) + 1);
  }

  remove(user: number): void {
    this.#all -= 1;
    const remaining = this.#countOf(user) - 1;
    if (remaining > 0) this.#counts.set(user, remaining);
    else this.#counts.delete(user);
  }

  #countOf(user: number): number {
    return this.#counts.get(user) ?? 0;
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

/** Limits of the live feed. */
interface FeedLimits {
  /** Maximum number of followers in this process. Default: 100. */
  readonly maxFollowers?: number;
  /** Maximum number of followers per user. Default: 25. */
  readonly maxPerUser?: number;
  /** Maximum duration of a response, in milliseconds. Default: 10 minutes. */
  readonly maxDurationMs?: number;
  /** Maximum time without data, in milliseconds, after which the ID of the last event is sent. Default: 15 seconds. */
  readonly maxSilenceMs?: number;
}

/** Maximum number of events that are read at once. The next events are read when these have been sent. */
const batchSize = 100;

/** Delay after which a rejected client should retry, in milliseconds. */
const retryMs = 10_000;

/**
 * Responds with a stream of events. It ends after `maxDurationMs`, or when the caller is no longer permitted to follow events. The
 * client continues with a new request that contains the ID of the last event.
 *
 * Throws ApiError 400 `rest_invalid_event_id` for an invalid ID, and 429 `rest_too_many_followers` if there are too many followers.
 */
export function followEvents(deps: FeedDeps, limits: FeedLimits = {}): FeedOperations['follow-events'] {
  const { database } = deps;
  const { maxFollowers = 100, maxPerUser = 25, maxDurationMs = 10 * 60_000, maxSilenceMs = 15_000 } = limits;
  const tail = new EventTail(database);
  const followers = new Followers(maxFollowers, maxPerUser);
  return {
    async run(call) {
      const { id } = call.actor;
      if (!followers.hasCapacity(id)) {
        const message = `Too many followers: at most ${maxFollowers} connections, and ${maxPerUser} per user, are allowed; try again later.`;
        throw new ApiError('rest_too_many_followers', 429, message, { retryAfter: retryMs / 1000 });
      }
      const requested = requestedPosition(call);
      await assignAllPositions(database);
      const last = await lastPosition(database.read);
      const open = async function* (ending: AbortSignal): AsyncGenerator<string> {
        // Other followers may have been admitted since the check.
        if (!followers.hasCapacity(id)) {
          yield `retry: ${retryMs}\n\n`;
          return;
        }
        followers.add(id);
        try {
          const span = { requested, last, maxDurationMs, maxSilenceMs };
          yield* streamEvents(deps, tail, call, span, ending);
        } finally {
          followers.remove(id);
        }
      };
      return { kind: 'stream', type: 'text/event-stream', open };
    },
  };
}

/** Returns the position from which the client continues; undefined for a new client. Throws ApiError 400 `rest_invalid_event_id`. */
function requestedPosition({ header, args }: Call<FollowArgs>): number | undefined {
  const id = header('last-event-id');
  if (id === undefined || id === '') return args.after;
  if (!/^\d{1,15}$/.test(id))
    throw new ApiError(
      'rest_invalid_event_id',
      400,
      'Invalid Last-Event-ID: it must be the ID of an event that you have received.',
    );
  return Number(id);
}

/** The position at which a stream begins, and its limits. */
interface StreamSpan extends Required<Pick<FeedLimits, 'maxDurationMs' | 'maxSilenceMs'>> {
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
  yield 'retry: 2000\n\n';
  let lastSentAt = performance.now();
  const first = await firstPosition(database.read);
  if (position > last || position + 1 < first) {
    // Events after the position have been deleted, or the position is from another database, so the missed events are unknown.
    yield formatEvent('events.missed', Math.min(position, last), { after: position, first, last });
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
      yield formatEvent(event.kind, position, messageOf(event, { spelling, rest }));
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
    yield formatEvent('events.missed', now, { after: position, first: await firstPosition(database.read), last: now });
    position = now;
    lastSentAt = performance.now();
  }
}

const formatEvent = (name: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

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
