// POST on the redelivery of a delivery.
import type { Operation } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import { type DeliveryRow, requeue } from './deliveries-store.ts';
import type { WebhookParts } from './parts.ts';
import { noWebhook } from './permissions.ts';
import { claimWebhook } from './store.ts';

/**
 * Puts a delivery into the queue once more, whatever has become of it, with the same number and body; answers with it. It
 * waits for no other, and no other waits for it.
 *
 * Throws Refusal 400 `rest_webhook_inactive`.
 */
export const redeliver = ({ database, clock }: WebhookParts): Operation => ({
  async run(_call, subject: DeliveryRow) {
    const row = await database.transaction(async (tx) => {
      const webhook = await claimWebhook(tx, subject.webhook_id);
      if (!webhook) throw noWebhook();
      if (!webhook.active) throw new Refusal('rest_webhook_inactive', 400, 'The webhook is switched off.');
      return requeue(tx, subject.id, clock());
    });
    if (!row) throw new Refusal('rest_delivery_invalid_id', 404, 'There is no delivery of this number.');
    return { kind: 'record', row };
  },
});
