// POST hydrate: returns the state of the mail setup.
import { mailers, providers, version } from './contract.ts';
import { connectedData } from './get-connected-data.ts';
import { redirectUri } from './get-oauth-url.ts';
import type { MailSmtpOperations } from './operations.ts';
import { presentSettings, readSettings, type Services } from './settings.ts';

/** Responds with the settings, the available mailers, and the connections. */
export const hydrate = (services: Services): MailSmtpOperations['hydrate'] => ({
  async run() {
    const settings = await readSettings(services);
    const connections = await Promise.all(providers.map((each) => connectedData(services, each)));
    const value = {
      version,
      site: { title: services.siteSettings().title, url: services.site.front },
      settings: presentSettings(settings),
      mailers: mailers.map((name) => ({ name, oauth: providers.some((each) => each === name) })),
      connections,
      redirect_uri: redirectUri(services),
    };
    return { kind: 'value', value };
  },
});
