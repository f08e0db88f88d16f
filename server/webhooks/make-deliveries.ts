// From what has happened to what is to be delivered: each webhook hears every event once, in the transaction that notes how
// far it has heard.
import type { Database, WriteHandle } from '../database/handle.ts';
import { parseStoredList } from '../database/stored-json.ts';
import type { SiteEvent } from '../events/event.ts';
import { isWanted, type MessageOf, type Subscription } from '../events/message.ts';
import { advanceListener, eventsAfter, lastPosition, listenerRows } from '../events/store.ts';
import { placeAll } from '../events/tell-events.ts';
import type { Clock } from '../time/zone.ts';
import { countWaiting, insertDelivery } from './deliveries-store.ts';
import { claimWebhook, listenerName, listenerPrefix } from './store.ts';

/** So many deliveries wait for a webhook at most; further events wait where they are written down. */
export const mostWaiting = 10_000;

/** So many events are looked at in one transaction. */
const together = 100;

export interface MakingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly messageOf: MessageOf;
  /** Returns the spelling with this ID, and the URL of the REST root that uses it. */
  readonly subscriptionOf: (spelling: string) => Subscription;
  readonly mostWaiting?: number;
}

/** Puts everything that has happened into the queues of those webhooks that want it. Several processes may do so at once. */
export async function makeDeliveries(parts: MakingParts): Promise<void> {
  const { database } = parts;
  const behind = (await listenerRows(database.read)).filter(({ name }) => name.startsWith(listenerPrefix));
  if (behind.length === 0) return;
  await placeAll(database);
  const last = await lastPosition(database.read);
  for (const { name, position } of behind) {
    const id = Number(name.slice(listenerPrefix.length));
    let heard = position;
    while (heard < last) {
      const to = await database.transaction((tx) => makeSome(parts, tx, id));
      if (to === undefined || to === heard) break;
      heard = to;
    }
  }
}

/** Gives how far the webhook has heard then; undefined where it hears nothing now. */
async function makeSome(parts: MakingParts, tx: WriteHandle, id: number): Promise<number | undefined> {
  const { clock, messageOf, subscriptionOf } = parts;
  const webhook = await claimWebhook(tx, id);
  const name = listenerName({ id });
  const position = (await listenerRows(tx)).find((row) => row.name === name)?.position;
  if (!webhook?.active || position === undefined) return undefined;
  const room = (parts.mostWaiting ?? mostWaiting) - (await countWaiting(tx, id));
  if (room <= 0) return undefined;
  const events = await eventsAfter(tx, position, Math.min(together, room));
  const [kinds, types] = [webhook.kinds, webhook.types].map(parseStoredList);
  for (const event of events) {
    if (!isWanted(event, kinds ?? [], types ?? [])) continue;
    await insertDelivery(tx, {
      ...{ webhook_id: id, uuid: event.uuid, kind: event.kind, subject: subjectOf(event), created: clock() },
      ...{
        body: JSON.stringify(messageOf(event, subscriptionOf(webhook.spelling))),
        position: event.position,
        unordered: 0,
      },
    });
  }
  const heard = events.at(-1)?.position ?? position;
  await advanceListener(tx, name, heard);
  return heard;
}

/** Deliveries about the same are made one after the other. */
function subjectOf({ kind, subject }: SiteEvent): string {
  const [family = ''] = kind.split('.');
  return subject === 0 ? family : `${family}:${subject}`;
}
