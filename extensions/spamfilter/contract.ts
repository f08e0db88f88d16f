// Declares the contract of spamfilter/v1 (specification: Plugin namespaces) and the settings. Comments mark additions to the specification.
import {
  declareEndpoints,
  type ExtensionServices,
  enumOf,
  type ModuleDeclaration,
  type Operations,
  type Resource,
  type Route,
  type SettingsOf,
  settingParameters,
  Type,
  updateMethods,
} from 'octavo/extension';

/** The specified settings, and the URL of the spam-checking service, which is an addition. */
export const publicSettings = {
  spamfilter_strictness: Type.Boolean({
    title: 'Discard obvious spam',
    description: 'Whether obvious spam is discarded instead of being stored as spam.',
    default: false,
  }),
  spamfilter_show_user_comments_approved: Type.Boolean({
    title: 'Display numbers of approved comments',
    description: 'Whether the number of approved comments is displayed next to the author of each comment.',
    default: false,
  }),
  spamfilter_endpoint: Type.String({
    title: 'URL of the spam-checking service',
    description:
      'The base URL of the spam-checking service, including the version of its API. It is used if a key is set.',
    format: 'uri',
    maxLength: 500,
    default: 'https://rest.akismet.com/1.1',
  }),
};

/** Schema of the settings in responses. */
const settingsSchema = Type.Object(publicSettings);

/** All stored settings. */
export const settings = {
  ...publicSettings,
  /** Responses must not contain the key, except masked (`maskKey`). */
  key: Type.String({
    title: 'Key',
    description:
      'The key for the spam-checking service. Without a key, only the filter of this site classifies comments.',
    pattern: '^([A-Za-z0-9]{12})?$',
    writeOnly: true,
    boundTo: ['spamfilter_endpoint'],
    default: '',
  }),
  /** Status of the key according to the spam-checking service. */
  key_status: enumOf(['none', 'valid', 'unverified'], { default: 'none' }),
  alert: Type.Unsafe<{ code: number; message: string; since: string } | null>({
    type: ['object', 'null'],
    default: null,
  }),
};

/** Intervals for which statistics are available. */
const intervals = ['60-days', '6-months', 'all'] as const;

export type Interval = (typeof intervals)[number];

const keyPattern = '^[A-Za-z0-9]{12}$';

const key = Type.String({
  description: 'The key for the spam-checking service: 12 letters and digits.',
  pattern: keyPattern,
});

const keyParameter = Type.Optional(
  Type.String({
    description: 'The key, with which the spam-checking service authenticates itself.',
    maxLength: 100,
  }),
);

const manageEndpoint = { permission: 'manage-spamfilter', parameters: {} } as const;
const settingsEndpoint = { ...manageEndpoint, response: settingsSchema };
const alertEndpoint = { permission: 'manage-alert', parameters: { key: keyParameter } } as const;

const endpoints = declareEndpoints({
  'get-key': { methods: ['GET'], ...manageEndpoint },
  'set-key': {
    methods: updateMethods,
    refuses: [409],
    description: 'Stores the key for the spam-checking service, unless the service rejects the key.',
    permission: 'manage-spamfilter',
    parameters: { key },
  },
  'delete-key': { methods: ['DELETE'], ...manageEndpoint },
  'get-settings': { methods: ['GET'], ...settingsEndpoint },
  'update-settings': {
    methods: updateMethods,
    ...settingsEndpoint,
    parameters: settingParameters(publicSettings),
  },
  'get-stats': {
    methods: ['GET'],
    permission: 'see-stats',
    parameters: { interval: enumOf(intervals, { description: 'The interval of the statistics.', default: 'all' }) },
  },
  'get-alert': { methods: ['GET'], ...alertEndpoint },
  'set-alert': {
    methods: updateMethods,
    ...alertEndpoint,
    description: 'Stores a message from the spam-checking service for administrators.',
  },
  'delete-alert': { methods: ['DELETE'], ...alertEndpoint },
  // Public, because the body is signed with the key.
  'receive-webhook': {
    methods: ['POST'],
    description:
      'Receives corrections from the spam-checking service, signed with the key, and changes the status of the comments.',
    permission: 'everyone',
    parameters: {},
  },
  // An addition to the specification, for lists of comments that display the number of approved comments next to each author.
  'count-approved': {
    methods: ['GET'],
    description: 'Returns, for each of the given comments, the number of approved comments by its author.',
    permission: 'see-stats',
    parameters: {
      comments: Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'The IDs of the comments.',
        minItems: 1,
        maxItems: 100,
      }),
    },
  },
});
export type SpamfilterEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const spamfilterModule: ModuleDeclaration<SpamfilterEndpoints> = { name: 'spamfilter' };

const route = (path: string, ...declared: Route['endpoints']): Route => ({
  path: `/spamfilter/v1/${path}`,
  parameters: {},
  endpoints: declared,
});

export const spamfilter: Resource = {
  title: 'spamfilter',
  namespace: 'spamfilter/v1',
  module: spamfilterModule,
  fields: {},
  links: [],
  routes: [
    route('key', endpoints['get-key'], endpoints['set-key'], endpoints['delete-key']),
    route('settings', endpoints['get-settings'], endpoints['update-settings']),
    route('stats', endpoints['get-stats']),
    route('stats/<interval>', {
      ...endpoints['get-stats'],
      parameters: { interval: enumOf(intervals, { description: 'The interval of the statistics.' }) },
    }),
    route('alert', endpoints['get-alert'], endpoints['set-alert'], endpoints['delete-alert']),
    route('webhook', endpoints['receive-webhook']),
    route('approved', endpoints['count-approved']),
  ],
};

export type SpamfilterSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;

/** Returns a key for responses, masked except for its last four characters; null if it is empty. */
export const maskKey = (key: string): string | null => (key === '' ? null : `••••••••${key.slice(-4)}`);

/** The operations, keyed by their names in the contract. */
export type SpamfilterOperations = Operations<SpamfilterEndpoints>;
