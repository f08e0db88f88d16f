// GET /octavo/v1/webhooks/<id>/deliveries: lists the deliveries of a webhook.
import { listDeliveryRows } from './deliveries-store.ts';
import type { WebhookDeps } from './deps.ts';
import type { DeliveryOperations } from './operations.ts';
import { requireWebhook } from './permissions.ts';

/** Responds with a page of deliveries, newest first. */
export const listDeliveries = ({ database }: WebhookDeps): DeliveryOperations['list-deliveries'] => ({
  async run({ args }, loadedWebhook) {
    const { id: webhook } = requireWebhook(loadedWebhook);
    const { page, per_page: perPage, state } = args;
    const query = { webhook, state, limit: perPage, offset: (page - 1) * perPage };
    const { rows, total } = await listDeliveryRows(database.read, query);
    return { kind: 'list', rows, page: { total, perPage, page } };
  },
});
