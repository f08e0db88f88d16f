// Implements the endpoints of mail-smtp.
import { implement, type Module, type Permissions } from 'octavo/extension';
import {
  connectedData,
  getConnectedData,
  getOauthUrl,
  mailerDisconnect,
  oauthCallback,
  redirectUri,
  removeOauthConnection,
} from './connections.ts';
import {
  type MailSmtpEndpoints,
  type MailSmtpOperations,
  mailers,
  mailSmtpModule,
  presentSettings,
  providers,
  readSettings,
  type Services,
  version,
} from './contract.ts';
import { importSettings } from './import-settings.ts';
import { getPartnerPluginsInfo, installPlugin, upgradePlugin } from './plugins.ts';
import { checkMailerConfiguration, health, mailerPreflight } from './transport.ts';
import { getSettings, update } from './update-settings.ts';

const forbiddenError = { code: 'mail_smtp_cannot_manage', message: 'You are not allowed to set up mail.' };

const permissions: Permissions<MailSmtpEndpoints> = {
  'set-up-mail': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

/** Returns the endpoints for mail connections. */
export const mailSmtpEndpoints = (services: Services): Module =>
  implement(mailSmtpModule, {
    permissions,
    operations: {
      health: health(services),
      hydrate: hydrate(services),
      update: update(services),
      'get-settings': getSettings(services),
      'import-settings': importSettings(services),
      'get-connected-data': getConnectedData(services),
      'get-oauth-url': getOauthUrl(services),
      'oauth-callback': oauthCallback(services),
      'remove-oauth-connection': removeOauthConnection(services),
      'mailer-disconnect': mailerDisconnect(services),
      'check-mailer-configuration': checkMailerConfiguration(services),
      'mailer-preflight': mailerPreflight(services),
      'install-plugin': installPlugin(services),
      'upgrade-plugin': upgradePlugin(services),
      'get-partner-plugins-info': getPartnerPluginsInfo(services),
    },
  });

/** Responds with the settings, the available mailers, and the connections. */
const hydrate = (services: Services): MailSmtpOperations['hydrate'] => ({
  async run() {
    const settings = await readSettings(services);
    const connections = await Promise.all(providers.map((each) => connectedData(services, each)));
    const value = {
      version,
      site: { title: services.site.settings().title, url: services.site.urls.front },
      settings: presentSettings(settings),
      mailers: mailers.map((name) => ({ name, oauth: providers.some((each) => each === name) })),
      connections,
      redirect_uri: redirectUri(services),
    };
    return { kind: 'value', value };
  },
});
