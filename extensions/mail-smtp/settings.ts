// Reads and presents the settings of outgoing mail.
import type { ExtensionServices, OAuthServer, ReadHandle, SettingsOf } from 'octavo/extension';
import { type settings as declared, secrets } from './contract.ts';

export type Settings = { readonly [K in keyof typeof declared]: Readonly<SettingsOf<typeof declared>[K]> };

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof declared>;
export type ProviderSettings = Settings['google'];

/** Returns the current settings. */
export const readSettings = ({ settings: extensionSettings }: Services, handle?: ReadHandle): Promise<Settings> =>
  extensionSettings.read(handle);

/** Returns the authorization server of a provider. */
export const oauthServer = (settings: ProviderSettings): OAuthServer => ({
  ...{ authorizeUrl: settings.authorize_url, tokenUrl: settings.token_url, revokeUrl: settings.revoke_url },
  ...{ clientId: settings.client_id, clientSecret: settings.client_secret },
});

/** Formats settings as an object of an API response. Booleans such as `password_set` replace secrets, and state whether they are set. */
export function presentSettings(settings: Settings): object {
  const presented = Object.entries(settings).map(([name, group]) => {
    const properties = Object.entries(group).map(([key, value]) =>
      secrets.includes(key) ? [`${key}_set`, value !== ''] : [key, value],
    );
    return [name, Object.fromEntries(properties)];
  });
  return Object.fromEntries(presented);
}
