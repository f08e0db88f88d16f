// Describes the formats of the requests of webhooks.
import { __ } from '@wordpress/i18n';
import type { WebhookFormat } from '../../data/resources/webhooks.ts';

/** The formats with their labels, in the order in which they are displayed. */
export const formatOptions = (): readonly { readonly value: WebhookFormat; readonly label: string }[] => [
  { value: 'events', label: __('Send events to a program') },
  { value: 'fastly', label: __('Purge Fastly') },
  { value: 'cloudflare', label: __('Purge Cloudflare') },
  { value: 'varnish', label: __('Purge Varnish') },
];

/** Returns the format with a name. */
export const formatNamed = (name: string): WebhookFormat =>
  formatOptions().find(({ value }) => value === name)?.value ?? 'events';

/** Returns the label of a format. */
export const labelOfFormat = (format: WebhookFormat): string =>
  formatOptions().find(({ value }) => value === format)?.label ?? format;

/** Returns the explanation of the URL of webhooks with a format. */
export function urlHelpOf(format: WebhookFormat): string {
  switch (format) {
    case 'events':
      return __('It receives a POST request for each event. It must be public, or its host must be in --fetch-hosts.');
    case 'fastly':
      return __('https://api.fastly.com/service/SERVICE-ID/purge, with the ID of your service.');
    case 'cloudflare':
      return __('https://api.cloudflare.com/client/v4/zones/ZONE-ID/purge_cache, with the ID of your zone.');
    case 'varnish':
      return __('The URL of Varnish. It must be public, or its host must be in --fetch-hosts.');
  }
}

/** Returns the explanation of the API token of webhooks that purge a CDN. */
export function tokenHelpOf(format: WebhookFormat): string {
  switch (format) {
    case 'fastly':
      return __('A token with the scope “purge_select”.');
    case 'cloudflare':
      return __('A token with the permission “Cache Purge”.');
    default:
      return __('The token in your VCL file.');
  }
}
