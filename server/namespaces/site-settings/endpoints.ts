// Implements the endpoints of the settings for user interfaces: all settings of the site, their groups, and the configuration.

import { escapedSettings } from '../../../contract/cms-v2/setting-forms.ts';
import { neverNull } from '../../../contract/cms-v2/settings.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Static } from '../../../contract/grammar/schema.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import {
  type configuredOption,
  type SiteSettingsEndpoints,
  siteSettingsModule,
} from '../../../contract/octavo-v1/site-settings.ts';
import { limitsError } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import { recordSettingsEvent } from '../../audit/record-event.ts';
import { findReferenceError, findTakenSegments } from '../../cms-v2/settings/references.ts';
import type { Database } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { ArgsOf, Call, Module, Outcome } from '../../http/module.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import { findValueError } from '../../settings/check-value.ts';
import {
  isSetting,
  normalizeSetting,
  type PresentedSettings,
  type SettingChanges,
  type SettingName,
  type SettingValues,
} from '../../settings/declared.ts';
import type { SiteContext } from '../../site-context.ts';
import { describeSettingGroups, type ExtensionWithSettings, type SettingGroup } from './setting-groups.ts';

/** An option of the configuration with its value in effect. */
export type ConfiguredOption = Static<typeof configuredOption>;

interface SiteSettingsDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly site: Pick<SiteContext, 'urls' | 'settings' | 'clock'>;
  readonly extensions: readonly ExtensionWithSettings[];
  /** The configuration in effect, without passwords. */
  readonly configuration: readonly ConfiguredOption[];
}

/** The operations, keyed by their names in the contract. */
type SiteSettingsOperations = Operations<SiteSettingsEndpoints>;

type UpdateCall = Call<ArgsOf<SiteSettingsEndpoints['update-site-settings']>>;

/** The namespace of the route with the settings of the specification. */
const settingsNamespace = 'cms/v2';

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to manage the settings of the site.' };

const permissions: Permissions<SiteSettingsEndpoints, object> = {
  // These are the settings of the route /cms/v2/settings, too, so a password for other namespaces must not change them here.
  'manage-settings': {
    permit: ({ actor, method }) =>
      actor.can('manage_options') ? limitsError(actor, [method], settingsNamespace) : forbiddenError,
  },
};

/** Returns the module of the settings for user interfaces. */
export function siteSettingsEndpoints(deps: SiteSettingsDeps): Module {
  return implement(siteSettingsModule, {
    permissions,
    operations: {
      'get-site-settings': getSiteSettings(deps),
      'update-site-settings': updateSiteSettings(deps),
      'list-setting-groups': {
        run: async ({ spelling }) => ({
          kind: 'value',
          value: {
            groups: describeSettingGroups(deps.extensions).map((group) => ({
              ...group,
              path: spelling.path(group.path),
              settings: group.settings.map((setting) => withSpelledNames(spelling, setting)),
            })),
          },
        }),
      },
      'list-configuration': { run: async () => ({ kind: 'value', value: { options: [...deps.configuration] } }) },
    },
  });
}

/** Returns a setting whose schema refers to other settings with the names of the mount. */
function withSpelledNames(spelling: Spelling, setting: SettingGroup['settings'][number]) {
  const { boundTo } = setting.schema as { readonly boundTo?: readonly string[] };
  return boundTo ? { ...setting, schema: { ...setting.schema, boundTo: boundTo.map(spelling.encode) } } : setting;
}

// GET /octavo/v1/settings: returns all settings.

const getSiteSettings = ({ site }: SiteSettingsDeps): SiteSettingsOperations['get-site-settings'] => ({
  run: async ({ bypassesCache }) =>
    presentSettings(site, bypassesCache ? await site.settings.readPresented() : site.settings.presented),
});

/** Returns a response with all settings, in which texts are as users have entered them, and the URL of the site. */
function presentSettings({ urls }: SiteSettingsDeps['site'], presented: PresentedSettings): Outcome<never> {
  const values = Object.entries(presented).map(([name, value]) => [
    name,
    escapedSettings.includes(name) && typeof value === 'string' ? htmlToPlainText(value) : value,
  ]);
  const value = { ...Object.fromEntries(values), url: urls.home };
  return { kind: 'value', value, stateOf: value };
}

// POST, PUT and PATCH /octavo/v1/settings: update the submitted settings.

/**
 * Updates all submitted settings or none, and responds with all settings. Throws ApiError 400 `rest_invalid_param` with a message for each
 * setting whose value is not accepted.
 */
const updateSiteSettings = (deps: SiteSettingsDeps): SiteSettingsOperations['update-site-settings'] => ({
  async run(call) {
    const { site } = deps;
    const errors = await findErrors(deps, call);
    if (Object.keys(errors).length > 0) throw invalidSettings(errors);
    await site.settings.set(toChanges(call), recordSettingsEvent(site.clock, call), call.requireMatch);
    return presentSettings(site, site.settings.presented);
  },
});

/** Returns a message for each submitted setting whose value is not accepted. */
async function findErrors({ contract, database }: SiteSettingsDeps, call: UpdateCall): Promise<Record<string, string>> {
  const taken = findTakenSegments(contract);
  const errors: Record<string, string> = {};
  for (const name of neverNull) if (call.nulls.has(name)) errors[name] = 'This setting is required.';
  for (const [name, value] of Object.entries(call.args)) {
    if (!isSetting(name)) continue;
    const error = findValueError(name, value, taken);
    const message =
      error === undefined ? await findReferenceError(database.read, name, Number(value)) : `${name} ${error}.`;
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}

function invalidSettings(errors: Readonly<Record<string, string>>): ApiError {
  return new ApiError('rest_invalid_param', 400, `Invalid parameters: ${Object.keys(errors).join(', ')}.`, {
    data: { params: errors },
  });
}

/** Returns the settings to store; null for those to reset. */
function toChanges({ args, nulls }: UpdateCall): SettingChanges {
  const normalize = <K extends SettingName>(name: K, values: Partial<SettingValues>) => {
    const value = values[name];
    return value === undefined ? undefined : normalizeSetting(name, value);
  };
  const submitted = Object.keys(args).filter(isSetting);
  return Object.fromEntries([
    ...submitted.map((name) => [name, normalize(name, args as Partial<SettingValues>)] as const),
    ...[...nulls].filter(isSetting).map((name) => [name, null] as const),
  ]);
}
