// Declares the contract of cms-mail-smtp/setup-wizard/v1, a setup wizard for mail (specification: Plugin namespaces), and the settings. Only
// the callback declares its parameters; docs/mail.md documents those of the other routes.
import {
  declareEndpoints,
  type ExtensionServices,
  enumOf,
  type ModuleDeclaration,
  type OAuthServer,
  type Operations,
  type Resource,
  type Route,
  type SettingsOf,
  type Static,
  type TSchema,
  Type,
} from 'octavo/extension';

export const version = '1.0.0';

export const namespace = 'cms-mail-smtp/setup-wizard/v1';

/** Mailers: the mail server of the configuration (`none`), any mail server (`smtp`), or an account at one of two large providers. */
export const mailers = ['none', 'smtp', 'google', 'microsoft'] as const;
export type Mailer = (typeof mailers)[number];

/** Mailers that are connected with OAuth. */
export const providers = ['google', 'microsoft'] as const;
export type Provider = (typeof providers)[number];

// Excludes control characters, which could inject headers or SMTP commands.
const oneLine = { pattern: '^[^\\p{Cc}]*$' };
const lineSchema = (maxLength: number, title: string, description: string) =>
  Type.String({ ...oneLine, maxLength, title, description });

/** Declares a secret. It is only sent to the server or URL for which it was set: the properties in `boundTo`. */
const secretSchema = (title: string, description: string, boundTo: readonly string[]) =>
  Type.String({ ...oneLine, maxLength: 1000, title, description, writeOnly: true, boundTo });

const serverProperties = {
  host: Type.String({
    title: 'Host',
    description: 'The host of the mail server, such as smtp.example.org.',
    pattern: '^([a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?|[0-9a-fA-F:.]{2,45})?$',
  }),
  port: Type.Integer({ title: 'Port', minimum: 1, maximum: 65535 }),
  encryption: enumOf(['implicit', 'required', 'offered', 'none'], {
    title: 'Encryption',
    description: 'How connections to the mail server are encrypted.',
    enumLabels: {
      ...{ implicit: 'TLS', required: 'STARTTLS', offered: 'STARTTLS if the server offers it', none: 'None' },
    },
  }),
};

const group = <P extends Record<string, TSchema>>(
  title: string,
  description: string,
  properties: P,
  values: { [K in keyof P]: Static<P[K]> },
) => Type.Object(properties, { title, description, additionalProperties: false, default: values });

const oauth = {
  client_id: lineSchema(500, 'Client ID', 'The client ID of this site at the provider.'),
  client_secret: secretSchema('Client secret', 'The client secret of this site at the provider.', [
    'token_url',
    'revoke_url',
  ]),
  user: lineSchema(320, 'Account', 'The email address of the account, if the provider does not return it.'),
  authorize_url: lineSchema(2000, 'Authorization URL', 'The URL at which an administrator connects the account.'),
  token_url: lineSchema(2000, 'Token URL', 'The URL that issues tokens.'),
  revoke_url: lineSchema(2000, 'Revocation URL', 'The URL that revokes tokens; empty for none.'),
  ...serverProperties,
};

const none = { client_id: '', client_secret: '', user: '' };

export const settings = {
  mail: group(
    'Mail',
    'The sender of emails, and how they are sent.',
    {
      mailer: enumOf(mailers, {
        title: 'Mailer',
        description:
          'How the site sends email: with the mail server of the configuration, another mail server, or an account.',
        enumLabels: {
          none: 'Mail server of the configuration',
          smtp: 'Mail server',
          google: 'Google account',
          microsoft: 'Microsoft account',
        },
      }),
      from_email: lineSchema(254, 'Sender address', 'The sender address of emails; empty for the configured address.'),
      from_name: lineSchema(200, 'Sender name', 'The sender name of emails; empty for the configured name.'),
    },
    { mailer: 'none', from_email: '', from_name: '' },
  ),
  smtp: group(
    'Mail server',
    'The server for the mailer “Mail server”.',
    {
      ...serverProperties,
      user: lineSchema(320, 'Username', 'The username; empty for no authentication.'),
      password: secretSchema('Password', 'The password for the mail server.', ['host', 'port']),
    },
    { host: '', port: 587, encryption: 'required', user: '', password: '' },
  ),
  // developers.google.com/identity/protocols/oauth2/web-server, developers.google.com/workspace/gmail/imap/imap-smtp
  google: group('Google account', 'The connection for the mailer “Google account”.', oauth, {
    ...none,
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: 'https://oauth2.googleapis.com/token',
    revoke_url: 'https://oauth2.googleapis.com/revoke',
    ...{ host: 'smtp.gmail.com', port: 465, encryption: 'implicit' },
  }),
  // learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
  microsoft: group('Microsoft account', 'The connection for the mailer “Microsoft account”.', oauth, {
    ...none,
    authorize_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    revoke_url: '',
    ...{ host: 'smtp.office365.com', port: 587, encryption: 'required' },
  }),
};

/** Names of the properties of settings that contain secrets. Responses state only whether they are set. */
const secrets: readonly string[] = ['password', 'client_secret'];

/** Schema of an extension in responses. */
const plugin = Type.Object(
  { slug: Type.String({ isName: true }), namespace: Type.String({ isName: true }) },
  { additionalProperties: true },
);

const wizardEndpoint = (description: string) =>
  ({ methods: ['POST'], permission: 'set-up-mail', parameters: {}, description }) as const;

const endpoints = declareEndpoints({
  health: wizardEndpoint(
    'Returns the problem that prevents mail from being sent, and the results of the latest emails.',
  ),
  hydrate: wizardEndpoint('Returns the state of the setup: settings, mailers and connections.'),
  update: wizardEndpoint('Updates the submitted groups of settings.'),
  'get-settings': wizardEndpoint('Returns all groups of settings.'),
  'import-settings': wizardEndpoint('Imports settings from an export.'),
  'get-connected-data': wizardEndpoint('Returns the account to which a mailer is connected.'),
  'get-oauth-url': wizardEndpoint('Returns the URL at which an administrator authorizes the site to send mail.'),
  'remove-oauth-connection': wizardEndpoint('Removes the connection of a mailer and revokes its token.'),
  'mailer-disconnect': wizardEndpoint(
    'Disconnects the mailer, so that mail is sent with the configured mail server again.',
  ),
  'check-mailer-configuration': wizardEndpoint('Sends a test email.'),
  'mailer-preflight': wizardEndpoint(
    'Connects to the mail server of a mailer and signs in, without sending or storing anything.',
  ),
  'install-plugin': {
    ...wizardEndpoint(
      'Returns an extension if it is enabled. Otherwise the error contains the configuration line that enables it.',
    ),
    response: plugin,
  },
  'upgrade-plugin': {
    ...wizardEndpoint('Returns a built-in extension, which is always up to date.'),
    response: plugin,
  },
  'get-partner-plugins-info': {
    ...wizardEndpoint('Returns the available extensions.'),
    response: Type.Object({ plugins: Type.Array(plugin) }),
  },
  'oauth-callback': {
    methods: ['GET'],
    description:
      'Handles the redirect of the mail provider and connects the selected account. Redirects to the admin if the authorization was started there.',
    statuses: [200, 303],
    // The redirect contains no credentials of this site. The sealed state proves that this site started the authorization.
    permission: 'everyone',
    parameters: {
      state: Type.String({ description: 'The state of the authorization request.', maxLength: 2000 }),
      code: Type.String({ description: 'The authorization code.', maxLength: 4000, default: '' }),
      error: Type.String({ description: 'The error, if there is no code.', maxLength: 2000, default: '' }),
    },
  },
});
export type MailSmtpEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const mailSmtpModule: ModuleDeclaration<MailSmtpEndpoints> = { name: 'mail-smtp' };

/** Path of the redirect URI, below the REST root. */
export const callbackPath = `/${namespace}/oauth-callback`;

const route = (path: string, endpoint: Route['endpoints'][number]): Route => ({
  path: `/${namespace}/${path}`,
  parameters: {},
  endpoints: [endpoint],
});

export const mailSmtp: Resource = {
  title: 'mail-smtp',
  namespace,
  module: mailSmtpModule,
  fields: {},
  links: [],
  routes: [
    route('health', endpoints.health),
    route('hydrate', endpoints.hydrate),
    route('update', endpoints.update),
    route('settings', endpoints['get-settings']),
    route('import-settings', endpoints['import-settings']),
    route('get-connected-data', endpoints['get-connected-data']),
    route('get-oauth-url', endpoints['get-oauth-url']),
    route('remove-oauth-connection', endpoints['remove-oauth-connection']),
    route('mailer-disconnect', endpoints['mailer-disconnect']),
    route('check-mailer-configuration', endpoints['check-mailer-configuration']),
    route('mailer-preflight', endpoints['mailer-preflight']),
    route('install-plugin', endpoints['install-plugin']),
    route('upgrade-plugin', endpoints['upgrade-plugin']),
    route('get-partner-plugins-info', endpoints['get-partner-plugins-info']),
    { path: callbackPath, parameters: {}, endpoints: [endpoints['oauth-callback']] },
  ],
};

export type Settings = { readonly [K in keyof typeof settings]: Readonly<SettingsOf<typeof settings>[K]> };

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;
export type ProviderSettings = Settings['google'];

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

/** The operations, keyed by their names in the contract. */
export type MailSmtpOperations = Operations<MailSmtpEndpoints>;
