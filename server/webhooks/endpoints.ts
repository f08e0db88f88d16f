// Binds the endpoints of webhooks and their deliveries to operations.
import { deliveriesModule } from '../../contract/octavo-v1/webhook-deliveries.ts';
import { webhooksModule } from '../../contract/octavo-v1/webhooks.ts';
import { implement } from '../http/implement.ts';
import type { Module } from '../http/module.ts';
import { createDelivery } from './create-delivery.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import type { WebhookDeps } from './deps.ts';
import { getDelivery } from './get-delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { makeDeliveryPermissions, makeWebhookPermissions } from './permissions.ts';
import { deliveryPresenter, webhookPresenter } from './present.ts';
import { redeliver } from './redeliver.ts';
import { rotateSecret } from './rotate-secret.ts';
import { updateWebhook } from './update-webhook.ts';

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
