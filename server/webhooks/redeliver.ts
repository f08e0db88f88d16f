// POST /octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver: queues a delivery again.

import { ApiError } from '../api-error.ts';
import type { Operation } from '../http/module.ts';
import { type DeliveryRow, requeue } from './deliveries-store.ts';
import type { WebhookDeps } from './deps.ts';
import { webhookNotFound } from './permissions.ts';
import { lockWebhook } from './store.ts';

/**
 * Queues a delivery in any state again with the same event ID and body. It is sent regardless of the order of the other deliveries.
 * Responds with the delivery.
 *
 * Throws ApiError 400 `rest_webhook_inactive` for an inactive webhook, and 404 if the webhook or the delivery has been deleted.
 */
export const redeliver = ({ database, clock }: WebhookDeps): Operation => ({
  async run(_call, loadedDelivery: DeliveryRow) {
    const row = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, loadedDelivery.webhook_id);
      if (!webhook) throw webhookNotFound();
      if (!webhook.active) throw new ApiError('rest_webhook_inactive', 400, 'This webhook is inactive.');
      return requeue(tx, loadedDelivery.id, clock());
    });
    if (!row) throw new ApiError('rest_delivery_invalid_id', 404, 'No delivery with this ID.');
    return { kind: 'record', row };
  },
});
