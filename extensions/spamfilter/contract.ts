// Declares the contract of spamfilter/v1 (specification: Plugin namespaces). Comments mark additions to the specification.
import {
  enumOf,
  type Parameters,
  type Resource,
  type Route,
  settingParameters,
  Type,
  updateMethods,
} from 'octavo/extension';

/** The specified settings, and the URL of the spam-checking service, which is an addition. */
export const publicSettings = {
  spamfilter_strictness: Type.Boolean({
    description: 'Whether obvious spam is discarded instead of being stored as spam.',
    default: false,
  }),
  spamfilter_show_user_comments_approved: Type.Boolean({
    description: 'Whether the number of approved comments is displayed next to the author of each comment.',
    default: false,
  }),
  spamfilter_endpoint: Type.String({
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
  key: Type.String({ default: '' }),
  /** Status of the key according to the spam-checking service. */
  key_status: enumOf(['none', 'valid', 'unverified'], { default: 'none' }),
  alert: Type.Unsafe<{ code: number; message: string; since: string } | null>({
    type: ['object', 'null'],
    default: null,
  }),
};

/** Intervals for which statistics are available. */
export const intervals = ['60-days', '6-months', 'all'] as const;

export type Interval = (typeof intervals)[number];

const keyPattern = '^[A-Za-z0-9]{12}$';

/** Whether a string is a key according to the specification: 12 letters and digits. */
export const isKey = (text: string): boolean => new RegExp(keyPattern).test(text);

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

const route = (path: string, ...endpoints: Route['endpoints'][number][]): Route => ({
  path,
  parameters: {},
  endpoints,
});

const manageEndpoint = (
  methods: Route['endpoints'][number]['methods'],
  operation: string,
  parameters: Parameters = {},
) => ({
  ...{ methods, operation, permission: 'manage-spamfilter', parameters },
});

const alertEndpoint = (methods: Route['endpoints'][number]['methods'], operation: string) => ({
  ...{ methods, operation, permission: 'manage-alert', parameters: { key: keyParameter } },
});

const none: Pick<Resource, 'namespace' | 'module' | 'fields' | 'links'> = {
  namespace: 'spamfilter/v1',
  module: 'spamfilter',
  fields: {},
  links: [],
};

export const spamfilter: Resource = {
  ...none,
  title: 'spamfilter',
  routes: [
    route(
      '/spamfilter/v1/key',
      manageEndpoint(['GET'], 'get-key'),
      {
        ...manageEndpoint(updateMethods, 'set-key', { key }),
        refuses: [409],
        description: 'Stores the key for the spam-checking service, unless the service rejects the key.',
      },
      manageEndpoint(['DELETE'], 'delete-key'),
    ),
    route(
      '/spamfilter/v1/settings',
      { ...manageEndpoint(['GET'], 'get-settings'), response: settingsSchema },
      {
        ...manageEndpoint(updateMethods, 'update-settings', settingParameters(publicSettings)),
        response: settingsSchema,
      },
    ),
    route('/spamfilter/v1/stats', {
      ...{ methods: ['GET'], operation: 'get-stats', permission: 'see-stats' },
      parameters: { interval: enumOf(intervals, { description: 'The interval of the statistics.', default: 'all' }) },
    }),
    route('/spamfilter/v1/stats/<interval>', {
      ...{ methods: ['GET'], operation: 'get-stats', permission: 'see-stats' },
      parameters: { interval: enumOf(intervals, { description: 'The interval of the statistics.' }) },
    }),
    route(
      '/spamfilter/v1/alert',
      alertEndpoint(['GET'], 'get-alert'),
      {
        ...alertEndpoint(updateMethods, 'set-alert'),
        description: 'Stores a message from the spam-checking service for administrators.',
      },
      alertEndpoint(['DELETE'], 'delete-alert'),
    ),
    route('/spamfilter/v1/webhook', {
      // Public, because the body is signed with the key.
      ...{
        methods: ['POST'],
        operation: 'receive-webhook',
        description:
          'Receives corrections from the spam-checking service, signed with the key, and changes the status of the comments.',
        permission: 'everyone',
        parameters: {},
      },
    }),
    // An addition to the specification, for lists of comments that display the number of approved comments next to each author.
    route('/spamfilter/v1/approved', {
      ...{
        methods: ['GET'],
        operation: 'count-approved',
        description: 'Returns, for each of the given comments, the number of approved comments by its author.',
        permission: 'see-stats',
      },
      parameters: {
        comments: Type.Array(Type.Integer({ minimum: 1 }), {
          description: 'The IDs of the comments.',
          minItems: 1,
          maxItems: 100,
        }),
      },
    }),
  ],
};
