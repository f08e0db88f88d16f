// What sbc/v1 promises: a visitor's consent to categories of cookies (specification: Plugin namespaces). The specification
// declares the address of the consent alone; its settings and its export are routes of our own.
import { changing, type Resource, type Static, settingParameters, Type } from 'octavo/extension';

const category = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$' }),
    label: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 2000, default: '' }),
    required: Type.Boolean({ default: false }),
  },
  { additionalProperties: false },
);

export type Category = Static<typeof category>;

export const settings = {
  text: Type.String({
    description: 'What visitors are told before they choose.',
    maxLength: 10_000,
    default: 'This site uses cookies. Choose which ones you agree to.',
  }),
  categories: Type.Array(category, {
    description: 'What visitors may agree to or not. Required ones are part of every consent.',
    minItems: 1,
    maxItems: 30,
    default: [
      { name: 'necessary', label: 'Necessary', description: 'Without them the site does not work.', required: true },
      { name: 'statistics', label: 'Statistics', description: 'They tell how the site is used.', required: false },
      { name: 'marketing', label: 'Marketing', description: 'They tell which advertising fits you.', required: false },
    ],
  }),
  cookie_days: Type.Integer({
    description: 'After how many days a visitor is asked again.',
    minimum: 1,
    maximum: 400,
    default: 180,
  }),
  retention_days: Type.Integer({
    description: 'After how many days the receipt of a consent is deleted.',
    minimum: 1,
    maximum: 3650,
    default: 1095,
  }),
};

export const consent: Resource = {
  title: 'consent',
  namespace: 'sbc/v1',
  room: 'consent',
  fields: {},
  links: [],
  routes: [
    {
      path: '/sbc/v1/consent',
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'get-consent', permission: 'everyone', parameters: {} },
        // What is sent is not declared by the specification: `categories`, the names of those agreed to.
        {
          methods: ['POST'],
          operation: 'give-consent',
          statuses: [201],
          refuses: [409],
          description: 'Stores which categories of cookies a visitor agrees to, as a receipt, and returns the consent.',
          permission: 'everyone',
          parameters: {},
        },
      ],
    },
    {
      path: '/sbc/v1/receipts',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-receipts',
          permission: 'manage-consent',
          parameters: {
            after: Type.String({
              description: 'The receipt after which the list goes on; empty: from the first.',
              maxLength: 36,
              default: '',
            }),
            per_page: Type.Integer({ description: 'How many at most.', minimum: 1, maximum: 1000, default: 100 }),
          },
        },
      ],
    },
    {
      path: '/sbc/v1/settings',
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'get-settings', permission: 'manage-consent', parameters: {} },
        {
          methods: changing,
          operation: 'update-settings',
          permission: 'manage-consent',
          parameters: settingParameters(settings),
        },
      ],
    },
  ],
};
