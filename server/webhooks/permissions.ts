// Defines the permissions for webhooks and deliveries, and the types that their operations share. All permissions require the
// capability `manage_options`.
import type { DeliveryEndpoints } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { WebhookEndpoints } from '../../contract/octavo-v1/webhooks.ts';
import { canOutliveCredential } from '../access/limits.ts';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Operations, Permissions } from '../http/implement.ts';
import { type Call, type PermissionError, parseId } from '../http/module.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';
import { type DeliveryRow, findDelivery } from './deliveries-store.ts';
import { findWebhook, type WebhookRow } from './store.ts';

/** Dependencies of the webhook and delivery endpoints. */
export interface WebhookDeps {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly fetchLimits: FetchLimits;
  /** Capabilities that receiving events of extensions requires in addition to `manage_options`, by event kind. */
  readonly requiredCapabilities: ReadonlyMap<string, string>;
}

/** The targets of the permissions of webhooks. They are undefined for callers who may not manage webhooks. */
type WebhookTargets = {
  'manage-webhook': WebhookRow | undefined;
  'change-webhook': WebhookRow | undefined;
};

/** A webhook with the secret that was created by the request, if any. */
export type PresentedWebhook = WebhookRow & { readonly issuedSecret?: string };

/** The operations of webhooks, keyed by their names in the contract. */
export type WebhookOperations = Operations<WebhookEndpoints, WebhookTargets, PresentedWebhook>;

/** The targets of the permissions of deliveries. They are undefined for callers who may not manage webhooks. */
type DeliveryTargets = {
  /** The webhook of the deliveries. */
  'manage-deliveries': WebhookRow | undefined;
  'manage-delivery': DeliveryRow | undefined;
};

/** The operations of deliveries, keyed by their names in the contract. */
export type DeliveryOperations = Operations<DeliveryEndpoints, DeliveryTargets, DeliveryRow>;

const permit = ({ actor }: Call): PermissionError | undefined =>
  actor.can('manage_options')
    ? undefined
    : { code: 'rest_cannot_manage_webhooks', message: 'You are not allowed to manage webhooks.' };

/** Rejects application passwords that expire, because the webhook would keep sending events after their expiry. */
const permitNonExpiring = (call: Call): PermissionError | undefined => {
  const forbiddenError = permit(call);
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
    permit(call) ? undefined : load(call);

/** Returns the webhook that was found or loaded. Throws ApiError 404 `rest_webhook_invalid_id` if there is none. */
export function requireWebhook(webhook: WebhookRow | undefined): WebhookRow {
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** Returns the delivery that was found or loaded. Throws ApiError 404 `rest_delivery_invalid_id` if there is none. */
export function requireDelivery(delivery: DeliveryRow | undefined): DeliveryRow {
  if (!delivery) throw new ApiError('rest_delivery_invalid_id', 404, 'No delivery with this ID.');
  return delivery;
}

const webhookLoader = (database: Database) =>
  loadForManagers(async ({ path }) => requireWebhook(await findWebhook(database.read, parseId(path.id))));

/** Returns the permissions of webhooks, keyed by their names in the contract. */
export function makeWebhookPermissions(database: Database): Permissions<WebhookEndpoints, WebhookTargets> {
  const load = webhookLoader(database);
  return {
    'manage-webhooks': { permit },
    'manage-webhook': { load, permit },
    'make-webhook': { permit: permitNonExpiring },
    'change-webhook': { load, permit: permitNonExpiring },
  };
}

/** Returns the permissions of deliveries, keyed by their names in the contract. */
export const makeDeliveryPermissions = (database: Database): Permissions<DeliveryEndpoints, DeliveryTargets> => ({
  'manage-deliveries': { load: webhookLoader(database), permit },
  'manage-delivery': {
    load: loadForManagers(async ({ path }) =>
      requireDelivery(await findDelivery(database.read, parseId(path.id), parseId(path.delivery))),
    ),
    permit,
  },
});
