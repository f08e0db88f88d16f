// What spamfilter/v1 promises (specification: Plugin namespaces). What is our own is said beside it.
import { changing, type Parameters, type Resource, type Route, settingParameters, Type, words } from 'octavo/extension';

/** Settings that the specification names, and the checker's address, which is ours. */
export const shownSettings = {
  spamfilter_strictness: Type.Boolean({
    description: 'Whether the worst spam is discarded at once instead of being kept as spam.',
    default: false,
  }),
  spamfilter_show_user_comments_approved: Type.Boolean({
    description: 'Whether the number of approved comments is told beside the author of each comment.',
    default: false,
  }),
  spamfilter_endpoint: Type.String({
    description: 'The address of the checker that is asked where a key is set, up to and including its version.',
    format: 'uri',
    maxLength: 500,
    default: 'https://rest.akismet.com/1.1',
  }),
};

/** The settings as responses have them. */
const told = Type.Object(shownSettings);

/** What is kept beside them. */
export const settings = {
  ...shownSettings,
  key: Type.String({ default: '' }),
  /** What the checker has said of the key. */
  key_status: words(['none', 'valid', 'unverified'], { default: 'none' }),
  alert: Type.Unsafe<{ code: number; message: string; since: string } | null>({
    type: ['object', 'null'],
    default: null,
  }),
};

/** The time that figures are told of. */
export const intervals = ['60-days', '6-months', 'all'] as const;

export type Interval = (typeof intervals)[number];

const keyPattern = '^[A-Za-z0-9]{12}$';

/** A key as the specification has it: 12 letters and digits. */
export const isKey = (text: string): boolean => new RegExp(keyPattern).test(text);

const key = Type.String({ description: 'The key for the checker: 12 letters and digits.', pattern: keyPattern });

const sentKey = Type.Optional(Type.String({ description: 'The key, where the checker itself asks.', maxLength: 100 }));

const route = (path: string, ...endpoints: Route['endpoints'][number][]): Route => ({
  path,
  parameters: {},
  endpoints,
});

const managing = (methods: Route['endpoints'][number]['methods'], operation: string, parameters: Parameters = {}) => ({
  ...{ methods, operation, permission: 'manage-spamfilter', parameters },
});

const alerting = (methods: Route['endpoints'][number]['methods'], operation: string) => ({
  ...{ methods, operation, permission: 'manage-alert', parameters: { key: sentKey } },
});

const none: Pick<Resource, 'namespace' | 'room' | 'fields' | 'links'> = {
  namespace: 'spamfilter/v1',
  room: 'spamfilter',
  fields: {},
  links: [],
};

export const spamfilter: Resource = {
  ...none,
  title: 'spamfilter',
  routes: [
    route(
      '/spamfilter/v1/key',
      managing(['GET'], 'get-key'),
      {
        ...managing(changing, 'set-key', { key }),
        refuses: [409],
        description: 'Stores the key of the spam checker, unless that says it is wrong.',
      },
      managing(['DELETE'], 'delete-key'),
    ),
    route(
      '/spamfilter/v1/settings',
      { ...managing(['GET'], 'get-settings'), response: told },
      { ...managing(changing, 'update-settings', settingParameters(shownSettings)), response: told },
    ),
    route('/spamfilter/v1/stats', {
      ...{ methods: ['GET'], operation: 'get-stats', permission: 'see-stats' },
      parameters: { interval: words(intervals, { description: 'The time that figures are told of.', default: 'all' }) },
    }),
    route('/spamfilter/v1/stats/<interval>', {
      ...{ methods: ['GET'], operation: 'get-stats', permission: 'see-stats' },
      parameters: { interval: words(intervals, { description: 'The time that figures are told of.' }) },
    }),
    route(
      '/spamfilter/v1/alert',
      alerting(['GET'], 'get-alert'),
      { ...alerting(changing, 'set-alert'), description: 'Stores a message of the spam checker for administrators.' },
      alerting(['DELETE'], 'delete-alert'),
    ),
    route('/spamfilter/v1/webhook', {
      // Whoever knows the key may: what is sent is signed with it.
      ...{
        methods: ['POST'],
        operation: 'receive-webhook',
        description:
          'Receives the corrections of the spam checker, signed with the key, and moves the comments that they name.',
        permission: 'everyone',
        parameters: {},
      },
    }),
    // Our own: what a list of comments shows beside their authors.
    route('/spamfilter/v1/approved', {
      ...{
        methods: ['GET'],
        operation: 'count-approved',
        description: 'Returns how many approved comments the authors of these comments have.',
        permission: 'see-stats',
      },
      parameters: {
        comments: Type.Array(Type.Integer({ minimum: 1 }), {
          description: 'The numbers of the comments whose authors are meant.',
          minItems: 1,
          maxItems: 100,
        }),
      },
    }),
  ],
};
