// Which addresses can be webhooks.
import { mayName } from '../fetch/guarded-fetch.ts';
import { Refusal } from '../refusal.ts';
import type { WebhookParts } from './parts.ts';

/**
 * Refuses what nothing could be sent to. Whether a host is public is looked at whenever something is sent to it, whatever its
 * name means by then.
 *
 * Throws Refusal 400 `rest_webhook_invalid_url`.
 */
export function requireAddress({ site, fetchLimits }: WebhookParts, text: string): void {
  if (URL.canParse(text) && hostIn(text) === hostIn(site.home))
    throw new Refusal('rest_webhook_invalid_url', 400, 'A webhook cannot lead to this service itself.');
  if (mayName(text, fetchLimits)) return;
  throw new Refusal(
    'rest_webhook_invalid_url',
    400,
    'A webhook needs a public address by http or https, at a usual port and without a name and a password in it.',
  );
}

/** The host of an address with its port; a dot at its end makes it no other. */
const hostIn = (text: string): string => new URL(text).host.replace(/\.+(?=:|$)/, '');
