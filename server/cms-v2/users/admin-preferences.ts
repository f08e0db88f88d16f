// Reads the preferences of users for the admin, which the service itself or the first response to the admin needs.
import { isObject } from '../../http/parameters/conversions.ts';
import type { UserRow } from './store.ts';
import { readMeta } from './user-args.ts';

/** The scope of these preferences. */
const scope = 'octavo/admin';

/** Returns a preference as it is stored; undefined if there is none. Clients may have stored any value. */
export function adminPreference({ meta }: Pick<UserRow, 'meta'>, name: string): unknown {
  const preferences = readMeta(meta).persisted_preferences;
  const ofAdmin = isObject(preferences) ? preferences[scope] : undefined;
  return isObject(ofAdmin) ? ofAdmin[name] : undefined;
}

const colorSchemes = ['light', 'dark'] as const;

/** Returns the color scheme that a user has chosen: the preference `color_scheme`. An empty string stands for that of the system. */
export const preferredColorScheme = (user: Pick<UserRow, 'meta'>): (typeof colorSchemes)[number] | '' => {
  const preferred = adminPreference(user, 'color_scheme');
  return colorSchemes.find((each) => each === preferred) ?? '';
};
