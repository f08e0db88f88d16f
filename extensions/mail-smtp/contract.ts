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
const lineSchema = (maxLength: number, description: string) => Type.String({ ...oneLine, maxLength, description });

const serverProperties = {
  host: Type.String({
    description: 'The host of the mail server.',
    pattern: '^([a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?|[0-9a-fA-F:.]{2,45})?$',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65535 }),
  encryption: enumOf(['implicit', 'required', 'offered', 'none'], {
    description: 'The use of TLS: `implicit`, `required` (STARTTLS), `offered` (STARTTLS if available) or `none`.',
  }),
};

const group = <P extends Record<string, TSchema>>(properties: P, values: { [K in keyof P]: Static<P[K]> }) =>
  Type.Object(properties, { additionalProperties: false, default: values });

const oauth = {
  client_id: lineSchema(500, 'The client ID of this site at the provider.'),
  client_secret: lineSchema(1000, 'The client secret of this site at the provider.'),
  user: lineSchema(320, 'The email address of the account, if the provider does not return it.'),
  authorize_url: lineSchema(2000, 'The authorization URL.'),
  token_url: lineSchema(2000, 'The token URL.'),
  revoke_url: lineSchema(2000, 'The revocation URL; empty for none.'),
  ...serverProperties,
};

const none = { client_id: '', client_secret: '', user: '' };

export const settings = {
  mail: group(
    {
      mailer: enumOf(mailers),
      from_email: lineSchema(254, 'The sender address of emails; empty for the configured address.'),
      from_name: lineSchema(200, 'The sender name of emails; empty for the configured name.'),
    },
    { mailer: 'none', from_email: '', from_name: '' },
  ),
  smtp: group(
    {
      ...serverProperties,
      user: lineSchema(320, 'The username; empty for no authentication.'),
      password: lineSchema(1000, 'The password.'),
    },
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
    description: 'Handles the redirect of the mail provider and connects the selected account.',
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
