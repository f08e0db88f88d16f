// Creates deliveries from events. The deliveries of a webhook and its new position in the event log are stored in one transaction,
// so that every event is queued exactly once.
import { randomUUID } from 'node:crypto';
import type { Database, WriteHandle } from '../database/handle.ts';
import { parseStoredList } from '../database/stored-json.ts';
import { assignPositionsUnlessBusy } from '../events/deliver-events.ts';
import type { SiteEvent } from '../events/event.ts';
import { type MessageOf, matchesSubscription, type Subscription } from '../events/message.ts';
import { advanceListener, eventsAfter, lastPosition, listListeners } from '../events/store.ts';
import { siteTag } from '../http/cache-tags.ts';
import type { Clock } from '../time/zone.ts';
import { countWaiting, insertDelivery } from './deliveries-store.ts';
import { type PurgeFormat, purgeFormatOf } from './purge-formats.ts';
import type { PurgeTagsOf } from './purge-tags.ts';
import { listenerName, listenerPrefix, tryLockWebhook, type WebhookRow } from './store.ts';

/** Maximum number of waiting deliveries per webhook. Further events stay in the event log until there is space in the queue. */
export const maxWaitingDeliveries = 10_000;

/**
 * Delay of a purge after its events were read, in milliseconds. Other nodes may serve old responses from their caches for 100 ms after a
 * commit, with which a CDN that was purged earlier would fill its cache again.
 */
export const purgeDelayMs = 150;

/** Maximum number of events that are processed per transaction. */
const batchSize = 100;

/** Dependencies for queueing deliveries. */
export interface WebhookDeliveryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly messageOf: MessageOf;
  /** Returns the spelling with an ID and the REST URL of the mount that uses it. */
  readonly subscriptionOf: (spelling: string) => Subscription;
  readonly purgeTagsOf: PurgeTagsOf;
  readonly maxWaitingDeliveries?: number;
}

/**
 * Queues new events for the webhooks that subscribe to them. Returns whether purges were queued, which become due after `purgeDelayMs`.
 * Several processes may call this function concurrently.
 */
export async function queueDeliveries(deps: WebhookDeliveryDeps): Promise<boolean> {
  const { database } = deps;
  const listeners = (await listListeners(database.read)).filter(({ name }) => name.startsWith(listenerPrefix));
  if (listeners.length === 0) return false;
  let hasPurges = false;
  await assignPositionsUnlessBusy(database);
  const last = await lastPosition(database.read);
  for (const { name, position } of listeners) {
    const id = Number(name.slice(listenerPrefix.length));
    let newPosition = position;
    while (newPosition < last) {
      const queued = await database.transaction((tx) => queueBatch(deps, tx, id));
      if (queued === undefined || queued.position === newPosition) break;
      newPosition = queued.position;
      hasPurges ||= queued.hasPurges;
    }
  }
  return hasPurges;
}

/** The webhook's new position in the event log, and whether purges were queued. */
interface QueuedBatch {
  readonly position: number;
  readonly hasPurges: boolean;
}

/**
 * Queues a batch of events for a webhook. Returns undefined if the webhook is inactive or deleted, its queue is full, or another transaction uses
 * it.
 */
async function queueBatch(deps: WebhookDeliveryDeps, tx: WriteHandle, id: number): Promise<QueuedBatch | undefined> {
  const { clock, messageOf, subscriptionOf } = deps;
  const webhook = await tryLockWebhook(tx, id);
  if (!webhook?.active) return undefined;
  const name = listenerName({ id });
  const position = (await listListeners(tx)).find((row) => row.name === name)?.position;
  if (position === undefined) return undefined;
  const freeSlots = (deps.maxWaitingDeliveries ?? maxWaitingDeliveries) - (await countWaiting(tx, id));
  if (freeSlots <= 0) return undefined;
  const events = await eventsAfter(tx, position, Math.min(batchSize, freeSlots));
  const [kinds, types] = [webhook.kinds, webhook.types].map(parseStoredList);
  const format = purgeFormatOf(webhook);
  const hasPurges = format !== undefined && (await queuePurges(deps, tx, { webhook, format, events }));
  for (const event of format ? [] : events) {
    if (!matchesSubscription(event, kinds ?? [], types ?? [])) continue;
    const timestamp = clock();
    await insertDelivery(tx, {
      ...{ webhook_id: id, uuid: event.uuid, kind: event.kind, subject: orderingKey(event) },
      ...{ created: timestamp, due: timestamp },
      ...{
        body: JSON.stringify(messageOf(event, subscriptionOf(webhook.spelling))),
        position: event.position,
        unordered: 0,
      },
    });
  }
  const newPosition = events.at(-1)?.position ?? position;
  await advanceListener(tx, name, newPosition);
  return { position: newPosition, hasPurges };
}

/** The events that a purge is about. */
interface PurgedEvents {
  readonly webhook: WebhookRow;
  readonly format: PurgeFormat;
  readonly events: readonly SiteEvent[];
}

/**
 * Queues the purges of events: as few requests as possible, because a CDN limits their number. Filters of the webhook do not apply. Returns
 * whether there are any.
 */
async function queuePurges(
  { clock, purgeTagsOf }: WebhookDeliveryDeps,
  tx: WriteHandle,
  { webhook, format, events }: PurgedEvents,
): Promise<boolean> {
  const found = new Set<string>();
  for (const event of events) for (const tag of await purgeTagsOf(tx, event)) found.add(tag);
  // All responses have this tag.
  const tags = found.has(siteTag) ? [siteTag] : [...found];
  const last = events.at(-1);
  const timestamp = clock();
  for (let at = 0; at < tags.length; at += format.maxTags)
    await insertDelivery(tx, {
      ...{ webhook_id: webhook.id, uuid: at === 0 && last ? last.uuid : randomUUID(), kind: purgeKind },
      ...{ subject: 'purge', body: format.bodyOf(tags.slice(at, at + format.maxTags)), position: last?.position ?? 0 },
      // Purges may be sent in any order.
      ...{ unordered: 1, created: timestamp, due: timestamp + purgeDelayMs },
    });
  return tags.length > 0;
}

/** The kind of deliveries that purge a CDN. */
const purgeKind = 'cache.purge';

/** Returns the ordering key of an event. Deliveries with the same key are sent one after the other. */
function orderingKey({ kind, subject }: SiteEvent): string {
  const [resourceGroup = ''] = kind.split('.');
  return subject === 0 ? resourceGroup : `${resourceGroup}:${subject}`;
}
