// DELETE /octavo/v1/webhooks/<id>: deletes a webhook.
import type { WebhookDeps } from './deps.ts';
import type { WebhookOperations } from './operations.ts';
import { requireWebhook, webhookNotFound } from './permissions.ts';
import { recordWebhookEvent } from './record-webhook-event.ts';
import { deleteWebhookRow, lockWebhook } from './store.ts';

/** Deletes a webhook with its deliveries. Responds with the deleted webhook. */
export const deleteWebhook = ({ database, clock }: WebhookDeps): WebhookOperations['delete-webhook'] => ({
  async run(call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const previous = await database.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (!webhook) throw webhookNotFound();
      await call.requireMatch();
      await deleteWebhookRow(tx, webhook);
      await recordWebhookEvent(tx, clock, call, { action: 'webhook-deleted', webhook });
      return webhook;
    });
    return { kind: 'deleted', previous, context: 'view' };
  },
});
