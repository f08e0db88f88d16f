// POST on the deliveries of a webhook: a ping.
import { randomUUID } from 'node:crypto';
import type { Operation } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import { countWaiting, insertDelivery } from './deliveries-store.ts';
import { mostWaiting } from './make-deliveries.ts';
import type { WebhookParts } from './parts.ts';
import { noWebhook } from './permissions.ts';
import { claimWebhook, type WebhookRow } from './store.ts';

/**
 * Puts a delivery into the queue that tells of nothing, to see whether it arrives; answers 201 with it.
 *
 * Throws Refusal 400 `rest_webhook_inactive`, `rest_too_many_deliveries`.
 */
export const createDelivery = ({ database, clock }: WebhookParts): Operation => ({
  async run(_call, subject: WebhookRow) {
    const row = await database.transaction(async (tx) => {
      const webhook = await claimWebhook(tx, subject.id);
      if (!webhook) throw noWebhook();
      if (!webhook.active) throw new Refusal('rest_webhook_inactive', 400, 'The webhook is switched off.');
      if ((await countWaiting(tx, webhook.id)) >= mostWaiting)
        throw new Refusal('rest_too_many_deliveries', 400, 'Too many deliveries wait for this webhook already.');
      const kind = 'webhook.ping';
      const body = JSON.stringify({ type: kind, timestamp: new Date(clock()).toISOString(), data: {} });
      return insertDelivery(tx, {
        ...{ webhook_id: webhook.id, uuid: randomUUID(), kind, subject: 'webhook', body },
        ...{ position: 0, unordered: 1, created: clock() },
      });
    });
    return { kind: 'record', row, status: 201 };
  },
});
