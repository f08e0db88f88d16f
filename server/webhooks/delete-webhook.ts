// DELETE /octavo/v1/webhooks/<id>: deletes a webhook.
import type { Call, Operation } from '../http/module.ts';
import type { WebhookDeps } from './deps.ts';
import { webhookNotFound } from './permissions.ts';
import { recordWebhookEvent } from './record-webhook-event.ts';
import { deleteWebhookRow, lockWebhook, type WebhookRow } from './store.ts';

/** Deletes a webhook with its deliveries. Responds with the deleted webhook. */
export const deleteWebhook = ({ database, clock }: WebhookDeps): Operation => ({
  async run(call: Call, loadedWebhook: WebhookRow) {
    const previous = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, loadedWebhook.id);
      if (!webhook) throw webhookNotFound();
      await call.requireMatch();
      await deleteWebhookRow(tx, webhook);
      await recordWebhookEvent(tx, clock, call, 'webhook-deleted', webhook);
      return webhook;
    });
    return { kind: 'deleted', previous, context: 'view' };
  },
});
