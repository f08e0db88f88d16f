// GET on the events: what happens, as server-sent events (HTML Standard §9.2).
import type { FollowArgs } from '../../contract/octavo-v1/events.ts';
import type { Database } from '../database/handle.ts';
import type { SiteEvent } from '../events/event.ts';
import { type EventMessage, isWanted } from '../events/message.ts';
import { eventsAfter, firstPosition, lastPosition } from '../events/store.ts';
import { placeAll } from '../events/tell-events.ts';
import type { Call, Operation } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import { EventTail } from './event-tail.ts';

export interface FeedParts {
  readonly database: Database;
  readonly messageOf: (event: SiteEvent) => EventMessage;
  /** How many may follow at once in this process; absent: 100. */
  readonly most?: number;
  /** Whether somebody who was let in may still follow: what they have signed in with and their rights may be others by now. */
  readonly mayStill: (actor: Call['actor']) => Promise<boolean>;
  /** How long one may follow before asking again. Milliseconds; absent: 10 minutes. */
  readonly longest?: number;
  /** How old the answer to `mayStill` may be. Milliseconds; absent: a second. */
  readonly recheck?: number;
  /** How long nothing is sent at most. Milliseconds; absent: 15 seconds. */
  readonly silence?: number;
}

/** So many events are read at once; the next are read when these are gone. */
const together = 100;

/**
 * Answers with a stream of events that ends after a while, or when its reader may follow no longer; who reads on asks again with
 * the number of the last one.
 *
 * Throws Refusal 400 `rest_invalid_event_id`, 429 `rest_too_many_followers`.
 */
export function followEvents(parts: FeedParts): Operation {
  const { database, most = 100 } = parts;
  const tail = new EventTail(database);
  let following = 0;
  return {
    async run(call: Call<FollowArgs>) {
      if (following >= most)
        throw new Refusal(
          'rest_too_many_followers',
          429,
          `At most ${most} may follow events at once; try again later.`,
          {
            retryAfter: 10,
          },
        );
      const asked = askedPosition(call);
      await placeAll(database);
      const last = await lastPosition(database.read);
      const open = async function* (ending: AbortSignal) {
        following += 1;
        try {
          yield* textOf(parts, tail, call, { asked, last }, ending);
        } finally {
          following -= 1;
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
  { database, messageOf, mayStill, longest = 10 * 60_000, recheck = 1000, silence = 15_000 }: FeedParts,
  tail: EventTail,
  { actor, args: { kinds, types } }: Call<FollowArgs>,
  { asked, last }: { readonly asked: number | undefined; readonly last: number },
  ending: AbortSignal,
): AsyncGenerator<string> {
  const ends = performance.now() + longest;
  let checked = performance.now();
  let position = asked ?? last;
  yield 'retry: 2000\n\n';
  const first = await firstPosition(database.read);
  if (position > last || position + 1 < first) {
    // Behind what is kept, or from another time: what lies between is not known here.
    yield sent('events.missed', Math.min(position, last), { after: position, first, last });
    position = Math.min(position, last);
  }
  while (!ending.aborted && performance.now() < ends) {
    if (performance.now() - checked >= recheck) {
      if (!(await mayStill(actor))) return;
      checked = performance.now();
    }
    const events = await eventsAfter(database.read, position, together);
    for (const event of events) {
      position = event.position;
      if (isWanted(event, kinds, types)) yield sent(event.kind, position, messageOf(event));
    }
    if (events.length > 0) continue;
    const before = performance.now();
    await tail.next(position, Math.min(silence, ends - before), ending);
    // The number alone: where to go on, also past events that were not wanted.
    if (performance.now() - before >= silence) yield `id: ${position}\n\n`;
  }
}

const sent = (name: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
