// Implements the endpoints of the site's settings (protocol.md §19).
import { neverNull, type SettingsEndpoints, settingFields, settingsModule } from '../../../contract/cms-v2/settings.ts';
import { ApiError } from '../../api-error.ts';
import { recordSettingsEvent } from '../../audit/record-event.ts';
import { implement } from '../../http/implement.ts';
import type { ArgsOf, Call, Module, Outcome } from '../../http/module.ts';
import {
  isSetting,
  normalizeSetting,
  type PresentedSettings,
  type SettingChanges,
  type SettingName,
  type SettingValues,
} from '../../settings/declared.ts';
import type { EntryDeps } from '../entries/deps.ts';

type SettingsDeps = Pick<EntryDeps, 'site'>;

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to manage the settings of the site.' };

/**
 * Returns a response with all settings, keyed by name, as of the last refresh unless `presented` is given. The URL of the site comes from
 * the configuration and cannot be changed by requests.
 */
function presentSettings(
  { site: { settings, urls } }: SettingsDeps,
  presented: PresentedSettings = settings.presented,
): Outcome<never> {
  const allValues: Readonly<Record<string, unknown>> = { ...presented, url: urls.home };
  const value = Object.fromEntries(Object.keys(settingFields).map((name) => [name, allValues[name]]));
  return { kind: 'value', value, stateOf: value };
}

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

/** Returns the module of settings. */
export function settingsEndpoints(deps: SettingsDeps): Module {
  return implement(settingsModule, {
    permissions: {
      'manage-settings': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
    },
    operations: {
      // GET /cms/v2/settings: returns the settings (protocol.md §19).
      /** Responds with all settings. */
      'get-settings': {
        run: async ({ bypassesCache }) =>
          presentSettings(deps, bypassesCache ? await deps.site.settings.readPresented() : undefined),
      },

      // POST, PUT and PATCH /cms/v2/settings: update the submitted settings (protocol.md §19).
      /**
       * Updates all submitted settings or none, and responds with all settings. Null resets a setting to its default. Throws
       * ApiError 400 `rest_invalid_param` if a required setting is null.
       */
      'update-settings': {
        async run(call) {
          rejectNull(neverNull.filter((name) => call.nulls.has(name)));
          await deps.site.settings.set(toChanges(call), recordSettingsEvent(deps.site.clock, call), call.requireMatch);
          return presentSettings(deps);
        },
      },
    },
  });
}
