// Implements the endpoints of the spam filter, except for corrections by the spam-checking service (receive-webhook.ts). Alerts are
// messages from that service to administrators, for example that the key has expired.

import { timingSafeEqual } from 'node:crypto';
import {
  ApiError,
  type Call,
  type ExtensionServices,
  implement,
  type Module,
  type PermissionArgs,
  type Permissions,
  type SettingsRules,
} from 'octavo/extension';
import {
  type Interval,
  maskKey,
  publicSettings,
  type Services,
  type SpamfilterEndpoints,
  type SpamfilterOperations,
  type SpamfilterSettings,
  spamfilterModule,
} from './contract.ts';
import { explainComments } from './explain.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { verifyKey } from './remote.ts';
import { getDays, getStatus } from './status.ts';
import { type Counts, dayOf, findDays } from './store.ts';

const forbiddenErrors = {
  manage: { code: 'spamfilter_cannot_manage', message: 'You are not allowed to manage the spam filter.' },
  see: { code: 'spamfilter_cannot_see', message: 'You are not allowed to view the statistics of the spam filter.' },
};

const makePermissions = (services: Services): Permissions<SpamfilterEndpoints> => ({
  'manage-spamfilter': {
    permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenErrors.manage),
  },
  'see-stats': { permit: ({ actor }) => (actor.can('moderate_comments') ? undefined : forbiddenErrors.see) },
  'manage-alert': { load: (call) => requireKeyOrAdministrator(services, call), permit: () => undefined },
});

/** Returns the endpoints of the spam filter. */
export const spamfilterEndpoints = (services: Services): Module =>
  implement(spamfilterModule, {
    permissions: makePermissions(services),
    operations: {
      'get-key': getKey(services),
      'set-key': setKey(services),
      'delete-key': deleteKey(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
      'get-stats': getStats(services),
      'get-alert': getAlert(services),
      'set-alert': setAlert(services),
      'delete-alert': deleteAlert(services),
      'receive-webhook': receiveWebhook(services),
      'get-status': getStatus(services),
      'get-days': getDays(services),
      'explain-comments': explainComments(services),
      'count-approved': countApproved(services),
    },
  });

/** Responds with the masked key and its status. */
const getKey = (services: Services): SpamfilterOperations['get-key'] => ({
  run: async () => ({ kind: 'value', value: presentKey(await services.settings.read()) }),
});

/** Returns the masked key and its status as properties of an API response. */
const presentKey = ({ key, key_status: status }: Pick<SpamfilterSettings, 'key' | 'key_status'>) => ({
  key: maskKey(key),
  status,
});

/**
 * Verifies the key with the spam-checking service and stores it. Without a valid response of the service, it is stored as unverified.
 *
 * Throws ApiError 400 `spamfilter_invalid_key`, and 409 `spamfilter_endpoint_changed` if the URL is changed at the same time.
 */
const setKey = (services: Services): SpamfilterOperations['set-key'] => ({
  async run(call) {
    const { key } = call.args;
    const { spamfilter_endpoint: endpoint } = await services.settings.read();
    const keyStatus = await verifyKey(services, endpoint, key);
    if (keyStatus === 'invalid')
      throw new ApiError('spamfilter_invalid_key', 400, 'The spam-checking service rejected this key.');
    const changes = { key, key_status: keyStatus };
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      if ((await services.settings.read(tx)).spamfilter_endpoint !== endpoint)
        throw new ApiError(
          'spamfilter_endpoint_changed',
          409,
          'The URL of the spam-checking service was changed at the same time; set the key again.',
        );
      await services.settings.write(tx, changes);
      await services.record.settingsChange(tx, call, ['key']);
    });
    return { kind: 'value', value: presentKey(changes) };
  },
});

/**
 * Deletes the key and the alert, and responds with the new status of the key. Without a key, only the local filter classifies comments.
 */
const deleteKey = (services: Services): SpamfilterOperations['delete-key'] => ({
  async run(call) {
    const changes = { key: '', key_status: 'none' as const, alert: null };
    await services.database.transaction(async (tx) => {
      await services.settings.write(tx, changes);
      await services.record.settingsChange(tx, call, ['key']);
    });
    return { kind: 'value', value: { deleted: true, ...presentKey(changes) } };
  },
});

/** Responds with the current public settings. */
const getSettings = (services: Services): SpamfilterOperations['get-settings'] => ({
  run: () => presentSettings(services),
});

/** Returns a response with all settings except the key, its status, and the alert, and with the version of these settings. */
async function presentSettings(services: Services) {
  const settings = await services.settings.read();
  const value = Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(publicSettings, name)));
  return { kind: 'value', value, stateOf: value } as const;
}

/**
 * Updates settings and responds with all current settings. The endpoint cannot be changed while a key is set, because the key would
 * be sent to another spam-checking service.
 *
 * Throws ApiError 400 `rest_invalid_param` for an unsafe endpoint, and 409 `spamfilter_key_set`.
 */
const updateSettings = (services: Services): SpamfilterOperations['update-settings'] => ({
  async run(call) {
    const { args } = call;
    const { spamfilter_endpoint: endpoint } = args;
    if (endpoint !== undefined && !isSafe(services, endpoint)) throw invalidEndpoint();
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of spamfilter');
      await call.requireMatch();
      const before = await services.settings.read(tx);
      if (before.key !== '' && (endpoint ?? before.spamfilter_endpoint) !== before.spamfilter_endpoint)
        throw new ApiError(
          'spamfilter_key_set',
          409,
          'The URL of the spam-checking service cannot be changed while a key is set; delete the key first, and set it again afterwards.',
        );
      await services.settings.write(tx, args);
      await services.record.settingsChange(tx, call, Object.keys(args));
    });
    return presentSettings(services);
  },
});

/**
 * Returns the rules for changes that administrators make with the settings of the site: a new key is verified, and deleting the key deletes
 * the alert.
 */
export const settingsRules = (services: Services): SettingsRules => ({
  async prepare({ next, submitted }) {
    const { key, spamfilter_endpoint: endpoint } = next as SpamfilterSettings;
    if (submitted.includes('spamfilter_endpoint') && !isSafe(services, endpoint)) throw invalidEndpoint();
    if (!submitted.includes('key')) return undefined;
    if (key === '') return { key_status: 'none', alert: null };
    const status = await verifyKey(services, endpoint, key);
    if (status !== 'invalid') return { key_status: status };
    const message = 'The spam-checking service rejected this key.';
    throw new ApiError('spamfilter_invalid_key', 400, message, { data: { params: { key: message } } });
  },
});

/** Whether the key may be sent to a URL: HTTPS, or HTTP to a host in `--fetch-hosts`, without a username, password, query or fragment. */
function isSafe({ http }: Services, endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isEncrypted =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && http.fetchLimits.hosts?.has(url.hostname));
  return isEncrypted === true && url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

function invalidEndpoint(): ApiError {
  const message = 'The endpoint must begin with https:// and have no username, password, query or fragment.';
  return new ApiError('rest_invalid_param', 400, message, { data: { params: { spamfilter_endpoint: message } } });
}

/** Responds with the statistics of an interval that ends today: totals for the interval and for each month. */
const getStats = ({ database, clock }: ExtensionServices): SpamfilterOperations['get-stats'] => ({
  async run({ args: { interval } }) {
    const days = await findDays(database.read, firstDay(interval, clock()));
    const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
    const breakdown = Object.fromEntries([...months].map(([month, each]) => [month, summarize(each)]));
    return { kind: 'value', value: { interval, ...summarize(days), breakdown } };
  },
});

/** Returns the first day of an interval that ends at `now`; for `all`, the empty string, which sorts before all days. */
function firstDay(interval: Interval, now: number): string {
  if (interval === 'all') return '';
  if (interval === '60-days') return dayOf(now - 59 * 24 * 60 * 60 * 1000);
  const first = new Date(now);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - 5);
  return dayOf(first.getTime());
}

/** Returns the totals of the given days, and the accuracy in percent. Classifications that no moderator has corrected count as accurate. */
function summarize(days: readonly Counts[]) {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0);
  const [spam, ham, missed, mistaken, discarded] = [
    sum('spam'),
    sum('ham'),
    sum('missed'),
    sum('mistaken'),
    sum('discarded'),
  ];
  const classified = spam + ham + discarded;
  const accuracy =
    classified === 0 ? null : Math.max(0, Math.round((1 - (missed + mistaken) / classified) * 10_000) / 100);
  return { spam, ham, discarded, missed_spam: missed, false_positives: mistaken, accuracy };
}

/** Responds with the alert, which is null if there is none. */
const getAlert = (services: Services): SpamfilterOperations['get-alert'] => ({
  run: async () => ({ kind: 'value', value: { alert: (await services.settings.read()).alert } }),
});

/** Stores the submitted code and message as the alert, and responds with it. Throws ApiError 400 `rest_invalid_param`. */
const setAlert = (services: Services): SpamfilterOperations['set-alert'] => ({
  async run(call) {
    const code = Number(call.submitted('code') ?? 0);
    const message = call.submitted('message');
    if (!Number.isSafeInteger(code) || typeof message !== 'string' || message.trim() === '' || message.length > 1000)
      throw new ApiError(
        'rest_invalid_param',
        400,
        'code must be an integer, and message a non-empty string of at most 1000 characters.',
      );
    const alert = { code, message, since: new Date(services.clock()).toISOString() };
    await services.database.transaction((tx) => services.settings.write(tx, { alert }));
    return { kind: 'value', value: { alert } };
  },
});

/** Deletes the alert, if there is one. */
const deleteAlert = (services: Services): SpamfilterOperations['delete-alert'] => ({
  async run() {
    await services.database.transaction((tx) => services.settings.write(tx, { alert: null }));
    return { kind: 'value', value: { deleted: true, alert: null } };
  },
});

/**
 * Requires that the caller is an administrator, or that the request contains the key, which proves that the spam-checking service sent it.
 *
 * Throws ApiError 401 or 403 `spamfilter_cannot_manage`.
 */
async function requireKeyOrAdministrator(
  services: Services,
  call: Call<PermissionArgs<SpamfilterEndpoints, 'manage-alert'>>,
): Promise<undefined> {
  if (call.actor.can('manage_options')) return;
  const { key } = await services.settings.read();
  const [expected, submitted] = [Buffer.from(key), Buffer.from(call.args.key ?? '')];
  if (key !== '' && expected.length === submitted.length && timingSafeEqual(expected, submitted)) return;
  const status = call.actor.id === 0 ? 401 : 403;
  throw new ApiError(
    'spamfilter_cannot_manage',
    status,
    'You are not allowed to manage alerts; sign in as an administrator or send the key.',
  );
}

/**
 * Responds with the number of approved comments that have the same email address as each given comment, keyed by comment ID. Comments that
 * do not exist are omitted. Throws ApiError 404 `spamfilter_not_shown` if `spamfilter_show_user_comments_approved` is not set.
 */
const countApproved = (services: Services): SpamfilterOperations['count-approved'] => ({
  async run({ args }) {
    const { spamfilter_show_user_comments_approved: isEnabled } = await services.settings.read();
    if (!isEnabled)
      throw new ApiError(
        'spamfilter_not_shown',
        404,
        'The display of the number of approved comments is disabled in the settings of the spam filter.',
      );
    const approved = Object.fromEntries(await services.content.countApproved(args.comments));
    return { kind: 'value', value: { approved } };
  },
});
