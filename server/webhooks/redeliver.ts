// POST /octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver: queues a delivery again.

import { ApiError } from '../api-error.ts';
import { requeue } from './deliveries-store.ts';
import type { WebhookDeps } from './deps.ts';
import type { DeliveryOperations } from './operations.ts';
import { requireDelivery, webhookNotFound } from './permissions.ts';
import { lockWebhook } from './store.ts';

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
