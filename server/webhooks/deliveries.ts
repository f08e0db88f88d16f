// Implements the operations of webhook deliveries.
import { randomUUID } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import { countWaiting, insertDelivery, listDeliveryRows, requeue } from './deliveries-store.ts';
import {
  type DeliveryOperations,
  requireDelivery,
  requireWebhook,
  type WebhookDeps,
  webhookNotFound,
} from './permissions.ts';
import { maxWaitingDeliveries } from './queue-deliveries.ts';
import { lockWebhook } from './store.ts';

// GET /octavo/v1/webhooks/<id>/deliveries: lists the deliveries of a webhook.

/** Responds with a page of deliveries, newest first. */
export const listDeliveries = ({ database }: WebhookDeps): DeliveryOperations['list-deliveries'] => ({
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
export const getDelivery = (): DeliveryOperations['get-delivery'] => ({
  run: async (_call, delivery) => ({ kind: 'record', row: requireDelivery(delivery) }),
});

// POST /octavo/v1/webhooks/<id>/deliveries: sends a ping.

/**
 * Queues a ping, a delivery without an event that tests the receiver. Responds 201 with the delivery.
 *
 * Throws ApiError 400: `rest_webhook_inactive` for an inactive webhook, `rest_too_many_deliveries` if the webhook's queue is full.
 */
export const createDelivery = ({ database, clock }: WebhookDeps): DeliveryOperations['create-delivery'] => ({
  async run(_call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const row = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (!webhook) throw webhookNotFound();
      if (!webhook.active) throw new ApiError('rest_webhook_inactive', 400, 'This webhook is inactive.');
      if ((await countWaiting(tx, webhook.id)) >= maxWaitingDeliveries)
        throw new ApiError(
          'rest_too_many_deliveries',
          400,
          'The delivery queue of this webhook is full; try again later.',
        );
      const kind = 'webhook.ping';
      const body = JSON.stringify({ type: kind, timestamp: new Date(clock()).toISOString(), data: {} });
      const inserted = await insertDelivery(tx, {
        ...{ webhook_id: webhook.id, uuid: randomUUID(), kind, subject: 'webhook', body },
        ...{ position: 0, unordered: 1, created: clock() },
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
export const redeliver = ({ database, clock }: WebhookDeps): DeliveryOperations['redeliver'] => ({
  async run(_call, loadedDelivery) {
    const { id, webhook_id: webhookId } = requireDelivery(loadedDelivery);
    const row = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId);
      if (!webhook) throw webhookNotFound();
      if (!webhook.active) throw new ApiError('rest_webhook_inactive', 400, 'This webhook is inactive.');
      return requeue(tx, id, clock());
    });
    return { kind: 'record', row: requireDelivery(row) };
  },
});
