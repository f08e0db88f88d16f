// GET on the events: what happens, as server-sent events (HTML Standard §9.2).
import type { FollowArgs } from '../../contract/octavo-v1/events.ts';
import type { Database } from '../database/handle.ts';
import { isWanted, type MessageOf } from '../events/message.ts';
import { eventsAfter, firstPosition, lastPosition } from '../events/store.ts';
import { placeAll } from '../events/tell-events.ts';
import type { Call, Operation } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import { EventTail } from './event-tail.ts';
import { Followers } from './followers.ts';

export interface FeedParts {
  readonly database: Database;
  readonly messageOf: MessageOf;
  /** The rights that kinds of extensions need, beside that of following. */
  readonly needs?: ReadonlyMap<string, string>;
  /** How many may follow at once in this process; absent: 100. */
  readonly most?: number;
  /** How many of them by the account of one user; absent: 25. */
  readonly mostOfOne?: number;
  /** How long one may follow before asking again. Milliseconds; absent: 10 minutes. */
  readonly longest?: number;
  /** How long nothing is sent at most. Milliseconds; absent: 15 seconds. */
  readonly silence?: number;
}

/** So many events are read at once; the next are read when these are gone. */
const together = 100;

/** After how long somebody for whom there is no room is to come again. Milliseconds. */
const crowded = 10_000;

/**
 * Answers with a stream of events that ends after a while, or when its reader may no longer follow; who reads on asks again with
 * the number of the last one.
 *
 * Throws Refusal 400 `rest_invalid_event_id`, 429 `rest_too_many_followers`.
 */
export function followEvents(parts: FeedParts): Operation {
  const { database, most = 100, mostOfOne = 25 } = parts;
  const tail = new EventTail(database);
  const followers = new Followers(most, mostOfOne);
  return {
    async run(call: Call<FollowArgs>) {
      const { id } = call.actor;
      if (!followers.hasRoom(id)) {
        const message = `At most ${most} may follow events at once, ${mostOfOne} by one account; try again later.`;
        throw new Refusal('rest_too_many_followers', 429, message, { retryAfter: crowded / 1000 });
      }
      const asked = askedPosition(call);
      await placeAll(database);
      const last = await lastPosition(database.read);
      const open = async function* (ending: AbortSignal): AsyncGenerator<string> {
        // Others may have come in since there was room.
        if (!followers.hasRoom(id)) {
          yield `retry: ${crowded}\n\n`;
          return;
        }
        followers.enter(id);
        try {
          yield* textOf(parts, tail, call, { asked, last }, ending);
        } finally {
          followers.leave(id);
        }
      };
      return { kind: 'stream', type: 'text/event-stream', open };
    },
  };
}

/** Where somebody has been; undefined: nowhere yet. */
function askedPosition({ header, args }: Call<FollowArgs>): number | undefined {
  const id = header('last-event-id');
  if (id === undefined || id === '') return args.after;
  if (!/^\d{1,15}$/.test(id))
    throw new Refusal('rest_invalid_event_id', 400, 'Last-Event-ID must be the number of an event that was told.');
  return Number(id);
}

async function* textOf(
  { database, messageOf, needs, longest = 10 * 60_000, silence = 15_000 }: FeedParts,
  tail: EventTail,
  { actor, args: { kinds, types }, spelling, rest, renew }: Call<FollowArgs>,
  { asked, last }: { readonly asked: number | undefined; readonly last: number },
  ending: AbortSignal,
): AsyncGenerator<string> {
  const ends = performance.now() + longest;
  let position = asked ?? last;
  let reader: Call['actor'] | undefined = actor;
  const mayHear = (kind: string) => {
    const right = needs?.get(kind);
    return right === undefined || reader?.can(right) === true;
  };
  yield 'retry: 2000\n\n';
  let spoken = performance.now();
  const first = await firstPosition(database.read);
  if (position > last || position + 1 < first) {
    // Behind what is kept, or from another time: what lies between is not known here.
    yield sent('events.missed', Math.min(position, last), { after: position, first, last });
    position = Math.min(position, last);
  }
  while (!ending.aborted && performance.now() < ends) {
    const events = await eventsAfter(database.read, position, together);
    const isSilent = performance.now() - spoken >= silence;
    // Asked after they were read: what has happened since somebody may no longer follow, they are not told.
    if (events.length > 0 || isSilent) reader = await renew();
    if (!reader) return;
    for (const event of events) {
      position = event.position;
      if (!isWanted(event, kinds, types) || !mayHear(event.kind)) continue;
      yield sent(event.kind, position, messageOf(event, { spelling, rest }));
      spoken = performance.now();
    }
    if (performance.now() - spoken >= silence) {
      // The number alone: where to go on, also past events that were not wanted.
      yield `id: ${position}\n\n`;
      spoken = performance.now();
    }
    if (events.length > 0) continue;
    const patience = Math.max(1, Math.min(spoken + silence, ends) - performance.now());
    const now = await tail.next(position, patience, ending);
    if (now === undefined || now > position) continue;
    // The database was put back to an earlier time.
    yield sent('events.missed', now, { after: position, first: await firstPosition(database.read), last: now });
    position = now;
    spoken = performance.now();
  }
}

const sent = (name: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
