// Stores the preferences of the editor with the user, so that they are the same in every browser.
import { ApiError, send } from '../client.ts';
import { mergePreferences, type Preferences } from './merge-preferences.ts';

const path = '/wp/v2/users/me';

/** Default time between a change and its storage, in milliseconds. Changes within this time are stored together. */
const defaultDelayMs = 2000;

/** The number of times that a change is merged again because other preferences were stored at the same time. */
const maxAttempts = 5;

interface StoredUser {
  readonly meta: { readonly persisted_preferences?: Record<string, unknown> };
}

/** Reads the stored preferences with the version of the user. Throws ApiError. */
export async function readPreferences(): Promise<{ readonly preferences: Preferences; readonly etag: string | null }> {
  const { data, headers } = await send<StoredUser>(path, { query: { context: 'edit', _fields: ['meta'] } });
  return { preferences: toPreferences(data.meta.persisted_preferences ?? {}), etag: headers.get('ETag') };
}

/** Returns the scopes of an object with preferences. It may also contain the time of its last change. */
function toPreferences(value: object): Preferences {
  const isScope = (scope: unknown): scope is Preferences[string] => typeof scope === 'object' && scope !== null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, scope]) => (isScope(scope) ? [[name, scope] as const] : [])),
  );
}

/** Stores the differences between two states of preferences. Throws ApiError. */
async function storeDifferences(before: Preferences, after: Preferences): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { preferences, etag } = await readPreferences();
    const merged = { ...mergePreferences(preferences, before, after), _modified: new Date().toISOString() };
    try {
      await send(path, {
        ...{ method: 'POST', body: { meta: { persisted_preferences: merged } } },
        ...(etag !== null && { ifMatch: etag }),
      });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === maxAttempts) throw error;
    }
  }
}

/** Stores preferences as the editor's package expects it. */
export interface PreferenceStorage {
  get(): Promise<Preferences>;
  set(preferences: object): void;
}

/** Returns a storage that begins with the stored preferences. Failures are reported and tried again with the next change. */
export function createPreferenceStorage(initial: Preferences, delayMs = defaultDelayMs): PreferenceStorage {
  let stored = initial;
  let current = initial;
  let isScheduled = false;
  const store = async () => {
    isScheduled = false;
    const after = current;
    try {
      await storeDifferences(stored, after);
      stored = after;
    } catch (error) {
      console.error('The preferences could not be stored.', error);
    }
  };
  return {
    get: async () => initial,
    set(preferences) {
      current = toPreferences(preferences);
      if (!isScheduled) setTimeout(() => void store(), delayMs);
      isScheduled = true;
    },
  };
}
