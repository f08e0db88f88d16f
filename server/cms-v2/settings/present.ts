// The settings as answers show them (protocol.md §19).
import { settingFields } from '../../../contract/cms-v2/settings.ts';
import type { Outcome } from '../../http/room.ts';
import type { SettingsParts } from './parts.ts';

/** All settings by their names; the address of the site is configured, not set. */
export function presentSettings({ settings, site }: SettingsParts): Outcome {
  const shown: Readonly<Record<string, unknown>> = { ...settings.shown, url: site.home };
  const value = Object.fromEntries(Object.keys(settingFields).map((name) => [name, shown[name]]));
  return { kind: 'value', value, stateOf: value };
}
