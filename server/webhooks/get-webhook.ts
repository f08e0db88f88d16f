// GET /octavo/v1/webhooks/<id>: returns a webhook.
import type { Operation } from '../http/module.ts';
import type { WebhookRow } from './store.ts';

/** Responds with the webhook, without its secret. */
export const getWebhook = (): Operation => ({ run: async (_call, row: WebhookRow) => ({ kind: 'record', row }) });
