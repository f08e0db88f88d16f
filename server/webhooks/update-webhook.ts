// POST, PUT, PATCH on a webhook: what is sent changes, the rest stays.
import type { WebhookChanges } from '../../contract/octavo-v1/webhooks.ts';
import { parseStoredList } from '../database/stored-json.ts';
import { placeAll } from '../events/tell-events.ts';
import type { Call, Operation } from '../http/room.ts';
import { hasten } from './deliveries-store.ts';
import { noteWebhook } from './note-webhook.ts';
import type { WebhookParts } from './parts.ts';
import { noWebhook } from './permissions.ts';
import { requireAddress } from './require-address.ts';
import { requireKinds } from './require-kinds.ts';
import { claimWebhook, type WebhookRow, writeWebhook } from './store.ts';

/**
 * Changes a webhook; answers with it. One that is switched on begins without a past: what waits for it is tried, and what
 * has happened meanwhile is not told.
 *
 * Throws Refusal 400 `rest_webhook_invalid_url`, 403 `rest_cannot_hear_kind`.
 */
export function updateWebhook(parts: WebhookParts): Operation {
  const { database, clock } = parts;
  return {
    async run(call: Call<WebhookChanges>, subject: WebhookRow) {
      const { url, description, kinds, types, spelling, active } = call.args;
      if (url !== undefined) await requireAddress(parts, url);
      if (active) await placeAll(database);
      const row = await database.transaction(async (tx) => {
        const before = await claimWebhook(tx, subject.id);
        if (!before) throw noWebhook();
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
        requireKinds(parts, call, parseStoredList(after.kinds));
        const isFresh = (after.active && !before.active) || after.url !== before.url;
        const fresh = { problem: '', failures: 0, rest_until: 0, failing_since: 0 };
        const written = isFresh ? { ...after, ...fresh } : after;
        await writeWebhook(tx, before, written);
        if (isFresh && after.active) await hasten(tx, before.id, clock(), Number.MAX_SAFE_INTEGER);
        await noteWebhook(tx, clock, call, 'webhook-changed', written, { changed: Object.keys(call.args) });
        return written;
      });
      return { kind: 'record', row };
    },
  };
}
