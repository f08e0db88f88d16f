// POST on the collection of webhooks.
import type { WebhookArgs } from '../../contract/octavo-v1/webhooks.ts';
import { placeAll } from '../events/tell-events.ts';
import type { Call, Operation } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import { noteWebhook } from './note-webhook.ts';
import type { WebhookParts } from './parts.ts';
import { requireAddress } from './require-address.ts';
import { requireKinds } from './require-kinds.ts';
import { newSecret } from './sign.ts';
import { insertWebhook, listWebhookRows } from './store.ts';

/** How many webhooks a site may have. */
const most = 100;

/**
 * Makes a webhook that is told what happens from now on; answers 201 with it and, this once, with its secret.
 *
 * Throws Refusal 400 `rest_webhook_invalid_url`, `rest_too_many_webhooks`, 403 `rest_cannot_hear_kind`.
 */
export function createWebhook(parts: WebhookParts): Operation {
  const { database, clock } = parts;
  return {
    async run(call: Call<WebhookArgs>) {
      const { args } = call;
      await requireAddress(parts, args.url);
      requireKinds(parts, call, args.kinds);
      const secret = newSecret();
      // What has happened before is not for it.
      await placeAll(database);
      const row = await database.transaction(async (tx) => {
        await tx.lock('webhooks');
        if ((await listWebhookRows(tx)).length >= most)
          throw new Refusal('rest_too_many_webhooks', 400, `A site has at most ${most} webhooks; delete one first.`);
        const made = await insertWebhook(tx, {
          ...{ url: args.url, description: args.description, active: args.active ? 1 : 0, secret, created: clock() },
          ...{ kinds: JSON.stringify(args.kinds), types: JSON.stringify(args.types) },
          spelling: args.spelling ?? call.spelling.id,
          ...{ former_secret: '', former_until: 0, problem: '', failures: 0, rest_until: 0, failing_since: 0 },
        });
        await noteWebhook(tx, clock, call, 'webhook-created', made);
        return made;
      });
      return { kind: 'record', row: { ...row, told: secret }, status: 201, unkept: true };
    },
  };
}
