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

/** Reads the stored preferences. Throws ApiError. */
export const readPreferences = (): Promise<StoredPreferences> => request();

async function request(options: RequestOptions = {}): Promise<StoredPreferences> {
  const query = { context: 'edit', _fields: ['meta'] };
  const { data, headers } = await send<StoredUser>(path, { ...options, query });
  return { preferences: toPreferences(data.meta.persisted_preferences ?? {}), etag: headers.get('ETag') };
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
  const merged = { ...mergePreferences(preferences, before, after), _modified: new Date().toISOString() };
  return request({
    ...{ method: 'POST', body: { meta: { persisted_preferences: merged } }, ...options },
    ...(etag !== null && { ifMatch: etag }),
  });
}

/** Stores the differences between two states of preferences, and returns all that are stored then. Throws ApiError. */
async function storeDifferences(
  known: StoredPreferences,
  before: Preferences,
  after: Preferences,
): Promise<StoredPreferences> {
  for (let [stored, attempt] = [known, 1]; ; stored = await readPreferences(), attempt += 1) {
    try {
      return await writeDifferences(stored, before, after);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === maxAttempts) throw error;
    }
  }
}

/** Stores one preference, and no others that another tab may change at the same time. Throws ApiError. */
export async function storePreference(scope: string, name: string, value: unknown): Promise<void> {
  const stored = await readPreferences();
  await storeDifferences(stored, {}, { [scope]: { [name]: value } });
}

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
  let known = initial;
  let stored = initial.preferences;
  let current = stored;
  let isScheduled = false;
  let running = Promise.resolve();
  const store = async () => {
    isScheduled = false;
    const after = current;
    try {
      known = await storeDifferences(known, stored, after);
      stored = after;
    } catch (error) {
      console.error('The preferences could not be stored.', error);
    }
  };
  const schedule = () => {
    running = running.then(store);
  };
  addEventListener('pagehide', () => {
    if (isScheduled) writeDifferences(known, stored, current, { keepalive: true }).catch(() => undefined);
  });
  return {
    get: async () => initial.preferences,
    set(preferences) {
      current = toPreferences(preferences);
      if (!isScheduled) setTimeout(schedule, delayMs);
      isScheduled = true;
    },
  };
}
