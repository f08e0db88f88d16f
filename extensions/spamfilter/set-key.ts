// POST, PUT and PATCH /spamfilter/v1/key: set the key for the spam-checking service.
import { ApiError } from 'octavo/extension';
import { presentKey } from './get-key.ts';
import type { SpamfilterOperations } from './operations.ts';
import { verifyKey } from './remote.ts';
import { readSettings, type Services } from './settings.ts';

/**
 * Verifies the key with the spam-checking service and stores it. Without a valid response of the service, it is stored as unverified.
 *
 * Throws ApiError 400 `spamfilter_invalid_key`, and 409 `spamfilter_endpoint_changed` if the URL is changed at the same time.
 */
export const setKey = (services: Services): SpamfilterOperations['set-key'] => ({
  async run(call) {
    const { key } = call.args;
    const { spamfilter_endpoint: endpoint } = await readSettings(services);
    const keyStatus = await verifyKey(services, endpoint, key);
    if (keyStatus === 'invalid')
      throw new ApiError('spamfilter_invalid_key', 400, 'The spam-checking service rejected this key.');
    const changes = { key, key_status: keyStatus };
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      if ((await readSettings(services, tx)).spamfilter_endpoint !== endpoint)
        throw new ApiError(
          'spamfilter_endpoint_changed',
          409,
          'The URL of the spam-checking service was changed at the same time; set the key again.',
        );
      await services.settings.write(tx, changes);
      await services.recordSettingsChange(tx, call, ['key']);
    });
    return { kind: 'value', value: presentKey(changes) };
  },
});
