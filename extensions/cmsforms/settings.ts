// The settings of forms: those that the steps of the wizard ask for, and what the extension remembers beside them.
import { type ExtensionServices, type ReadHandle, type Static, type TSchema, Type, words } from 'octavo/extension';
import { addresses } from './form-type.ts';

/** How the wizard can end. */
export const outcomes = ['build', 'import', 'exit', 'forms'] as const;
export type OutcomeName = (typeof outcomes)[number];

/** Secrets go to it, so it is a secure address, or one of this machine. */
const address = (description: string) =>
  Type.String({ description, pattern: '^($|https://|http://(localhost|127\\.0\\.0\\.1)[:/])', maxLength: 2000 });

/** Where a payment provider is asked to connect an account to the site (OAuth 2, RFC 6749 §4.1, with RFC 7636). */
const paymentProvider = Type.Object(
  {
    authorize_url: address('Where an administrator is sent to agree.'),
    token_url: address('Where the site asks for the account that was agreed to.'),
    client_id: Type.String({ description: 'The name of the site there.', maxLength: 500 }),
    client_secret: Type.String({ description: 'Its secret there; never shown. Empty: none.', maxLength: 1000 }),
    scope: Type.String({ description: 'What is asked for.', maxLength: 500 }),
    account_member: Type.String({
      description: 'The member of the answer that names the account.',
      pattern: '^[a-z_]{1,60}$',
    }),
    return_url: address('The page that the administrator comes back to. Empty: the answer is shown.'),
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

const days = (description: string, usual: number, maximum: number) =>
  Type.Integer({ description, minimum: 1, maximum, default: usual });

/** The steps of the wizard, and the settings that each asks for. */
export const steps = {
  storage: {
    retention_days: days('After how many days what was sent in is deleted.', 365, 3650),
    spam_days: days('After how many days spam is deleted.', 30, 365),
    most_kept: Type.Integer({
      description: 'How much of what was sent in is kept at most, and how much spam, of all forms together.',
      minimum: 100,
      maximum: 1_000_000,
      default: 50_000,
    }),
  },
  spam: {
    per_minute: Type.Integer({
      description:
        'How often one address can send something in; all together can fifty times as often. Times a minute.',
      minimum: 1,
      maximum: 1000,
      default: 20,
    }),
  },
  notifications: {
    notify: Type.Unsafe<string[]>({
      ...addresses,
      description: 'Who gets a mail about what is sent in by forms that the wizard makes.',
    }),
  },
  plugins: {},
  payments: { payment_provider: paymentProvider },
  license: {
    license_public_key: Type.String({
      description:
        'The public key that licences are signed with (Ed25519, 32 bytes in base64). Empty: none is accepted.',
      pattern: '^([A-Za-z0-9+/]{43}=)?$',
      default: '',
    }),
  },
} as const satisfies Record<string, Record<string, TSchema>>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];

/** Remembered, and set by no step. */
const remembered = {
  license_key: Type.String({ description: 'The licence.', maxLength: 4000, default: '' }),
  payment_account: Type.Object(
    { account: Type.String(), connected: Type.Integer() },
    { description: 'The account at the payment provider, and since when.', default: { account: '', connected: 0 } },
  ),
  wizard: Type.Object(
    {
      done: Type.Record(Type.String(), Type.Integer()),
      outcome: words(['', ...outcomes]),
      ended: Type.Integer(),
      forms: Type.Array(Type.Integer()),
    },
    {
      description: 'When which step was done, and how the wizard ended. Milliseconds since 1970.',
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
  ...remembered,
};

export type FormSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };
export type PaymentProvider = FormSettings['payment_provider'];
export type Wizard = FormSettings['wizard'];

/** The settings in force. */
export const readSettings = async (
  { settings: own }: Pick<ExtensionServices, 'settings'>,
  handle?: ReadHandle,
): Promise<FormSettings> => (await own.read(handle)) as unknown as FormSettings;

/** Held by whoever changes settings after having read them. */
export const settingsLock = 'settings of cmsforms';
