// POST /octavo/v1/webhooks/<id>/deliveries: sends a ping.
import { randomUUID } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import { countWaiting, insertDelivery } from './deliveries-store.ts';
import type { WebhookDeps } from './deps.ts';
import type { DeliveryOperations } from './operations.ts';
import { requireWebhook, webhookNotFound } from './permissions.ts';
import { maxWaitingDeliveries } from './queue-deliveries.ts';
import { lockWebhook } from './store.ts';

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
