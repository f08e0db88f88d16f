// POST, PUT and PATCH /cms/v2/settings: update the submitted settings (protocol.md §19).
import { neverNull, type SettingsEndpoints } from '../../../contract/cms-v2/settings.ts';
import { ApiError } from '../../api-error.ts';
import { recordSettingsEvent } from '../../audit/record-settings-event.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import { isSetting, type SettingChanges, type SettingName, type SettingValues } from '../../settings/declared.ts';
import { normalizeSetting } from '../../settings/stored.ts';
import type { SettingsDeps } from './deps.ts';
import type { SettingsOperations } from './operations.ts';
import { presentSettings } from './present.ts';

/**
 * Updates all submitted settings or none, and responds with all settings. Null resets a setting to its default. Throws ApiError
 * 400 `rest_invalid_param` if a required setting is null.
 */
export const updateSettings = (deps: SettingsDeps): SettingsOperations['update-settings'] => ({
  async run(call) {
    rejectNull(neverNull.filter((name) => call.nulls.has(name)));
    await deps.settings.set(toChanges(call), recordSettingsEvent(deps.clock, call), call.requireMatch);
    return presentSettings(deps);
  },
});

/** Returns the settings to store. Submitted values that leave a setting unchanged are omitted. */
function toChanges({ args, nulls }: Call<ArgsOf<SettingsEndpoints['update-settings']>>): SettingChanges {
  const stored = Object.keys(args)
    .filter(isSetting)
    .flatMap((name) => {
      const storedValue = storedValueOf(name, args);
      return storedValue === undefined ? [] : [[name, storedValue] as const];
    });
  return Object.fromEntries([...stored, ...[...nulls].filter(isSetting).map((name) => [name, null] as const)]);
}

function storedValueOf<K extends SettingName>(
  name: K,
  submitted: Partial<SettingValues>,
): SettingValues[K] | undefined {
  const value = submitted[name];
  return value === undefined ? undefined : normalizeSetting(name, value);
}

function rejectNull(names: readonly string[]): void {
  if (names.length === 0) return;
  const message = 'This setting is required.';
  const detail = (name: string) => ({ code: 'rest_invalid_type', message, data: { param: name } });
  throw new ApiError('rest_invalid_param', 400, `These settings cannot be null: ${names.join(', ')}.`, {
    data: {
      params: Object.fromEntries(names.map((name) => [name, message])),
      details: Object.fromEntries(names.map((name) => [name, detail(name)])),
    },
  });
}
