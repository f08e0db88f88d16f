// Defines the permissions for webhooks and deliveries. All of them require the capability `manage_options`.
import type { deliveryPermissions } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { webhookPermissions } from '../../contract/octavo-v1/webhooks.ts';
import { canOutliveCredential } from '../access/limits.ts';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/handle.ts';
import { type Call, type Permission, parseId } from '../http/module.ts';
import { findDelivery } from './deliveries-store.ts';
import { findWebhook, type WebhookRow } from './store.ts';

const permit: Permission['permit'] = ({ actor }) =>
  actor.can('manage_options')
    ? undefined
    : { code: 'rest_cannot_manage_webhooks', message: 'You are not allowed to manage webhooks.' };

/** Rejects application passwords that expire, because the webhook would keep sending events after their expiry. */
const permitNonExpiring: Permission['permit'] = (call, resource) => {
  const forbiddenError = permit(call, resource);
  if (forbiddenError || canOutliveCredential(call.actor)) return forbiddenError;
  return {
    code: 'rest_cannot_manage_webhooks',
    message: 'You are not allowed to create or change webhooks with an application password that expires.',
  };
};

/** Returns the error for an unknown webhook ID. */
export const webhookNotFound = () => new ApiError('rest_webhook_invalid_id', 404, 'No webhook with this ID.');

/** Returns a function that loads the resource only for permitted callers, so that others cannot find out whether it exists. */
const loadForManagers =
  <T>(load: (call: Call) => Promise<T>) =>
  async (call: Call): Promise<T | undefined> =>
    permit(call, undefined) ? undefined : load(call);

const requireWebhook =
  (database: Database) =>
  async ({ path }: Call): Promise<WebhookRow> => {
    const webhook = await findWebhook(database.read, parseId(path.id));
    if (!webhook) throw webhookNotFound();
    return webhook;
  };

/** Returns the permissions of webhooks, keyed by their names in the contract. */
export function makeWebhookPermissions(database: Database): Record<(typeof webhookPermissions)[number], Permission> {
  const load = loadForManagers(requireWebhook(database));
  return {
    'manage-webhooks': { permit },
    'manage-webhook': { load, permit },
    'make-webhook': { permit: permitNonExpiring },
    'change-webhook': { load, permit: permitNonExpiring },
  };
}

/** Returns the permissions of deliveries, keyed by their names in the contract. */
export const makeDeliveryPermissions = (
  database: Database,
): Record<(typeof deliveryPermissions)[number], Permission> => ({
  'manage-deliveries': { load: loadForManagers(requireWebhook(database)), permit },
  'manage-delivery': {
    load: loadForManagers(async ({ path }) => {
      const delivery = await findDelivery(database.read, parseId(path.id), parseId(path.delivery));
      if (!delivery) throw new ApiError('rest_delivery_invalid_id', 404, 'No delivery with this ID.');
      return delivery;
    }),
    permit,
  },
});
