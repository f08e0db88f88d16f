// What the checker has to tell the site's administrators: that a key has ended, that too much is asked.
import { timingSafeEqual } from 'node:crypto';
import { type Call, type ExtensionServices, Refusal } from 'octavo/extension';
import { readSettings } from './settings.ts';

/**
 * Lets administrators pass, and who knows the key: the checker itself.
 *
 * Throws Refusal 401 or 403 `spamfilter_cannot_manage`.
 */
export async function requireKeyOrRight(services: ExtensionServices, call: Call): Promise<void> {
  if (call.actor.can('manage_options')) return;
  const { key } = await readSettings(services);
  const [own, sent] = [Buffer.from(key), Buffer.from(String(call.args.key ?? ''))];
  if (key !== '' && own.length === sent.length && timingSafeEqual(own, sent)) return;
  const status = call.actor.id === 0 ? 401 : 403;
  throw new Refusal('spamfilter_cannot_manage', status, 'Only administrators and the checker may do this.');
}
