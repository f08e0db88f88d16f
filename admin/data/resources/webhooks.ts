// Reads and writes webhooks and their deliveries.
import { type ApiResponse, type Page, readPage, send } from '../client.ts';

/** The properties of a webhook that can be changed. */
export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  /** The kinds of events; all if it is empty. */
  readonly kinds: readonly string[];
  /** The content types, taxonomies and comment types; all if it is empty. */
  readonly types: readonly string[];
  readonly spelling: 'native' | 'compatible';
  readonly active: boolean;
}

/** The formats of the requests of webhooks: `events` sends events, the others purge the cache of a CDN. */
export type WebhookFormat = 'events' | 'fastly' | 'cloudflare' | 'varnish';

/** The API token with which a CDN authenticates requests, which cannot be read; empty to remove it, undefined for no change. */
interface WithToken {
  readonly token?: string | undefined;
}

/** A webhook. Times are in GMT. */
export interface Webhook extends WebhookValues {
  readonly id: number;
  readonly format: WebhookFormat;
  readonly has_token: boolean;
  /** The error of the last attempt, or why the service has disabled the webhook; empty if there is none. */
  readonly problem: string;
  readonly failing_since: string | null;
  readonly created: string;
}

/** A webhook with the version that was read. */
export interface LoadedWebhook {
  readonly webhook: Webhook;
  readonly etag: string | undefined;
}

/** A webhook with its secret, which cannot be read again. */
export type WebhookWithSecret = Webhook & { readonly secret: string };

const path = '/octavo/v1/webhooks';

/** Reads all webhooks, the oldest first. Throws ApiError. */
export const listWebhooks = async (signal?: AbortSignal): Promise<readonly Webhook[]> =>
  (await send<readonly Webhook[]>(path, { ...(signal && { signal }) })).data;

const withVersion = ({ data, headers }: ApiResponse<Webhook>): LoadedWebhook => ({
  webhook: data,
  etag: headers.get('ETag') ?? undefined,
});

/** Reads a webhook. Throws ApiError; 404 if there is none with this ID. */
export const readWebhook = async (id: number, signal?: AbortSignal): Promise<LoadedWebhook> =>
  withVersion(await send<Webhook>(`${path}/${id}`, { ...(signal && { signal }) }));

/** Creates a webhook. The service generates a secret if there is none. Throws ApiError. */
export const createWebhook = async (
  values: WebhookValues & WithToken & { readonly format: WebhookFormat; readonly secret?: string | undefined },
): Promise<WebhookWithSecret> => (await send<WebhookWithSecret>(path, { method: 'POST', body: values })).data;

/** Changes a webhook. Resolves with the new version. Throws ApiError; 412 if it has another version. */
export async function updateWebhook(
  { webhook, etag }: LoadedWebhook,
  changes: Partial<WebhookValues> & WithToken,
): Promise<LoadedWebhook> {
  const options = { method: 'POST', body: changes, ...(etag !== undefined && { ifMatch: etag }) } as const;
  return withVersion(await send<Webhook>(`${path}/${webhook.id}`, options));
}

/** Deletes a webhook with its deliveries. Throws ApiError; 412 if it has another version. */
export async function deleteWebhook({ webhook, etag }: LoadedWebhook): Promise<void> {
  await send(`${path}/${webhook.id}`, { method: 'DELETE', ...(etag !== undefined && { ifMatch: etag }) });
}

/** Replaces the secret of a webhook; the service generates one if there is none. Resolves with the new secret. Throws ApiError. */
export const replaceSecret = async (id: number, secret?: string): Promise<string> =>
  (await send<WebhookWithSecret>(`${path}/${id}/secret`, { method: 'POST', body: { ...(secret && { secret }) } })).data
    .secret;

/** A delivery in the list. Times are in GMT. */
export interface Delivery {
  readonly id: number;
  /** The kind of the event. */
  readonly kind: string;
  /** The resource, such as `entry:5`. */
  readonly subject: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** The HTTP status of the response to the last attempt; 0 if there was none. */
  readonly response: number;
  /** The error of the last attempt; empty if there is none. */
  readonly problem: string;
  readonly created: string;
  /** The time of the last attempt. */
  readonly attempted: string | null;
  /** The earliest time of the next attempt. */
  readonly due: string | null;
}

/** A delivery with its bodies. */
export interface DeliveryWithBodies extends Delivery {
  /** The ID of the event, which is the same for each attempt. */
  readonly event: string;
  readonly body: string;
  /** The beginning of the body of the response to the last attempt. */
  readonly response_body: string;
}

const listedFields = [
  ...['id', 'kind', 'subject', 'state', 'attempts', 'response', 'problem', 'created', 'attempted', 'due'],
];

/** Reads a page of the deliveries of a webhook, the newest first. Throws ApiError. */
export const listDeliveries = (
  webhook: number,
  query: { readonly page: number; readonly per_page: number; readonly state: Delivery['state'] | undefined },
  signal?: AbortSignal,
): Promise<Page<Delivery>> => readPage(`${path}/${webhook}/deliveries`, { ...query, _fields: listedFields }, signal);

/** Reads a delivery. Throws ApiError; 404 if it was deleted meanwhile. */
export const readDelivery = async (webhook: number, id: number, signal?: AbortSignal): Promise<DeliveryWithBodies> =>
  (await send<DeliveryWithBodies>(`${path}/${webhook}/deliveries/${id}`, { ...(signal && { signal }) })).data;

/** Sends a test delivery, which is no event. Throws ApiError. */
export const sendTest = async (webhook: number): Promise<Delivery> =>
  (await send<Delivery>(`${path}/${webhook}/deliveries`, { method: 'POST' })).data;

/** Sends a delivery again. Throws ApiError. */
export async function resendDelivery(webhook: number, id: number): Promise<void> {
  await send(`${path}/${webhook}/deliveries/${id}/redeliver`, { method: 'POST' });
}

/** Sends all failed deliveries of a webhook again. Resolves with their number. Throws ApiError. */
export async function resendFailedDeliveries(webhook: number): Promise<number> {
  let count = 0;
  for (;;) {
    // A request queues only a limited number of deliveries.
    const { data } = await send<{ queued: number; failed: number }>(`${path}/${webhook}/deliveries/redeliver`, {
      method: 'POST',
    });
    count += data.queued;
    if (data.failed === 0 || data.queued === 0) return count;
  }
}
