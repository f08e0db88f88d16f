// GET /octavo/v1/webhooks: lists webhooks.
import type { WebhookDeps } from './deps.ts';
import type { WebhookOperations } from './operations.ts';
import { listWebhookRows } from './store.ts';

/** Responds with all webhooks, oldest first. */
export const listWebhooks = ({ database }: WebhookDeps): WebhookOperations['list-webhooks'] => ({
  run: async () => ({ kind: 'list', rows: await listWebhookRows(database.read) }),
});
