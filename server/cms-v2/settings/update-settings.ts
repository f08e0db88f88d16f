// POST, PUT and PATCH /cms/v2/settings: update the submitted settings (protocol.md §19).
import { neverNull } from '../../../contract/cms-v2/settings.ts';
import { ApiError } from '../../api-error.ts';
import { recordSettingsEvent } from '../../audit/record-settings-event.ts';
import type { Call, Operation } from '../../http/module.ts';
import { isSetting, type SettingChanges } from '../../settings/declared.ts';
import { normalizeSetting } from '../../settings/stored.ts';
import type { SettingsDeps } from './deps.ts';
import { presentSettings } from './present.ts';

/**
 * Updates all submitted settings or none, and responds with all settings. Null resets a setting to its default. Throws ApiError
 * 400 `rest_invalid_param` if a required setting is null.
 */
export const updateSettings = (deps: SettingsDeps): Operation => ({
  async run(call) {
    rejectNull(neverNull.filter((name) => call.nulls.has(name)));
    await deps.settings.set(toChanges(call), recordSettingsEvent(deps.clock, call), call.requireMatch);
    return presentSettings(deps);
  },
});

/** Returns the settings to store. Submitted values that leave a setting unchanged are omitted. */
function toChanges({ args, nulls }: Call): SettingChanges {
  const stored = Object.entries(args).flatMap(([name, value]) => {
    const storedValue = isSetting(name) ? normalizeSetting(name, value as never) : undefined;
    return storedValue === undefined ? [] : [[name, storedValue] as const];
  });
  return Object.fromEntries([...stored, ...[...nulls].filter(isSetting).map((name) => [name, null] as const)]);
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
