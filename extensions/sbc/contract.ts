// Declares the contract of sbc/v1: consent of visitors to categories of cookies (specification: Plugin namespaces). The specification
// declares only the consent route; the routes of settings and receipts are additions.

import { createHash } from 'node:crypto';
import {
  declareEndpoints,
  type ExtensionServices,
  type ModuleDeclaration,
  type Operations,
  type Resource,
  type SettingsOf,
  settingParameters,
  Type,
  updateMethods,
} from 'octavo/extension';

const category = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$' }),
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
    parameters: {
      after: Type.String({
        description: 'The ID of the receipt after which the list begins; empty to begin with the first receipt.',
        maxLength: 36,
        default: '',
      }),
      per_page: Type.Integer({
        description: 'Maximum number of receipts.',
        minimum: 1,
        maximum: 1000,
        default: 100,
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
    { path: '/sbc/v1/receipts', parameters: {}, endpoints: [endpoints['list-receipts']] },
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
