// Declares the settings of forms: those that the steps of the setup wizard set, and internal ones.
import { type ExtensionServices, enumOf, type SettingsOf, type TSchema, Type } from 'octavo/extension';
import { addresses } from './form-type.ts';

/** Outcomes of the setup wizard. */
export const outcomes = ['build', 'import', 'exit', 'forms'] as const;
export type OutcomeName = (typeof outcomes)[number];

/** Declares a URL that must use HTTPS, or HTTP with the host `localhost` or `127.0.0.1`, or be empty. */
const secureUrl = (title: string, description: string) =>
  Type.String({ title, description, pattern: '^($|https://|http://(localhost|127\\.0\\.0\\.1)[:/])', maxLength: 2000 });

/** Schema of the payment provider whose accounts are connected with OAuth 2 (RFC 6749 §4.1, RFC 7636). */
const paymentProvider = Type.Object(
  {
    authorize_url: secureUrl('Authorization URL', 'The authorization URL.'),
    token_url: secureUrl('Token URL', 'The token URL, whose response contains the account.'),
    client_id: Type.String({ title: 'Client ID', description: 'The client ID of the site.', maxLength: 500 }),
    client_secret: Type.String({
      title: 'Client secret',
      description: 'The client secret, if the provider requires one. It is never returned.',
      maxLength: 1000,
      writeOnly: true,
      boundTo: ['token_url'],
    }),
    scope: Type.String({ title: 'Scope', description: 'The requested scope.', maxLength: 500 }),
    account_member: Type.String({
      title: 'Property of the account',
      description: 'The property of the token response that contains the account.',
      pattern: '^[a-z_]{1,60}$',
    }),
    return_url: secureUrl(
      'Page to return to',
      'The page to which the administrator is redirected at the end; if empty, the callback returns a JSON response.',
    ),
  },
  {
    title: 'Payment provider',
    description:
      'The payment provider whose account the site uses. Changing the URLs or the client ID disconnects the account.',
    additionalProperties: false,
    default: {
      ...{ authorize_url: '', token_url: '', client_id: '', client_secret: '', scope: '' },
      ...{ account_member: 'account_id', return_url: '' },
    },
  },
);

const days = (title: string, description: string, defaultDays: number, maximum: number) =>
  Type.Integer({ title, description, minimum: 1, maximum, default: defaultDays });

/** Steps of the setup wizard, with their settings. */
export const steps = {
  storage: {
    retention_days: days(
      'Days to keep submissions',
      'Number of days after which wanted submissions are deleted.',
      365,
      3650,
    ),
    spam_days: days('Days to keep spam', 'Number of days after which spam is deleted.', 30, 365),
    most_kept: Type.Integer({
      title: 'Maximum number of submissions',
      description:
        'Maximum number of wanted submissions, and of spam submissions, that are stored for all forms together.',
      minimum: 100,
      maximum: 1_000_000,
      default: 50_000,
    }),
  },
  spam: {
    per_minute: Type.Integer({
      title: 'Submissions per minute',
      description:
        'Maximum number of submissions per minute from one IP address. The maximum from all IP addresses together is 50 times as high.',
      minimum: 1,
      maximum: 1000,
      default: 20,
    }),
  },
  notifications: {
    notify: Type.Unsafe<string[]>({
      ...addresses,
      title: 'Notification addresses',
      description: 'The notification addresses of the forms that the setup wizard creates.',
    }),
  },
  plugins: {},
  payments: { payment_provider: paymentProvider },
  license: {},
} as const satisfies Record<string, Record<string, TSchema>>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];

/** The settings that `/cmsforms/v1/settings` reads and changes without the setup wizard. The payment provider has a secret, so it is not among them. */
export const adjustableSettings = { ...steps.storage, ...steps.spam, ...steps.notifications } as const;

/** Internal settings, which clients cannot submit. */
const internalSettings = {
  license_key: Type.String({ description: 'The license key.', maxLength: 4000, default: '' }),
  payment_account: Type.Object(
    { account: Type.String(), connected: Type.Integer() },
    {
      description:
        'The account at the payment provider, and the time at which it was connected, in milliseconds since 1970.',
      default: { account: '', connected: 0 },
    },
  ),
  wizard: Type.Object(
    {
      done: Type.Record(Type.String(), Type.Integer()),
      outcome: enumOf(['', ...outcomes]),
      ended: Type.Integer(),
      forms: Type.Array(Type.Integer()),
    },
    {
      description:
        'The completion times of the steps and of the setup wizard, in milliseconds since 1970, and the outcome and the created forms.',
      default: { done: {}, outcome: '', ended: 0, forms: [] },
    },
  ),
};

export const settings = {
  ...steps.storage,
  ...steps.spam,
  ...steps.notifications,
  ...steps.payments,
  ...internalSettings,
};

export type FormSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;
export type PaymentProvider = FormSettings['payment_provider'];
export type Wizard = FormSettings['wizard'];

/** Name of the database lock that transactions hold while they read and change settings. */
export const settingsLock = 'settings of cmsforms';
