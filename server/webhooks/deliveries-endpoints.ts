// Implements the endpoints of webhook deliveries, and presents their records.

import { randomUUID } from 'node:crypto';
import {
  deliveriesModule,
  type deliveryFields,
  maxRequeuedDeliveries,
} from '../../contract/octavo-v1/webhook-deliveries.ts';
import { ApiError } from '../api-error.ts';
import type { WriteHandle } from '../database/handle.ts';
import { implement } from '../http/implement.ts';
import type { Module } from '../http/module.ts';
import { timestampOrNull } from '../time/zone.ts';
import {
  countFailed,
  countWaiting,
  type DeliveryRow,
  insertDelivery,
  listDeliveryRows,
  requeue,
  requeueFailed,
} from './deliveries-store.ts';
import {
  type DeliveryOperations,
  makeDeliveryPermissions,
  requireDelivery,
  requireWebhook,
  type WebhookDeps,
  webhookNotFound,
} from './permissions.ts';
import { makePresenter } from './presenter.ts';
import { purgeFormatOf } from './purge-formats.ts';
import { maxWaitingDeliveries } from './queue-deliveries.ts';
import { lockWebhook, type WebhookRow } from './store.ts';

/**
 * Locks a webhook that can deliver until the transaction ends. Throws ApiError 400 `rest_webhook_inactive` for an inactive webhook, and 404
 * if it has been deleted.
 */
async function lockActiveWebhook(tx: WriteHandle, id: number): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, id);
  if (!webhook) throw webhookNotFound();
  if (!webhook.active) throw new ApiError('rest_webhook_inactive', 400, 'This webhook is inactive.');
  return webhook;
}

/** Returns the error for a queue without space for further deliveries. */
const queueIsFull = () =>
  new ApiError('rest_too_many_deliveries', 400, 'The delivery queue of this webhook is full; try again later.');

// GET /octavo/v1/webhooks/<id>/deliveries: lists the deliveries of a webhook.

/** Responds with a page of deliveries, newest first. */
const listDeliveries = ({ database }: WebhookDeps): DeliveryOperations['list-deliveries'] => ({
  async run({ args }, loadedWebhook) {
    const { id: webhook } = requireWebhook(loadedWebhook);
    const { page, per_page: perPage, state } = args;
    const query = { webhook, state, limit: perPage, offset: (page - 1) * perPage };
    const { rows, total } = await listDeliveryRows(database.read, query);
    return { kind: 'list', rows, page: { total, perPage, page } };
  },
});

// GET /octavo/v1/webhooks/<id>/deliveries/<delivery>: returns a delivery.

/** Responds with the delivery. */
const getDelivery = (): DeliveryOperations['get-delivery'] => ({
  run: async (_call, delivery) => ({ kind: 'record', row: requireDelivery(delivery) }),
});

// POST /octavo/v1/webhooks/<id>/deliveries: sends a ping.

/**
 * Queues a ping, a delivery without an event that tests the receiver. Responds 201 with the delivery.
 *
 * Throws ApiError 400: `rest_webhook_inactive` for an inactive webhook, `rest_too_many_deliveries` if the webhook's queue is full.
 */
const createDelivery = ({ database, clock }: WebhookDeps): DeliveryOperations['create-delivery'] => ({
  async run(_call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const row = await database.transaction(async (tx) => {
      const webhook = await lockActiveWebhook(tx, id);
      if ((await countWaiting(tx, webhook.id)) >= maxWaitingDeliveries) throw queueIsFull();
      const kind = 'webhook.ping';
      const format = purgeFormatOf(webhook);
      const message = { type: kind, timestamp: new Date(clock()).toISOString(), data: {} };
      // No response has the tag `ping`.
      const body = format ? format.bodyOf(['ping']) : JSON.stringify(message);
      const inserted = await insertDelivery(tx, {
        ...{ webhook_id: webhook.id, uuid: randomUUID(), kind, subject: 'webhook', body },
        ...{ position: 0, unordered: 1, created: clock(), due: clock() },
      });
      if (!inserted) throw new Error('the insert of a delivery returned no row');
      return inserted;
    });
    return { kind: 'record', row, status: 201 };
  },
});

// POST /octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver: queues a delivery again.

/**
 * Queues a delivery in any state again with the same event ID and body. It is sent regardless of the order of the other deliveries.
 * Responds with the delivery.
 *
 * Throws ApiError 400 `rest_webhook_inactive` for an inactive webhook, and 404 if the webhook or the delivery has been deleted.
 */
const redeliver = ({ database, clock }: WebhookDeps): DeliveryOperations['redeliver'] => ({
  async run(_call, loadedDelivery) {
    const { id, webhook_id: webhookId } = requireDelivery(loadedDelivery);
    const row = await database.transaction(async (tx) => {
      await lockActiveWebhook(tx, webhookId);
      return requeue(tx, id, clock());
    });
    return { kind: 'record', row: requireDelivery(row) };
  },
});

// POST /octavo/v1/webhooks/<id>/deliveries/redeliver: queues the failed deliveries of a webhook again.

/**
 * Queues the oldest failed deliveries of a webhook again, with the same event IDs and bodies: at most `maxRequeuedDeliveries`, and as many
 * as the queue has space for. They are sent in the order of their events, but not only after the previous one was delivered. Responds with
 * the numbers of queued deliveries and of those that remain.
 *
 * Throws ApiError 400: `rest_webhook_inactive` for an inactive webhook, `rest_too_many_deliveries` if the webhook's queue is full.
 */
const redeliverFailed = ({ database, clock }: WebhookDeps): DeliveryOperations['redeliver-failed'] => ({
  async run(_call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const value = await database.transaction(async (tx) => {
      await lockActiveWebhook(tx, id);
      const space = maxWaitingDeliveries - (await countWaiting(tx, id));
      if (space <= 0) throw queueIsFull();
      const queued = await requeueFailed(tx, id, clock(), Math.min(space, maxRequeuedDeliveries));
      return { queued, failed: await countFailed(tx, id) };
    });
    return { kind: 'value', value };
  },
});

const deliveryPresenter = makePresenter<typeof deliveryFields, DeliveryRow>({
  id: ({ id }) => id,
  webhook: ({ webhook_id: webhook }) => webhook,
  event: ({ uuid }) => uuid,
  kind: ({ kind }) => kind,
  subject: ({ subject }) => subject,
  state: ({ state }) => state,
  attempts: ({ attempts }) => attempts,
  response: ({ response }) => response,
  response_body: ({ response_body: body }) => body,
  problem: ({ problem }) => problem,
  created: ({ created }) => timestampOrNull(created),
  attempted: ({ attempted }) => timestampOrNull(attempted),
  due: ({ state, due }) => (state === 'waiting' ? timestampOrNull(due) : null),
  settled: ({ settled }) => timestampOrNull(settled),
  body: ({ body }) => body,
});

/** Returns the module of deliveries. */
export function webhookDeliveriesEndpoints(deps: WebhookDeps): Module {
  return implement(deliveriesModule, {
    permissions: makeDeliveryPermissions(deps.database),
    operations: {
      'list-deliveries': listDeliveries(deps),
      'create-delivery': createDelivery(deps),
      'get-delivery': getDelivery(),
      'redeliver-failed': redeliverFailed(deps),
      redeliver: redeliver(deps),
    },
    presenter: deliveryPresenter,
  });
}
