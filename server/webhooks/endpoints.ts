// Binds the endpoints of webhooks and their deliveries to operations, and presents their records. The secret of a webhook is
// presented only when it is created or rotated.
import type { Parameters } from '../../contract/grammar/parameter.ts';
import { deliveriesModule, type deliveryFields } from '../../contract/octavo-v1/webhook-deliveries.ts';
import { type WebhookFields, webhooksModule } from '../../contract/octavo-v1/webhooks.ts';
import { readStoredList } from '../database/stored-json.ts';
import { implement } from '../http/implement.ts';
import type { Module, Presenter } from '../http/module.ts';
import { createDelivery, getDelivery, listDeliveries, redeliver } from './deliveries.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import {
  makeDeliveryPermissions,
  makeWebhookPermissions,
  type PresentedWebhook,
  type WebhookDeps,
} from './permissions.ts';
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateSecret, updateWebhook } from './webhooks.ts';

const webhookPresenter = makePresenter<WebhookFields, PresentedWebhook>({
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

const deliveryPresenter = makePresenter<typeof deliveryFields, DeliveryRow>({
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

/** Returns the module of webhooks. */
export function webhooksEndpoints(deps: WebhookDeps): Module {
  return implement(webhooksModule, {
    permissions: makeWebhookPermissions(deps.database),
    operations: {
      'list-webhooks': listWebhooks(deps),
      'create-webhook': createWebhook(deps),
      'get-webhook': getWebhook(),
      'update-webhook': updateWebhook(deps),
      'delete-webhook': deleteWebhook(deps),
      'rotate-secret': rotateSecret(deps),
    },
    presenter: webhookPresenter,
  });
}

/** Returns the module of deliveries. */
export function webhookDeliveriesEndpoints(deps: WebhookDeps): Module {
  return implement(deliveriesModule, {
    permissions: makeDeliveryPermissions(deps.database),
    operations: {
      'list-deliveries': listDeliveries(deps),
      'create-delivery': createDelivery(deps),
      'get-delivery': getDelivery(),
      redeliver: redeliver(deps),
    },
    presenter: deliveryPresenter,
  });
}
