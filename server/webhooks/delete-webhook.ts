// DELETE on a webhook.
import type { Call, Operation } from '../http/room.ts';
import { noteWebhook } from './note-webhook.ts';
import type { WebhookParts } from './parts.ts';
import { noWebhook } from './permissions.ts';
import { claimWebhook, removeWebhook, type WebhookRow } from './store.ts';

/** Deletes a webhook with its deliveries; answers with what it was. */
export const deleteWebhook = ({ database, clock }: WebhookParts): Operation => ({
  async run(call: Call, subject: WebhookRow) {
    const previous = await database.transaction(async (tx) => {
      const webhook = await claimWebhook(tx, subject.id);
      if (!webhook) throw noWebhook();
      await call.requireMatch();
      await removeWebhook(tx, webhook);
      await noteWebhook(tx, clock, call, 'webhook-deleted', webhook);
      return webhook;
    });
    return { kind: 'deleted', previous, context: 'view' };
  },
});
