// Presents the settings (protocol.md §19).
import { settingFields } from '../../../contract/cms-v2/settings.ts';
import type { Outcome } from '../../http/module.ts';
import type { SettingsDeps } from './deps.ts';

/**
 * Returns a response with all settings, keyed by name. The URL of the site comes from the configuration and cannot be changed by
 * requests.
 */
export function presentSettings({ settings, site }: SettingsDeps): Outcome<never> {
  const allValues: Readonly<Record<string, unknown>> = { ...settings.presented, url: site.home };
  const value = Object.fromEntries(Object.keys(settingFields).map((name) => [name, allValues[name]]));
  return { kind: 'value', value, stateOf: value };
}
