// Creates deliveries from events. The deliveries of a webhook and its new position in the event log are stored in one transaction,
// so that every event is queued exactly once.
import type { Database, WriteHandle } from '../database/handle.ts';
import { parseStoredList } from '../database/stored-json.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import type { SiteEvent } from '../events/event.ts';
import { type MessageOf, matchesSubscription, type Subscription } from '../events/message.ts';
import { advanceListener, eventsAfter, lastPosition, listListeners } from '../events/store.ts';
import type { Clock } from '../time/zone.ts';
import { countWaiting, insertDelivery } from './deliveries-store.ts';
import { listenerName, listenerPrefix, lockWebhook } from './store.ts';

/** Maximum number of waiting deliveries per webhook. Further events stay in the event log until there is space in the queue. */
export const maxWaitingDeliveries = 10_000;

/** Maximum number of events that are processed per transaction. */
const batchSize = 100;

/** Dependencies for queueing deliveries. */
export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly messageOf: MessageOf;
  /** Returns the spelling with an ID and the REST URL of the mount that uses it. */
  readonly subscriptionOf: (spelling: string) => Subscription;
  readonly maxWaitingDeliveries?: number;
}

/** Queues new events for the webhooks that subscribe to them. Several processes may call this function concurrently. */
export async function queueDeliveries(deps: WebhookDeliveryDeps): Promise<void> {
  const { database } = deps;
  const listeners = (await listListeners(database.read)).filter(({ name }) => name.startsWith(listenerPrefix));
  if (listeners.length === 0) return;
  await assignAllPositions(database);
  const last = await lastPosition(database.read);
  for (const { name, position } of listeners) {
    const id = Number(name.slice(listenerPrefix.length));
    let newPosition = position;
    while (newPosition < last) {
      const to = await database.transaction((tx) => queueBatch(deps, tx, id));
      if (to === undefined || to === newPosition) break;
      newPosition = to;
    }
  }
}

/**
 * Queues a batch of events for a webhook. Returns the webhook's new position in the event log; undefined if the webhook is inactive or
 * deleted, or its queue is full.
 */
async function queueBatch(deps: WebhookDeliveryDeps, tx: WriteHandle, id: number): Promise<number | undefined> {
  const { clock, messageOf, subscriptionOf } = deps;
  const webhook = await lockWebhook(tx, id);
  const name = listenerName({ id });
  const position = (await listListeners(tx)).find((row) => row.name === name)?.position;
  if (!webhook?.active || position === undefined) return undefined;
  const freeSlots = (deps.maxWaitingDeliveries ?? maxWaitingDeliveries) - (await countWaiting(tx, id));
  if (freeSlots <= 0) return undefined;
  const events = await eventsAfter(tx, position, Math.min(batchSize, freeSlots));
  const [kinds, types] = [webhook.kinds, webhook.types].map(parseStoredList);
  for (const event of events) {
    if (!matchesSubscription(event, kinds ?? [], types ?? [])) continue;
    await insertDelivery(tx, {
      ...{ webhook_id: id, uuid: event.uuid, kind: event.kind, subject: orderingKey(event), created: clock() },
      ...{
        body: JSON.stringify(messageOf(event, subscriptionOf(webhook.spelling))),
        position: event.position,
        unordered: 0,
      },
    });
  }
  const newPosition = events.at(-1)?.position ?? position;
  await advanceListener(tx, name, newPosition);
  return newPosition;
}

/** Returns the ordering key of an event. Deliveries with the same key are sent one after the other. */
function orderingKey({ kind, subject }: SiteEvent): string {
  const [resourceGroup = ''] = kind.split('.');
  return subject === 0 ? resourceGroup : `${resourceGroup}:${subject}`;
}
