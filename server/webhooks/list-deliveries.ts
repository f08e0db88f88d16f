// GET /octavo/v1/webhooks/<id>/deliveries: lists the deliveries of a webhook.
import type { DeliveryListArgs } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { Call, Operation } from '../http/module.ts';
import { listDeliveryRows } from './deliveries-store.ts';
import type { WebhookDeps } from './deps.ts';
import type { WebhookRow } from './store.ts';

/** Responds with a page of deliveries, newest first. */
export const listDeliveries = ({ database }: WebhookDeps): Operation => ({
  async run({ args }: Call<DeliveryListArgs>, { id: webhook }: WebhookRow) {
    const { page, per_page: perPage, state } = args;
    const query = { webhook, state, limit: perPage, offset: (page - 1) * perPage };
    const { rows, total } = await listDeliveryRows(database.read, query);
    return { kind: 'list', rows, page: { total, perPage, page } };
  },
});
