// POST /octavo/v1/webhooks: creates a webhook.
import { ApiError } from '../api-error.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import type { WebhookDeps } from './deps.ts';
import type { WebhookOperations } from './operations.ts';
import { recordWebhookEvent } from './record-webhook-event.ts';
import { requireKinds } from './require-kinds.ts';
import { requireWebhookUrl } from './require-webhook-url.ts';
import { newSecret } from './sign.ts';
import { insertWebhook, listWebhookRows } from './store.ts';

/** Maximum number of webhooks of a site. */
const maxWebhooks = 100;

/**
 * Creates a webhook that receives events from now on. Responds 201 with the webhook and its secret. Later responses contain a
 * secret only when it is rotated.
 *
 * Throws ApiError 400 `rest_webhook_invalid_url`, 400 `rest_too_many_webhooks` when the site has the maximum number of webhooks,
 * and 403 `rest_cannot_hear_kind` when the caller may not receive a kind of events.
 */
export function createWebhook(deps: WebhookDeps): WebhookOperations['create-webhook'] {
  const { database, clock } = deps;
  return {
    async run(call) {
      const { args } = call;
      await requireWebhookUrl(deps, args.url);
      requireKinds(deps, call, args.kinds);
      const secret = newSecret();
      // Earlier events get their positions first, so that the webhook starts after them.
      await assignAllPositions(database);
      const row = await database.transaction(async (tx) => {
        await tx.lock('webhooks');
        if ((await listWebhookRows(tx)).length >= maxWebhooks)
          throw new ApiError(
            'rest_too_many_webhooks',
            400,
            `A site can have at most ${maxWebhooks} webhooks; delete one first.`,
          );
        const inserted = await insertWebhook(tx, {
          ...{ url: args.url, description: args.description, active: args.active ? 1 : 0, secret, created: clock() },
          ...{ kinds: JSON.stringify(args.kinds), types: JSON.stringify(args.types) },
          spelling: args.spelling ?? call.spelling.id,
          ...{ former_secret: '', former_until: 0, problem: '', failures: 0, rest_until: 0, failing_since: 0 },
        });
        await recordWebhookEvent(tx, clock, call, { action: 'webhook-created', webhook: inserted });
        return inserted;
      });
      return { kind: 'record', row: { ...row, issuedSecret: secret }, status: 201, uncached: true };
    },
  };
}
