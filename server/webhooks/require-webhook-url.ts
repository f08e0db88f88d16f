// Validates the URLs of webhooks.

import { ApiError } from '../api-error.ts';
import { hasAllowedSyntax, resolvesToOwnListener } from '../fetch/guarded-fetch.ts';
import type { WebhookDeps } from './deps.ts';

/**
 * Throws ApiError 400 `rest_webhook_invalid_url` for URLs to which nothing may be sent, including URLs of this service under any host
 * name. The IP addresses of the host are checked again for each delivery.
 */
export async function requireWebhookUrl({ site, fetchLimits }: WebhookDeps, url: string): Promise<void> {
  const isOwnUrl = URL.canParse(url) && hostOf(url) === hostOf(site.home);
  if (isOwnUrl || (await resolvesToOwnListener(url, fetchLimits)))
    throw new ApiError('rest_webhook_invalid_url', 400, 'A webhook URL must not point to this service.');
  if (!hasAllowedSyntax(url, fetchLimits)) throw new ApiError('rest_webhook_invalid_url', 400, notPublicMessage);
}

const notPublicMessage =
  'A webhook needs a public http or https URL with port 80, 443 or 8080, without a username and password. ' +
  'To allow another host, such as 127.0.0.1, on any port, add it to --fetch-hosts (OCTAVO_FETCH_HOSTS).';

/** Returns the host and port of a URL, without the trailing dot of a fully qualified host name. */
const hostOf = (url: string): string => new URL(url).host.replace(/\.+(?=:|$)/, '');
