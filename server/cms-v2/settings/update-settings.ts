// POST, PUT, PATCH on the settings: what is sent changes, the rest stays (protocol.md §19).
import { neverNull } from '../../../contract/cms-v2/settings.ts';
import { noteSettings } from '../../audit/note-settings.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { isSetting, type SettingChanges } from '../../settings/declared.ts';
import { storedSetting } from '../../settings/stored.ts';
import type { SettingsParts } from './parts.ts';
import { presentSettings } from './present.ts';

/**
 * Changes settings, all that were sent or none; null takes one back to what holds without it. Answers with all settings.
 * Throws Refusal 400 `rest_invalid_param` where null is sent for what a site cannot be without.
 */
export const updateSettings = (parts: SettingsParts): Operation => ({
  async run(call) {
    refuseNull(neverNull.filter((name) => call.nulls.has(name)));
    await parts.settings.set(changesOf(call), noteSettings(parts.clock, call), call.requireMatch);
    return presentSettings(parts);
  },
});

/** What is to be stored; values that leave a setting as it is are left out. */
function changesOf({ args, nulls }: Call): SettingChanges {
  const stored = Object.entries(args).flatMap(([name, value]) => {
    const made = isSetting(name) ? storedSetting(name, value as never) : undefined;
    return made === undefined ? [] : [[name, made] as const];
  });
  return Object.fromEntries([...stored, ...[...nulls].filter(isSetting).map((name) => [name, null] as const)]);
}

function refuseNull(names: readonly string[]): void {
  if (names.length === 0) return;
  const message = 'A site cannot be without it.';
  const detail = (name: string) => ({ code: 'rest_invalid_type', message, data: { param: name } });
  throw new Refusal('rest_invalid_param', 400, `These settings cannot be null: ${names.join(', ')}.`, {
    data: {
      params: Object.fromEntries(names.map((name) => [name, message])),
      details: Object.fromEntries(names.map((name) => [name, detail(name)])),
    },
  });
}
