// GET on the deliveries of a webhook.
import type { DeliveryListArgs } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { Call, Operation } from '../http/room.ts';
import { listDeliveryRows } from './deliveries-store.ts';
import type { WebhookParts } from './parts.ts';
import type { WebhookRow } from './store.ts';

/** Answers with a page of them, the newest first. */
export const listDeliveries = ({ database }: WebhookParts): Operation => ({
  async run({ args }: Call<DeliveryListArgs>, { id: webhook }: WebhookRow) {
    const { page, per_page: perPage, state } = args;
    const wanted = { webhook, state, limit: perPage, offset: (page - 1) * perPage };
    const { rows, total } = await listDeliveryRows(database.read, wanted);
    return { kind: 'list', rows, page: { total, perPage, page } };
  },
});
