// POST on the secret of a webhook.
import type { Operation } from '../http/room.ts';
import { noteWebhook } from './note-webhook.ts';
import type { WebhookParts } from './parts.ts';
import { noWebhook } from './permissions.ts';
import { newSecret } from './sign.ts';
import { claimWebhook, type WebhookRow, writeWebhook } from './store.ts';

/** How long the former secret signs beside the new one. Milliseconds. */
const overlap = 24 * 3600_000;

/** Gives a webhook another secret; answers with it and, this once, with its secret. For a day deliveries are signed with both. */
export const rotateSecret = ({ database, clock }: WebhookParts): Operation => ({
  async run(call, subject: WebhookRow) {
    const secret = newSecret();
    const row = await database.transaction(async (tx) => {
      const before = await claimWebhook(tx, subject.id);
      if (!before) throw noWebhook();
      const after = { ...before, secret, former_secret: before.secret, former_until: clock() + overlap };
      await writeWebhook(tx, before, after);
      await noteWebhook(tx, clock, call, 'webhook-changed', before, { changed: ['secret'] });
      return after;
    });
    return { kind: 'record', row: { ...row, told: secret }, unkept: true };
  },
});
