// Defines the extension mail-smtp, with which administrators set up outgoing mail: with a mail server, or with an account at one of two
// large providers.
import type { Extension } from 'octavo/extension';
import { mailSmtp, namespace, settings, version } from './contract.ts';
import { mailSmtpEndpoints } from './endpoints.ts';
import { currentTransport } from './transport.ts';
import { settingsRules } from './update-settings.ts';

export const extension: Extension<typeof settings> = {
  name: 'mail-smtp',
  version,
  title: 'Mail',
  description: 'Sets up and tests outgoing mail, step by step.',
  namespace,
  resources: [mailSmtp],
  settings,
  adminSettings: ['mail', 'smtp', 'google', 'microsoft'],
  migrations: [
    {
      number: 1,
      name: 'connections',
      async up(tx) {
        const { integer, text } = tx.builder.dialect.types;
        await tx.execute(`
          create table mail_smtp_connections (
            mailer ${text} not null primary key,
            account ${text} not null,
            refresh_token ${text} not null,
            access_token ${text} not null,
            expires ${integer} not null,
            connected ${integer} not null,
            problem ${text} not null
          );
          create table mail_smtp_pending (
            nonce ${text} not null primary key,
            mailer ${text} not null,
            expires ${integer} not null
          );
        `);
      },
    },
  ],
  open: (services) => ({
    modules: [mailSmtpEndpoints(services)],
    settingsRules: settingsRules(services),
    mailTransport: () => currentTransport(services),
  }),
};
