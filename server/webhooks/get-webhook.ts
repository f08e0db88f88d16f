// GET on a webhook.
import type { Operation } from '../http/room.ts';
import type { WebhookRow } from './store.ts';

/** Answers with it, without its secret. */
export const getWebhook = (): Operation => ({ run: async (_call, row: WebhookRow) => ({ kind: 'record', row }) });
