// The rules that the routes of webhooks and their deliveries name: who runs the site.
import type { deliveryPermissions } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { webhookPermissions } from '../../contract/octavo-v1/webhooks.ts';
import { mayOutlast } from '../access/limits.ts';
import type { Database } from '../database/handle.ts';
import { type Call, numberIn, type Permission } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import { findDelivery } from './deliveries-store.ts';
import { findWebhook, type WebhookRow } from './store.ts';

const permit: Permission['permit'] = ({ actor }) =>
  actor.can('manage_options')
    ? undefined
    : { code: 'rest_cannot_manage_webhooks', message: 'Only administrators may look after webhooks.' };

/** A webhook tells on and on: what has a time of its own makes none, and sends none elsewhere. */
const permitLasting: Permission['permit'] = (call, subject) => {
  const denial = permit(call, subject);
  if (denial || mayOutlast(call.actor)) return denial;
  return {
    code: 'rest_cannot_manage_webhooks',
    message: 'The application password that you are signed in with expires; a webhook would go on telling after it.',
  };
};

/** That there is no such webhook. */
export const noWebhook = () => new Refusal('rest_webhook_invalid_id', 404, 'There is no webhook of this number.');

/** Nobody else is told whether a webhook is there. */
const forManagers =
  <T>(load: (call: Call) => Promise<T>) =>
  async (call: Call): Promise<T | undefined> =>
    permit(call, undefined) ? undefined : load(call);

const requireWebhook =
  (database: Database) =>
  async ({ path }: Call): Promise<WebhookRow> => {
    const webhook = await findWebhook(database.read, numberIn(path.id));
    if (!webhook) throw noWebhook();
    return webhook;
  };

/** The rules of webhooks by the names that declarations use. */
export function webhookRules(database: Database): Record<(typeof webhookPermissions)[number], Permission> {
  const load = forManagers(requireWebhook(database));
  return {
    'manage-webhooks': { permit },
    'manage-webhook': { load, permit },
    'make-webhook': { permit: permitLasting },
    'change-webhook': { load, permit: permitLasting },
  };
}

/** The rules of deliveries by the names that declarations use. */
export const deliveryRules = (database: Database): Record<(typeof deliveryPermissions)[number], Permission> => ({
  'manage-deliveries': { load: forManagers(requireWebhook(database)), permit },
  'manage-delivery': {
    load: forManagers(async ({ path }) => {
      const delivery = await findDelivery(database.read, numberIn(path.id), numberIn(path.delivery));
      if (!delivery) throw new Refusal('rest_delivery_invalid_id', 404, 'There is no delivery of this number.');
      return delivery;
    }),
    permit,
  },
});
