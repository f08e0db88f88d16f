// Declares the contract of sbc/v1: consent of visitors to categories of cookies (specification: Plugin namespaces). The specification
// declares only the consent route; the routes of settings and receipts are additions.

import { createHash } from 'node:crypto';
import {
  declareEndpoints,
  type ExtensionServices,
  enumOf,
  type ModuleDeclaration,
  type Operations,
  optional,
  type Resource,
  type SettingsOf,
  settingParameters,
  Type,
  updateMethods,
} from 'octavo/extension';

/** Regular expression of the names of categories. */
const namePattern = '^[a-z][a-z0-9_-]{0,39}$';

const category = Type.Object(
  {
    name: Type.String({ pattern: namePattern }),
    label: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 2000, default: '' }),
    required: Type.Boolean({ default: false }),
  },
  { additionalProperties: false },
);

export const settings = {
  text: Type.String({
    title: 'Text',
    description: 'The text that is displayed to visitors before they choose.',
    maxLength: 10_000,
    default: 'This site uses cookies. Choose which ones you agree to.',
  }),
  categories: Type.Array(category, {
    title: 'Categories of cookies',
    description: 'The categories of cookies that visitors can accept. Required categories are part of every consent.',
    minItems: 1,
    maxItems: 30,
    // A consent is valid only for the text and the categories for which it was given. Changes to these defaults therefore invalidate the
    // consents on all sites that use the defaults (`versionOf`).
    default: [
      { name: 'necessary', label: 'Necessary', description: 'Without them the site does not work.', required: true },
      { name: 'statistics', label: 'Statistics', description: 'They tell how the site is used.', required: false },
      { name: 'marketing', label: 'Marketing', description: 'They tell which advertising fits you.', required: false },
    ],
  }),
  cookie_days: Type.Integer({
    title: 'Days until visitors choose again',
    description: 'Number of days after which a visitor must choose again.',
    minimum: 1,
    maximum: 400,
    default: 180,
  }),
  retention_days: Type.Integer({
    title: 'Days to keep receipts',
    description: 'Number of days after which receipts are deleted.',
    minimum: 1,
    maximum: 3650,
    default: 1095,
  }),
};

const timestampParameter = (description: string) => Type.String({ description, format: 'date-time' });

/** The consent texts of receipts, as the list is filtered by them. */
const texts = ['current', 'earlier'] as const;

const receiptParameters = {
  after: Type.String({
    description: 'The ID of the receipt after which the list begins; empty to begin with the first receipt.',
    maxLength: 36,
    default: '',
  }),
  page: Type.Integer({
    description: 'The page number, counted from the receipt after which the list begins.',
    minimum: 1,
    default: 1,
  }),
  per_page: Type.Integer({
    description: 'Maximum number of receipts.',
    minimum: 1,
    maximum: 1000,
    default: 100,
  }),
  order: enumOf(['asc', 'desc'], { description: 'The order by time.', default: 'asc' }),
  search: optional(
    Type.String({
      description: "Limits the response to receipts whose ID, or whose visitor's ID, begins with this text.",
      maxLength: 100,
    }),
  ),
  category: optional(
    Type.String({
      description: 'Limits the response to receipts that contain the category with this name.',
      pattern: namePattern,
    }),
  ),
  text: optional(
    enumOf(texts, {
      description:
        'Limits the response to receipts for the current text and categories (`current`), or for other ones (`earlier`).',
    }),
  ),
  given_after: optional(timestampParameter('Limits the response to receipts after this time, in GMT.')),
  given_before: optional(timestampParameter('Limits the response to receipts before this time, in GMT.')),
  with_total: Type.Boolean({
    description: 'Whether the response contains `total`, the number of receipts on all pages.',
    default: false,
  }),
};

const endpoints = declareEndpoints({
  'get-consent': { methods: ['GET'], permission: 'everyone', parameters: {} },
  // The operation reads two parameters that the specification does not declare: `categories` (names of categories) and `version`.
  'give-consent': {
    methods: ['POST'],
    statuses: [201],
    refuses: [409],
    description: 'Stores a receipt of the cookie categories that a visitor accepts, and returns the consent.',
    permission: 'everyone',
    parameters: {},
  },
  'list-receipts': {
    methods: ['GET'],
    permission: 'manage-consent',
    parameters: receiptParameters,
    totals: false,
  },
  'erase-visitor': {
    methods: ['DELETE'],
    description: 'Deletes all receipts of a visitor, who must choose again.',
    permission: 'manage-consent',
    answers: 'object',
    parameters: {
      visitor: Type.String({
        description: 'The ID of the visitor, which the list of receipts contains.',
        minLength: 1,
        maxLength: 100,
      }),
    },
  },
  'get-settings': { methods: ['GET'], permission: 'manage-consent', parameters: {} },
  'update-settings': {
    methods: updateMethods,
    permission: 'manage-consent',
    parameters: settingParameters(settings),
  },
});
export type ConsentEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const consentModule: ModuleDeclaration<ConsentEndpoints> = { name: 'consent' };

export const consent: Resource = {
  title: 'consent',
  namespace: 'sbc/v1',
  module: consentModule,
  fields: {},
  links: [],
  routes: [
    { path: '/sbc/v1/consent', parameters: {}, endpoints: [endpoints['get-consent'], endpoints['give-consent']] },
    { path: '/sbc/v1/receipts', parameters: {}, endpoints: [endpoints['list-receipts'], endpoints['erase-visitor']] },
    { path: '/sbc/v1/settings', parameters: {}, endpoints: [endpoints['get-settings'], endpoints['update-settings']] },
  ],
};

export type ConsentSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;

/** Returns the version of the consent text and the categories: a hash of both. When it changes, earlier consents are no longer valid. */
export const versionOf = ({ text, categories }: ConsentSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([text, categories]))
    .digest('hex')
    .slice(0, 12);

/** The operations, keyed by their names in the contract. */
export type ConsentOperations = Operations<ConsentEndpoints>;
