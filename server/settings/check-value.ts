// Checks values that users enter for settings, more strictly than `/cms/v2/settings`, which corrects or ignores some values silently.
import { declaredSetting, isValidSetting, normalizeSetting, type SettingName, type SettingValues } from './declared.ts';
import { findPermalinkStructureError } from './permalink-structure.ts';

/**
 * Returns why a value is not accepted for a setting, as the end of a sentence that begins with the name of the setting; undefined if it is
 * accepted. `takenSegments` are first segments of URLs that a permalink structure may not begin with. Pages and other records to which the
 * value refers are not checked.
 */
export function findValueError<K extends SettingName>(
  name: K,
  value: unknown,
  takenSegments?: ReadonlySet<string>,
): string | undefined {
  if (name === 'permalink_structure' && typeof value === 'string')
    return findPermalinkStructureError(value, takenSegments);
  const { known, takes } = declaredSetting(name);
  const stored = isValidSetting(name, value) ? normalizeSetting(name, value) : undefined;
  const isChanged = typeof value === 'number' && stored !== (value as SettingValues[K]);
  return stored === undefined || isChanged || (known && !known.includes(stored)) ? `must be ${takes}` : undefined;
}
