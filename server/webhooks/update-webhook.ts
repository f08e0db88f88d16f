// POST, PUT and PATCH /octavo/v1/webhooks/<id>: updates the submitted fields of a webhook.
import { parseStoredList } from '../database/stored-json.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import { makeDue } from './deliveries-store.ts';
import type { WebhookDeps } from './deps.ts';
import type { WebhookOperations } from './operations.ts';
import { requireWebhook, webhookNotFound } from './permissions.ts';
import { recordWebhookEvent } from './record-webhook-event.ts';
import { requireKinds } from './require-kinds.ts';
import { requireWebhookUrl } from './require-webhook-url.ts';
import { lockWebhook, updateWebhookRow, type WebhookRow } from './store.ts';

/**
 * Updates a webhook and responds with it. Enabling the webhook or changing its URL resets its failure state and, if the webhook is
 * active, makes its waiting deliveries due immediately. Events that happened while the webhook was inactive are not delivered.
 *
 * Throws ApiError 400 `rest_webhook_invalid_url`, and 403 `rest_cannot_hear_kind` when the caller may not receive a kind of events.
 */
export function updateWebhook(deps: WebhookDeps): WebhookOperations['update-webhook'] {
  const { database, clock } = deps;
  return {
    async run(call, loadedWebhook) {
      const { id } = requireWebhook(loadedWebhook);
      const { url, description, kinds, types, spelling, active } = call.args;
      if (url !== undefined) await requireWebhookUrl(deps, url);
      if (active) await assignAllPositions(database);
      const row = await database.transaction(async (tx) => {
        const before = await lockWebhook(tx, id);
        if (!before) throw webhookNotFound();
        await call.requireMatch();
        const after: WebhookRow = {
          ...before,
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(kinds !== undefined && { kinds: JSON.stringify(kinds) }),
          ...(types !== undefined && { types: JSON.stringify(types) }),
          ...(spelling !== undefined && { spelling }),
          ...(active !== undefined && { active: active ? 1 : 0 }),
        };
        requireKinds(deps, call, parseStoredList(after.kinds));
        const shouldReset = (after.active && !before.active) || after.url !== before.url;
        const resetState = { problem: '', failures: 0, rest_until: 0, failing_since: 0 };
        const updated = shouldReset ? { ...after, ...resetState } : after;
        await updateWebhookRow(tx, before, updated);
        if (shouldReset && after.active) await makeDue(tx, before.id, clock(), Number.MAX_SAFE_INTEGER);
        await recordWebhookEvent(tx, clock, call, {
          action: 'webhook-updated',
          webhook: updated,
          details: { changed: Object.keys(call.args) },
        });
        return updated;
      });
      return { kind: 'record', row };
    },
  };
}
