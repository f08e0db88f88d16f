// GET /octavo/v1/webhooks: lists webhooks.
import type { Operation } from '../http/module.ts';
import type { WebhookDeps } from './deps.ts';
import { listWebhookRows } from './store.ts';

/** Responds with all webhooks, oldest first. */
export const listWebhooks = ({ database }: WebhookDeps): Operation => ({
  run: async () => ({ kind: 'list', rows: await listWebhookRows(database.read) }),
});
