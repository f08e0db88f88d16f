// Implements the endpoints of mail-smtp.
import { implement, type Module, type Permissions } from 'octavo/extension';
import { checkMailerConfiguration } from './check-mailer-configuration.ts';
import { type MailSmtpEndpoints, mailSmtpModule } from './contract.ts';
import { getConnectedData } from './get-connected-data.ts';
import { getOauthUrl } from './get-oauth-url.ts';
import { getPartnerPluginsInfo } from './get-partner-plugins-info.ts';
import { getSettings } from './get-settings.ts';
import { health } from './health.ts';
import { hydrate } from './hydrate.ts';
import { importSettings } from './import-settings.ts';
import { installPlugin } from './install-plugin.ts';
import { mailerDisconnect } from './mailer-disconnect.ts';
import { mailerPreflight } from './mailer-preflight.ts';
import { oauthCallback } from './oauth-callback.ts';
import { removeOauthConnection } from './remove-oauth-connection.ts';
import type { Services } from './settings.ts';
import { update } from './update.ts';
import { upgradePlugin } from './upgrade-plugin.ts';

const forbiddenError = { code: 'mail_smtp_cannot_manage', message: 'You are not allowed to set up mail.' };

const permissions: Permissions<MailSmtpEndpoints> = {
  'set-up-mail': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

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
