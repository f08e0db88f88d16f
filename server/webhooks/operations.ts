// Declares the types of the webhook and delivery operations: the targets that they receive, and the rows that they return.
import type { DeliveryEndpoints } from '../../contract/octavo-v1/webhook-deliveries.ts';
import type { WebhookEndpoints } from '../../contract/octavo-v1/webhooks.ts';
import type { Operations } from '../http/implement.ts';
import type { DeliveryRow } from './deliveries-store.ts';
import type { WebhookRow } from './store.ts';

/** The targets of the permissions of webhooks. They are undefined for callers who may not manage webhooks. */
export type WebhookTargets = {
  'manage-webhook': WebhookRow | undefined;
  'change-webhook': WebhookRow | undefined;
};

/** A webhook with the secret that was created by the request, if any. */
export type PresentedWebhook = WebhookRow & { readonly issuedSecret?: string };

/** The operations of webhooks, keyed by their names in the contract. */
export type WebhookOperations = Operations<WebhookEndpoints, WebhookTargets, PresentedWebhook>;

/** The targets of the permissions of deliveries. They are undefined for callers who may not manage webhooks. */
export type DeliveryTargets = {
  /** The webhook of the deliveries. */
  'manage-deliveries': WebhookRow | undefined;
  'manage-delivery': DeliveryRow | undefined;
};

/** The operations of deliveries, keyed by their names in the contract. */
export type DeliveryOperations = Operations<DeliveryEndpoints, DeliveryTargets, DeliveryRow>;
