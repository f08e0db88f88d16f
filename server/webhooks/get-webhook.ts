// GET /octavo/v1/webhooks/<id>: returns a webhook.
import type { WebhookOperations } from './operations.ts';
import { requireWebhook } from './permissions.ts';

/** Responds with the webhook, without its secret. */
export const getWebhook = (): WebhookOperations['get-webhook'] => ({
  run: async (_call, webhook) => ({ kind: 'record', row: requireWebhook(webhook) }),
});
