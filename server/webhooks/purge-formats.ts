// Formats the requests with which webhooks purge a CDN (docs/cdn.md).
import type { PostMessage } from '../fetch/guarded-fetch.ts';
import type { WebhookRow } from './store.ts';

/** The format of the requests of a CDN. */
export interface PurgeFormat {
  /** Maximum number of tags in a request. */
  readonly maxTags: number;
  /** Returns the body of the delivery that purges these tags. */
  bodyOf(tags: readonly string[]): string;
  /** Returns the request of a delivery with this body. The token is empty if the webhook has none. */
  messageOf(body: string, token: string): PostMessage;
}

const json = { 'Content-Type': 'application/json' };

const bearer = (token: string): Readonly<Record<string, string>> =>
  token === '' ? {} : { Authorization: `Bearer ${token}` };

const formats: Readonly<Record<string, PurgeFormat>> = {
  // https://www.fastly.com/documentation/reference/api/purging/#bulk-purge-tag
  fastly: {
    maxTags: 256,
    bodyOf: (tags) => JSON.stringify({ surrogate_keys: tags }),
    messageOf: (body, token) => ({
      headers: { ...json, Accept: 'application/json', ...(token !== '' && { 'Fastly-Key': token }) },
      body,
    }),
  },
  // https://developers.cloudflare.com/api/resources/cache/methods/purge/
  cloudflare: {
    maxTags: 30,
    bodyOf: (tags) => JSON.stringify({ tags }),
    messageOf: (body, token) => ({ headers: { ...json, ...bearer(token) }, body }),
  },
  // The headers are those of the examples of vmod_xkey. Varnish limits headers to 8 KiB by default.
  varnish: {
    maxTags: 256,
    bodyOf: (tags) => tags.join(' '),
    messageOf: (body, token) => ({ method: 'PURGE', headers: { 'xkey-purge': body, ...bearer(token) }, body: '' }),
  },
};

/** Returns the format of a webhook that purges a CDN; undefined for one that sends events. */
export const purgeFormatOf = ({ format }: Pick<WebhookRow, 'format'>): PurgeFormat | undefined =>
  Object.hasOwn(formats, format) ? formats[format] : undefined;
