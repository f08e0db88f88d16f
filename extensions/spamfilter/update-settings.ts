// POST, PUT and PATCH /spamfilter/v1/settings: update the submitted settings and leave the others unchanged.
import { ApiError } from 'octavo/extension';
import { presentSettings } from './get-settings.ts';
import type { SpamfilterOperations } from './operations.ts';
import type { Services } from './settings.ts';

/**
 * Updates settings and responds with all current settings. The endpoint cannot be changed while a key is set, because the key would
 * be sent to another spam-checking service.
 *
 * Throws ApiError 400 `rest_invalid_param` for an unsafe endpoint, and 409 `spamfilter_key_set`.
 */
export const updateSettings = (services: Services): SpamfilterOperations['update-settings'] => ({
  async run(call) {
    const { args } = call;
    const { spamfilter_endpoint: endpoint } = args;
    if (endpoint !== undefined && !isSafe(services, endpoint)) throw invalidEndpoint();
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      const before = await services.settings.read(tx);
      if (before.key !== '' && (endpoint ?? before.spamfilter_endpoint) !== before.spamfilter_endpoint)
        throw new ApiError(
          'spamfilter_key_set',
          409,
          'The URL of the spam-checking service cannot be changed while a key is set; delete the key first, and set it again afterwards.',
        );
      await services.settings.write(tx, args);
      await services.recordSettingsChange(tx, call, Object.keys(args));
    });
    return { kind: 'value', value: await presentSettings(services) };
  },
});

/** Whether the key may be sent to a URL: HTTPS, or HTTP to a host in `--fetch-hosts`, without a username, password, query or fragment. */
function isSafe({ fetchLimits }: Services, endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isEncrypted = url?.protocol === 'https:' || (url?.protocol === 'http:' && fetchLimits.hosts?.has(url.hostname));
  return isEncrypted === true && url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

function invalidEndpoint(): ApiError {
  const message = 'The endpoint must begin with https:// and have no username, password, query or fragment.';
  return new ApiError('rest_invalid_param', 400, message, { data: { params: { spamfilter_endpoint: message } } });
}
