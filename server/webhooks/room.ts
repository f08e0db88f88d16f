// The rooms of webhooks and of their deliveries.
import type { deliveryOperations } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { webhookOperations } from '../../contract/octavo-v1/webhooks.ts';
import type { Operation, Room } from '../http/room.ts';
import { createDelivery } from './create-delivery.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery } from './get-delivery.ts';
import { getWebhook } from './get-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import type { WebhookParts } from './parts.ts';
import { deliveryRules, webhookRules } from './permissions.ts';
import { deliveryPresenter, webhookPresenter } from './present.ts';
import { redeliver } from './redeliver.ts';
import { rotateSecret } from './rotate-secret.ts';
import { updateWebhook } from './update-webhook.ts';

/** Joins the rules, operations and presenter of webhooks. */
export function webhooksRoom(parts: WebhookParts): Room {
  const operations: Record<(typeof webhookOperations)[number], Operation> = {
    'list-webhooks': listWebhooks(parts),
    'create-webhook': createWebhook(parts),
    'get-webhook': getWebhook(),
    'update-webhook': updateWebhook(parts),
    'delete-webhook': deleteWebhook(parts),
    'rotate-secret': rotateSecret(parts),
  };
  return { permissions: webhookRules(parts.database), operations, presenter: webhookPresenter };
}

/** Joins those of deliveries. */
export function webhookDeliveriesRoom(parts: WebhookParts): Room {
  const operations: Record<(typeof deliveryOperations)[number], Operation> = {
    'list-deliveries': listDeliveries(parts),
    'create-delivery': createDelivery(parts),
    'get-delivery': getDelivery(),
    redeliver: redeliver(parts),
  };
  return { permissions: deliveryRules(parts.database), operations, presenter: deliveryPresenter };
}
