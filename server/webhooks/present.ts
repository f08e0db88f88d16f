// Rows of webhooks and deliveries to records. The secret is in the answer alone to who has it made.
import { readStoredList } from '../database/stored-json.ts';
import type { FieldMaker, Presenter } from '../http/room.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import type { WebhookRow } from './store.ts';

/** The presenter of webhooks. */
export const webhookPresenter: Presenter = presenterOf<WebhookRow & { readonly told?: string }>({
  id: ({ id }) => id,
  url: ({ url }) => url,
  kinds: ({ kinds }) => readStoredList(kinds),
  types: ({ types }) => readStoredList(types),
  spelling: ({ spelling }) => spelling,
  description: ({ description }) => description,
  active: ({ active }) => active === 1,
  problem: ({ problem }) => problem,
  failing_since: ({ failing_since: since }) => momentOf(since),
  created: ({ created }) => momentOf(created),
  secret: ({ told }) => told,
});

/** The presenter of deliveries. */
export const deliveryPresenter: Presenter = presenterOf<DeliveryRow>({
  id: ({ id }) => id,
  webhook: ({ webhook_id: webhook }) => webhook,
  event: ({ uuid }) => uuid,
  kind: ({ kind }) => kind,
  subject: ({ subject }) => subject,
  state: ({ state }) => state,
  attempts: ({ attempts }) => attempts,
  response: ({ response }) => response,
  problem: ({ problem }) => problem,
  created: ({ created }) => momentOf(created),
  due: ({ state, due }) => (state === 'waiting' ? momentOf(due) : null),
  settled: ({ settled }) => momentOf(settled),
  body: ({ body }) => body,
});

function presenterOf<Row extends { readonly id: number }>(
  fields: Readonly<Record<string, (row: Row) => unknown>>,
): Presenter {
  return {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    facts: (row: Row) => ({ id: row.id }),
  };
}

const momentOf = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString().slice(0, 19);
