// Stores the preferences of the editor with the user, so that they are the same in every browser.
import { ApiError, type RequestOptions, send } from '../client.ts';
import { mergePreferences, type Preferences } from './merge-preferences.ts';

const path = '/wp/v2/users/me';

/** Default time between a change and its storage, in milliseconds. Changes within this time are stored together. */
const defaultDelayMs = 2000;

/** The number of times that a change is merged again because other preferences were stored at the same time. */
const maxAttempts = 5;

/** Preferences as the service stores them. */
export interface StoredPreferences {
  readonly preferences: Preferences;
  /** The version of the user to whom they belong; null if the service has not sent it. */
  readonly etag: string | null;
}

interface StoredUser {
  readonly meta: { readonly persisted_preferences?: Record<string, unknown> };
}

/** The preferences that this document has read or stored last. */
let latest: StoredPreferences | undefined;

/** Reads the stored preferences. Throws ApiError. */
export const readPreferences = (): Promise<StoredPreferences> => request();

async function request(options: RequestOptions = {}): Promise<StoredPreferences> {
  const query = { context: 'edit', _fields: ['meta'] };
  const { data, headers } = await send<StoredUser>(path, { ...options, query });
  latest = { preferences: toPreferences(data.meta.persisted_preferences ?? {}), etag: headers.get('ETag') };
  return latest;
}

/** Returns the scopes of an object with preferences. It may also contain the time of its last change. */
function toPreferences(value: object): Preferences {
  const isScope = (scope: unknown): scope is Preferences[string] => typeof scope === 'object' && scope !== null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, scope]) => (isScope(scope) ? [[name, scope] as const] : [])),
  );
}

/** Adds the differences between two states of preferences to the stored ones, if they are still stored so. */
function writeDifferences(
  { preferences, etag }: StoredPreferences,
  before: Preferences,
  after: Preferences,
  options: Pick<RequestOptions, 'keepalive'> = {},
): Promise<StoredPreferences> {
  return write(mergePreferences(preferences, before, after), etag, options);
}

/** Replaces all preferences if the user still has this version. Throws ApiError; 412 if the user was changed meanwhile. */
function write(
  preferences: Preferences,
  etag: string | null,
  options: Pick<RequestOptions, 'keepalive'> = {},
): Promise<StoredPreferences> {
  const dated = { ...preferences, _modified: new Date().toISOString() };
  return request({
    ...{ method: 'POST', body: { meta: { persisted_preferences: dated } }, ...options },
    ...(etag !== null && { ifMatch: etag }),
  });
}

/** Writes that have begun; they are sent one after the other, so that those of one document do not conflict. */
let writes: Promise<unknown> = Promise.resolve();

/** Stores a change of the latest preferences; if others were stored meanwhile, a change of these. Throws ApiError. */
function writeLatest(
  attemptWrite: (stored: StoredPreferences) => Promise<StoredPreferences>,
): Promise<StoredPreferences> {
  const result = writes.then(async () => {
    for (let [stored, attempt] = [latest ?? (await readPreferences()), 1]; ; attempt += 1) {
      try {
        return await attemptWrite(stored);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412 || attempt === maxAttempts) throw error;
        stored = await readPreferences();
      }
    }
  });
  writes = result.catch(() => undefined);
  return result;
}

/**
 * Changes one preference as it is stored now, and returns all that are stored then. `change` gets the stored value, undefined for none, and
 * returns the new one, undefined to delete it; it may be called several times. Throws ApiError.
 */
export const changePreference = (
  scope: string,
  name: string,
  change: (stored: unknown) => unknown,
): Promise<StoredPreferences> =>
  writeLatest(({ preferences, etag }) => {
    const { [name]: stored, ...others } = preferences[scope] ?? {};
    const changed = change(stored);
    return write({ ...preferences, [scope]: changed === undefined ? others : { ...others, [name]: changed } }, etag);
  });

/** Stores preferences as the editor's package expects it. */
export interface PreferenceStorage {
  get(): Promise<Preferences>;
  set(preferences: object): void;
}

/**
 * Returns a storage that begins with the stored preferences. Failures are reported and tried again with the next change. Changes that are not
 * stored yet when the page is closed are sent then; they are lost only if another page has changed the user at the same time.
 */
export function createPreferenceStorage(initial: StoredPreferences, delayMs = defaultDelayMs): PreferenceStorage {
  let stored = initial.preferences;
  let current = stored;
  let isScheduled = false;
  const store = async () => {
    isScheduled = false;
    const after = current;
    try {
      await writeLatest((known) => writeDifferences(known, stored, after));
      stored = after;
    } catch (error) {
      console.error('The preferences could not be stored.', error);
    }
  };
  addEventListener('pagehide', () => {
    if (isScheduled) writeDifferences(latest ?? initial, stored, current, { keepalive: true }).catch(() => undefined);
  });
  return {
    get: async () => initial.preferences,
    set(preferences) {
      current = toPreferences(preferences);
      if (!isScheduled) setTimeout(store, delayMs);
      isScheduled = true;
    },
  };
}
