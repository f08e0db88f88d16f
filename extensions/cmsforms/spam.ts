// What senders must not do: write too often.
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { type ExtensionServices, Refusal } from 'octavo/extension';
import { countSender } from './senders-store.ts';
import { readSettings } from './settings.ts';

/** Counts a sender's try. Throws Refusal 429 `cmsforms_too_many`. */
export async function requireCalmSender(services: ExtensionServices, from: string): Promise<void> {
  const { per_minute: most } = await readSettings(services);
  const sender = createHmac('sha256', services.secret('senders')).update(networkOf(from)).digest('base64url');
  const now = services.clock();
  const wait = await services.database.transaction((tx) => countSender(tx, sender, now, most));
  if (wait > 0)
    throw new Refusal('cmsforms_too_many', 429, 'Too much was sent in from here; try again in a minute.', {
      retryAfter: wait,
    });
}

/** What one sender has: an address of IPv4, the upper half of one of IPv6. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [before = '', after] = plain.toLowerCase().split('::');
  const first = before === '' ? [] : before.split(':');
  const last = after ? after.split(':') : [];
  const filled = after === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
