// Which addresses can be webhooks.
import { leadsToOwn, mayName } from '../fetch/guarded-fetch.ts';
import { Refusal } from '../refusal.ts';
import type { WebhookParts } from './parts.ts';

/**
 * Refuses addresses that nothing could be delivered to, and those of the service itself under any name. What a host name leads to
 * is checked again at each delivery.
 *
 * Throws Refusal 400 `rest_webhook_invalid_url`.
 */
export async function requireAddress({ site, fetchLimits }: WebhookParts, text: string): Promise<void> {
  const isHome = URL.canParse(text) && hostIn(text) === hostIn(site.home);
  if (isHome || (await leadsToOwn(text, fetchLimits)))
    throw new Refusal('rest_webhook_invalid_url', 400, 'A webhook cannot lead to this service itself.');
  if (!mayName(text, fetchLimits)) throw new Refusal('rest_webhook_invalid_url', 400, notPublic);
}

const notPublic =
  'A webhook needs a public http or https URL at a usual port (80, 443, 8080), without a username and password. ' +
  'The option --fetch-hosts (OCTAVO_FETCH_HOSTS) names hosts that are allowed all the same, such as 127.0.0.1, at any port.';

/** The host of an address with its port; a dot at its end makes it no other. */
const hostIn = (text: string): string => new URL(text).host.replace(/\.+(?=:|$)/, '');
