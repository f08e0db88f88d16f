// GET on the collection of webhooks.
import type { Operation } from '../http/room.ts';
import type { WebhookParts } from './parts.ts';
import { listWebhookRows } from './store.ts';

/** Answers with all of them, the oldest first. */
export const listWebhooks = ({ database }: WebhookParts): Operation => ({
  run: async () => ({ kind: 'list', rows: await listWebhookRows(database.read) }),
});
