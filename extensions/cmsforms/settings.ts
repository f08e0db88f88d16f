// The settings of forms: those of the wizard's steps, and internal ones.
import { type ExtensionServices, enumOf, type ReadHandle, type Static, type TSchema, Type } from 'octavo/extension';
import { addresses } from './form-type.ts';

/** Outcomes of the wizard. */
export const outcomes = ['build', 'import', 'exit', 'forms'] as const;
export type OutcomeName = (typeof outcomes)[number];

/** Schema of a URL that receives secrets: it must use HTTPS or lead to this machine. */
const secureUrl = (description: string) =>
  Type.String({ description, pattern: '^($|https://|http://(localhost|127\\.0\\.0\\.1)[:/])', maxLength: 2000 });

/** Schema of the payment provider, at which an account is connected with OAuth 2 (RFC 6749 §4.1, RFC 7636). */
const paymentProvider = Type.Object(
  {
    authorize_url: secureUrl('The authorization URL.'),
    token_url: secureUrl('The token URL, whose response contains the account.'),
    client_id: Type.String({ description: 'The client ID of the site.', maxLength: 500 }),
    client_secret: Type.String({
      description: 'The client secret, which is never returned. Empty: none.',
      maxLength: 1000,
    }),
    scope: Type.String({ description: 'The requested scope.', maxLength: 500 }),
    account_member: Type.String({
      description: 'The property of the token response that contains the account.',
      pattern: '^[a-z_]{1,60}$',
    }),
    return_url: secureUrl('The page to which the administrator is redirected. Empty: a JSON response is returned.'),
  },
  {
    description: 'The payment provider.',
    additionalProperties: false,
    default: {
      ...{ authorize_url: '', token_url: '', client_id: '', client_secret: '', scope: '' },
      ...{ account_member: 'account_id', return_url: '' },
    },
  },
);

const days = (description: string, defaultDays: number, maximum: number) =>
  Type.Integer({ description, minimum: 1, maximum, default: defaultDays });

/** Steps of the wizard with their settings. */
export const steps = {
  storage: {
    retention_days: days('Number of days after which submissions are deleted.', 365, 3650),
    spam_days: days('Number of days after which spam is deleted.', 30, 365),
    most_kept: Type.Integer({
      description: 'Maximum number of stored submissions, and of stored spam, of all forms together.',
      minimum: 100,
      maximum: 1_000_000,
      default: 50_000,
    }),
  },
  spam: {
    per_minute: Type.Integer({
      description:
        'Maximum number of submissions per minute from one IP address; fifty times as many from all addresses.',
      minimum: 1,
      maximum: 1000,
      default: 20,
    }),
  },
  notifications: {
    notify: Type.Unsafe<string[]>({
      ...addresses,
      description: 'The e-mail addresses that are notified of submissions of forms created by the wizard.',
    }),
  },
  plugins: {},
  payments: { payment_provider: paymentProvider },
  license: {
    license_public_key: Type.String({
      description:
        'The public key of the issuer of licences (Ed25519, 32 bytes in Base64). Empty: no licence is accepted.',
      pattern: '^([A-Za-z0-9+/]{43}=)?$',
      default: '',
    }),
  },
} as const satisfies Record<string, Record<string, TSchema>>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];

/** Internal settings, which no step sets directly. */
const internalSettings = {
  license_key: Type.String({ description: 'The licence.', maxLength: 4000, default: '' }),
  payment_account: Type.Object(
    { account: Type.String(), connected: Type.Integer() },
    {
      description: 'The account at the payment provider, and when it was connected.',
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
      description: 'Completion times of the steps, in milliseconds since 1970, and the outcome of the wizard.',
      default: { done: {}, outcome: '', ended: 0, forms: [] },
    },
  ),
};

export const settings = {
  ...steps.storage,
  ...steps.spam,
  ...steps.notifications,
  ...steps.payments,
  ...steps.license,
  ...internalSettings,
};

export type FormSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };
export type PaymentProvider = FormSettings['payment_provider'];
export type Wizard = FormSettings['wizard'];

/** Returns the current settings. */
export const readSettings = async (
  { settings: extensionSettings }: Pick<ExtensionServices, 'settings'>,
  handle?: ReadHandle,
): Promise<FormSettings> => (await extensionSettings.read(handle)) as unknown as FormSettings;

/** Name of the lock that is taken to read and change settings. */
export const settingsLock = 'settings of cmsforms';
