// Presents webhooks and deliveries. The secret of a webhook is presented only when it is created or rotated.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { deliveryFields } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { WebhookFields } from '../../contract/octavo-v1/webhooks.ts';
import { readStoredList } from '../database/stored-json.ts';
import type { Presenter } from '../http/module.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import type { PresentedWebhook } from './operations.ts';

export const webhookPresenter = makePresenter<WebhookFields, PresentedWebhook>({
  id: ({ id }) => id,
  url: ({ url }) => url,
  kinds: ({ kinds }) => readStoredList(kinds, 'webhooks.kinds'),
  types: ({ types }) => readStoredList(types, 'webhooks.types'),
  spelling: ({ spelling }) => spelling,
  description: ({ description }) => description,
  active: ({ active }) => active === 1,
  problem: ({ problem }) => problem,
  failing_since: ({ failing_since: since }) => formatTimestamp(since),
  created: ({ created }) => formatTimestamp(created),
  secret: ({ issuedSecret }) => issuedSecret,
});

export const deliveryPresenter = makePresenter<typeof deliveryFields, DeliveryRow>({
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

function makePresenter<F extends Parameters, Row extends { readonly id: number }>(
  fields: Presenter<F, Row, undefined>['fields'],
): Presenter<F, Row, undefined> {
  return { prepare: async () => undefined, fields, facts: ({ id }) => ({ id }) };
}

const formatTimestamp = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString().slice(0, 19);
