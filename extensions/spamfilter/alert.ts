// Checks the permission for alerts: messages from the spam-checking service to administrators, for example that the key has expired.
import { timingSafeEqual } from 'node:crypto';
import { ApiError, type Call, type PermissionArgs } from 'octavo/extension';
import type { SpamfilterEndpoints } from './contract.ts';
import { readSettings, type Services } from './settings.ts';

/**
 * Requires that the caller is an administrator, or that the request contains the key, which proves that the spam-checking service sent it.
 *
 * Throws ApiError 401 or 403 `spamfilter_cannot_manage`.
 */
export async function requireKeyOrAdministrator(
  services: Services,
  call: Call<PermissionArgs<SpamfilterEndpoints, 'manage-alert'>>,
): Promise<undefined> {
  if (call.actor.can('manage_options')) return;
  const { key } = await readSettings(services);
  const [expected, submitted] = [Buffer.from(key), Buffer.from(call.args.key ?? '')];
  if (key !== '' && expected.length === submitted.length && timingSafeEqual(expected, submitted)) return;
  const status = call.actor.id === 0 ? 401 : 403;
  throw new ApiError(
    'spamfilter_cannot_manage',
    status,
    'You are not allowed to manage alerts; sign in as an administrator or send the key.',
  );
}
