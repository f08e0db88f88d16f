// POST hydrate: everything that a setting up begins with.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { mailers, providers, version } from './contract.ts';
import { connectedData } from './get-connected-data.ts';
import { redirectAddress } from './get-oauth-url.ts';
import { readSettings, shownSettings } from './settings.ts';

/** Answers with the settings, what there is to choose from, and what is connected. */
export const hydrate = (services: ExtensionServices): Operation => ({
  async run() {
    const settings = await readSettings(services);
    const connections = await Promise.all(providers.map((each) => connectedData(services, each)));
    const value = {
      version,
      site: { title: services.siteSettings().title, url: services.site.front },
      settings: shownSettings(settings),
      mailers: mailers.map((name) => ({ name, oauth: providers.some((each) => each === name) })),
      connections,
      redirect_uri: redirectAddress(services),
    };
    return { kind: 'value', value };
  },
});
