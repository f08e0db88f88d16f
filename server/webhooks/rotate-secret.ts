// POST /octavo/v1/webhooks/<id>/secret: rotates the secret of a webhook.
import type { WebhookDeps } from './deps.ts';
import type { WebhookOperations } from './operations.ts';
import { requireWebhook, webhookNotFound } from './permissions.ts';
import { recordWebhookEvent } from './record-webhook-event.ts';
import { newSecret } from './sign.ts';
import { lockWebhook, updateWebhookRow } from './store.ts';

/** Time for which deliveries are also signed with the previous secret, in milliseconds. */
const overlapMs = 24 * 3600_000;

/** Replaces the secret of a webhook, and responds with the webhook and the new secret. For a day, deliveries have two signatures. */
export const rotateSecret = ({ database, clock }: WebhookDeps): WebhookOperations['rotate-secret'] => ({
  async run(call, loadedWebhook) {
    const { id } = requireWebhook(loadedWebhook);
    const secret = newSecret();
    const row = await database.transaction(async (tx) => {
      const before = await lockWebhook(tx, id);
      if (!before) throw webhookNotFound();
      const after = { ...before, secret, former_secret: before.secret, former_until: clock() + overlapMs };
      await updateWebhookRow(tx, before, after);
      await recordWebhookEvent(tx, clock, call, {
        action: 'webhook-updated',
        webhook: before,
        details: { changed: ['secret'] },
      });
      return after;
    });
    return { kind: 'record', row: { ...row, issuedSecret: secret }, uncached: true };
  },
});
