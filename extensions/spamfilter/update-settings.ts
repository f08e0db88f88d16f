// POST, PUT, PATCH settings: what is sent changes, the rest stays.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { toldSettings } from './get-settings.ts';

/**
 * Stores settings; answers with those in force. A key stays with the checker that it was given for.
 *
 * Throws Refusal 400 `rest_invalid_param` for an address that a key cannot be sent to, 409 `spamfilter_key_set` where there is a
 * key and the address is to lead elsewhere.
 */
export const updateSettings = (services: ExtensionServices): Operation => ({
  async run(call) {
    const { args } = call;
    const endpoint = args.spamfilter_endpoint as string | undefined;
    if (endpoint !== undefined && !isSafe(services, endpoint)) throw invalidEndpoint();
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      const before = await services.settings.read(tx);
      if (before.key !== '' && (endpoint ?? before.spamfilter_endpoint) !== before.spamfilter_endpoint)
        throw new Refusal(
          'spamfilter_key_set',
          409,
          'Delete the key first, and set it anew afterwards: a key is not sent to another checker than it was given for.',
        );
      await services.settings.write(tx, args);
      await services.noteSettings(tx, call, Object.keys(args));
    });
    return { kind: 'value', value: await toldSettings(services) };
  },
});

/** The key and what people have written go there: by a secure way, or to a host that the operator has named. */
function isSafe({ fetchLimits }: ExtensionServices, endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isSecret = url?.protocol === 'https:' || (url?.protocol === 'http:' && fetchLimits.hosts?.has(url.hostname));
  return isSecret === true && url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

function invalidEndpoint(): Refusal {
  const message = "The checker's URL must begin with https:// and have no user, query or fragment.";
  return new Refusal('rest_invalid_param', 400, message, { data: { params: { spamfilter_endpoint: message } } });
}
