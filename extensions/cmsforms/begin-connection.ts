// POST payment-provider/connect-url: where an administrator agrees that the site may use their account.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { insertConnection } from './connections-store.ts';
import { readSettings } from './settings.ts';
import { isConfigured, momentOf } from './wizard.ts';

/** What the state that travels through the provider is sealed for. */
export const connecting = 'payment provider';

/** How long an administrator may take to agree. Milliseconds. */
const patience = 10 * 60 * 1000;

/**
 * Answers with a link to the payment provider, which brings whoever follows it back to the callback, once and soon (RFC 6749
 * §4.1.1, RFC 7636 §4.3).
 *
 * Throws Refusal 409 `cmsforms_no_payment_provider` where none is set.
 */
export const beginConnection = (services: ExtensionServices): Operation => ({
  async run() {
    const { payment_provider: provider } = await readSettings(services);
    if (!isConfigured(provider))
      throw new Refusal('cmsforms_no_payment_provider', 409, 'Set the payment provider first, in the step payments.');
    const [id, until] = [randomUUID(), services.clock() + patience];
    await services.database.transaction((tx) => tx.run(insertConnection, { id, until }));
    const url = new URL(provider.authorize_url);
    const parameters = {
      response_type: 'code',
      client_id: provider.client_id,
      redirect_uri: callbackOf(services),
      ...(provider.scope !== '' && { scope: provider.scope }),
      state: services.seal(connecting, { id }, until),
      code_challenge: createHash('sha256').update(verifierOf(services, id)).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { kind: 'value', value: { url: url.href, expires: momentOf(until) } };
  },
});

/** Where the provider sends people back to. */
export const callbackOf = ({ site }: ExtensionServices): string =>
  `${site.rest}/cmsforms/v1/setup-wizard/payment-provider/callback`;

/** What proves to the provider that the site which has begun is the one that finishes; nobody else can know it. */
export const verifierOf = (services: ExtensionServices, id: string): string =>
  createHmac('sha256', services.secret('connections')).update(id).digest('base64url');
