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

/** The specified settings. The threshold and the URL of the spam-checking service are additions. */
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
  spamfilter_threshold: Type.Integer({
    title: 'Minimum score of spam',
    description:
      'The score, in percent, from which the filter of this site classifies comments and form submissions as spam. Lower values detect more spam, but more comments are mistaken for spam.',
    minimum: 50,
    maximum: 99,
    default: 90,
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

/** The groups of signals. `text` are words, and pairs of words, of the text. */
export const signalKinds = ['links', 'length', 'sender', 'style', 'host', 'mail', 'name', 'text'] as const;

const count = (description: string) => Type.Integer({ description });

const status = Type.Object({
  training: Type.Object(
    {
      spam: count('The number of comments that are spam.'),
      ham: count('The number of comments that are not spam.'),
      automatic: count('The number of these comments that no moderator has confirmed.'),
    },
    { description: 'The comments with which the filter was trained.' },
  ),
  threshold: Type.Number({ description: 'The score from which comments are spam, from 0 to 1.' }),
  discard_threshold: Type.Number({ description: 'The score from which comments are obvious spam, from 0 to 1.' }),
  discards: Type.Boolean({ description: 'Whether obvious spam is discarded.' }),
  key_status: enumOf(['none', 'valid', 'unverified'], {
    description: 'The status of the key for the spam-checking service; without a key, the service is not used.',
  }),
});

const days = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'The day, in GMT.', format: 'date' }),
      spam: count('The number of comments that were classified as spam.'),
      ham: count('The number of other comments.'),
      discarded: count('The number of comments and form submissions that were discarded.'),
      missed_spam: count('The number of comments that moderators have marked as spam.'),
      false_positives: count('The number of comments that moderators have marked as not spam.'),
    }),
    { description: 'All days of the interval, oldest first.' },
  ),
});

const score = { minimum: 0, maximum: 1 } as const;

const explanation = Type.Object({
  comment: Type.Integer({ description: 'The ID of the comment.' }),
  score: Type.Number({ ...score, description: 'The score of the filter of this site with its current training.' }),
  classification: enumOf(['pass', 'spam', 'discard'], {
    description: 'The classification that follows from the score.',
  }),
  trained_as: Type.Unsafe<'spam' | 'ham' | null>({
    type: ['string', 'null'],
    enum: ['spam', 'ham', null],
    description: 'How the filter was trained with the comment; null if it was not.',
  }),
  is_confirmed: Type.Boolean({ description: 'Whether a moderator has decided about the comment.' }),
  untrained_score: Type.Unsafe<number | null>({
    ...{ type: ['number', 'null'], ...score },
    description: 'The score without the training with this comment; null if the filter was not trained with it.',
  }),
  bias: Type.Number({ description: 'The constant that is added to the sum of the weights.' }),
  signals: Type.Array(
    Type.Object({
      kind: enumOf(signalKinds, { description: 'The group of the signal.' }),
      value: Type.String({ description: 'The value, such as a word or the host of a link.' }),
      weight: Type.Number({ description: 'The weight: positive if the signal is typical of spam.' }),
      spam: count('The number of spam comments with the signal, with which the filter was trained.'),
      ham: count('The number of other comments with the signal, with which the filter was trained.'),
    }),
    { description: 'The signals that determine the score, the most significant first.' },
  ),
});

/** Maximum number of comments whose explanations one request returns. */
const maxExplained = 20;

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
  // Additions to the specification, for user interfaces.
  'get-status': { methods: ['GET'], permission: 'see-stats', response: status, parameters: {} },
  'get-days': {
    methods: ['GET'],
    description: 'Returns the statistics of each of the last days, including today.',
    permission: 'see-stats',
    response: days,
    parameters: {
      days: Type.Integer({ description: 'The number of days.', minimum: 1, maximum: 366, default: 30 }),
    },
  },
  'explain-comments': {
    methods: ['GET'],
    description:
      'Explains how the filter of this site classifies comments with its current training. Comments that the caller may not moderate are omitted.',
    permission: 'see-stats',
    response: Type.Object({ explanations: Type.Array(explanation) }),
    parameters: {
      comments: Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'The IDs of the comments.',
        minItems: 1,
        maxItems: maxExplained,
      }),
    },
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
    route('status', endpoints['get-status']),
    route('days', endpoints['get-days']),
    route('explanations', endpoints['explain-comments']),
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
