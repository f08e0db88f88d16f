// Presents webhooks and deliveries. The secret of a webhook is presented only when it is created or rotated.
import { readStoredList } from '../database/stored-json.ts';
import type { FieldMaker, Presenter } from '../http/module.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import type { WebhookRow } from './store.ts';

export const webhookPresenter: Presenter = makePresenter<WebhookRow & { readonly issuedSecret?: string }>({
  id: ({ id }) => id,
  url: ({ url }) => url,
  kinds: ({ kinds }) => readStoredList(kinds),
  types: ({ types }) => readStoredList(types),
  spelling: ({ spelling }) => spelling,
  description: ({ description }) => description,
  active: ({ active }) => active === 1,
  problem: ({ problem }) => problem,
  failing_since: ({ failing_since: since }) => formatTimestamp(since),
  created: ({ created }) => formatTimestamp(created),
  secret: ({ issuedSecret }) => issuedSecret,
});

export const deliveryPresenter: Presenter = makePresenter<DeliveryRow>({
  id: ({ id }) => id,
  webhook: ({ webhook_id: webhook }) => webhook,
  event: ({ uuid }) => uuid,
  kind: ({ kind }) => kind,
  subject: ({ subject }) => subject,
  state: ({ state }) => state,
  attempts: ({ attempts }) => attempts,
  response: ({ response }) => response,
  problem: ({ problem }) => problem,
  created: ({ created }) => formatTimestamp(created),
  due: ({ state, due }) => (state === 'waiting' ? formatTimestamp(due) : null),
  settled: ({ settled }) => formatTimestamp(settled),
  body: ({ body }) => body,
});

function makePresenter<Row extends { readonly id: number }>(
  fields: Readonly<Record<string, (row: Row) => unknown>>,
): Presenter {
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: (row: Row) => ({ id: row.id }),
  };
}

const formatTimestamp = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString().slice(0, 19);
