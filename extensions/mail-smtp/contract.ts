// What cms-mail-smtp/setup-wizard/v1 promises (specification: Plugin namespaces): a setting up of mail, step by step. None of
// its routes declares what is sent with it; docs/setting-up-mail.md tells.
import { type Resource, type Route, type Static, type TSchema, Type, words } from 'octavo/extension';

export const version = '1.0.0';

export const namespace = 'cms-mail-smtp/setup-wizard/v1';

/** Ways to send mail: by what is configured, by any mail server, by an account at one of the two large providers. */
export const mailers = ['none', 'smtp', 'google', 'microsoft'] as const;
export type Mailer = (typeof mailers)[number];

/** Mailers that are connected by OAuth. */
export const providers = ['google', 'microsoft'] as const;
export type Provider = (typeof providers)[number];

// What stands in no header, and no command to a mail server.
const oneLine = { pattern: '^[^\\p{Cc}]*$' };
const line = (maxLength: number, description: string) => Type.String({ ...oneLine, maxLength, description });

const place = {
  host: Type.String({
    description: 'The host of the mail server.',
    pattern: '^([a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?|[0-9a-fA-F:.]{2,45})?$',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65535 }),
  encryption: words(['implicit', 'required', 'offered', 'none'], {
    description: 'TLS: from the first byte, by STARTTLS or not at all, by STARTTLS where it is offered, never.',
  }),
};

const group = <P extends Record<string, TSchema>>(properties: P, values: { [K in keyof P]: Static<P[K]> }) =>
  Type.Object(properties, { additionalProperties: false, default: values });

const oauth = {
  client_id: line(500, 'What the provider calls this site.'),
  client_secret: line(1000, 'What this site proves itself with to the provider.'),
  user: line(320, 'The account, where the provider does not tell it.'),
  authorize_url: line(2000, 'Where somebody allows this site to send.'),
  token_url: line(2000, 'Where this site is given its tokens.'),
  revoke_url: line(2000, 'Where this site gives them back; empty: nowhere.'),
  ...place,
};

const none = { client_id: '', client_secret: '', user: '' };

export const settings = {
  mail: group(
    {
      mailer: words(mailers),
      from_email: line(254, 'Who mail is from; empty: as configured.'),
      from_name: line(200, 'The name beside it; empty: as configured.'),
    },
    { mailer: 'none', from_email: '', from_name: '' },
  ),
  smtp: group(
    { ...place, user: line(320, 'Who signs in; empty: nobody.'), password: line(1000, 'The password.') },
    { host: '', port: 587, encryption: 'required', user: '', password: '' },
  ),
  // developers.google.com/identity/protocols/oauth2/web-server, developers.google.com/workspace/gmail/imap/imap-smtp
  google: group(oauth, {
    ...none,
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: 'https://oauth2.googleapis.com/token',
    revoke_url: 'https://oauth2.googleapis.com/revoke',
    ...{ host: 'smtp.gmail.com', port: 465, encryption: 'implicit' },
  }),
  // learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
  microsoft: group(oauth, {
    ...none,
    authorize_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    revoke_url: '',
    ...{ host: 'smtp.office365.com', port: 587, encryption: 'required' },
  }),
};

/** Members of settings that are never shown. */
export const secrets: readonly string[] = ['password', 'client_secret'];

const wizard = (path: string, description: string, operation = path, response?: TSchema): Route => ({
  path: `/${namespace}/${path}`,
  parameters: {},
  endpoints: [
    {
      ...{ methods: ['POST'], operation, description, permission: 'set-up-mail', parameters: {} },
      ...(response && { response }),
    },
  ],
});

/** An extension, as plugins are told of. */
const plugin = Type.Object(
  { slug: Type.String({ isName: true }), namespace: Type.String({ isName: true }) },
  { additionalProperties: true },
);

/** Where providers send people back to. */
export const callbackPath = `/${namespace}/oauth-callback`;

export const mailSmtp: Resource = {
  title: 'mail-smtp',
  namespace,
  room: 'mail-smtp',
  fields: {},
  links: [],
  routes: [
    wizard('health', 'Returns what is missing for mail to be sent, and what became of the latest mails.'),
    wizard('hydrate', 'Returns what the setup begins with: settings, mailers and connections.'),
    wizard('update', 'Changes the groups of settings that are sent.'),
    wizard('settings', 'Returns all groups of settings.', 'get-settings'),
    wizard('import-settings', 'Takes over settings from an export.'),
    wizard('get-connected-data', 'Returns which account a mailer is connected with.'),
    wizard('get-oauth-url', 'Returns the address at which an administrator allows the site to send mail.'),
    wizard('remove-oauth-connection', 'Removes the connection of a mailer and returns its token to the provider.'),
    wizard('mailer-disconnect', 'Stops using the mailer: mail is sent as it is configured.'),
    wizard('check-mailer-configuration', 'Sends a test mail.'),
    wizard('mailer-preflight', 'Connects and signs in to a mailer without sending or storing anything.'),
    wizard(
      'install-plugin',
      'Returns an extension that is served, or how to have it served.',
      'install-plugin',
      plugin,
    ),
    wizard('upgrade-plugin', 'Returns an extension that comes with the service.', 'upgrade-plugin', plugin),
    wizard(
      'get-partner-plugins-info',
      'Returns the extensions that this instance knows.',
      'get-partner-plugins-info',
      Type.Object({ plugins: Type.Array(plugin) }),
    ),
    {
      path: callbackPath,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'oauth-callback',
          description:
            'Receives people back from a mail provider and connects the account that they have chosen there.',
          // Whoever comes has no credentials of this site: the state that only we can have made says who sent them.
          permission: 'everyone',
          parameters: {
            state: Type.String({ description: 'What was given to the provider.', maxLength: 2000 }),
            code: Type.String({ description: 'What tokens are given for.', maxLength: 4000, default: '' }),
            error: Type.String({ description: 'Why there is none.', maxLength: 2000, default: '' }),
          },
        },
      ],
    },
  ],
};
