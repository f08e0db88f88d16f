// The settings of families (media-fonts-and-oembed.md, B1).
import {
  changedFamilySettings,
  type FontFamilySettings,
  neededOfFamily,
  newFamilySettings,
} from '../../../contract/cms-v2/font-families.ts';
import type { Verdict } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import { plainText } from '../../rendering/sanitise/names.ts';
import { toSlug } from '../../rendering/slug.ts';
import { cleanFontFamily, cleanPreview, emptyAmong, parseSettings, settingsFault, testSettings } from './settings.ts';

/** The checks that declarations of families name; the values they give are the settings, cleaned. */
export const fontFamilyChecks: Record<string, CheckMaker> = {
  'new-font-family': () => (value, name, parameter) => {
    const parsed = parseSettings(value, name, parameter);
    return 'fault' in parsed ? parsed : cleaned(testSettings(parsed.value, name, newFamilySettings), name);
  },
  'changed-font-family': () => (value, name, parameter) => {
    const parsed = parseSettings(value, name, parameter);
    if ('fault' in parsed) return parsed;
    if (Object.hasOwn(Object(parsed.value), 'slug'))
      return settingsFault('The slug of a font family cannot be changed.');
    return cleaned(testSettings(parsed.value, name, changedFamilySettings), name);
  },
};

const cleaners: Readonly<Record<keyof FontFamilySettings, (sent: string) => string>> = {
  name: plainText,
  slug: toSlug,
  fontFamily: cleanFontFamily,
  preview: cleanPreview,
};

function cleaned(tested: Verdict, name: string): Verdict {
  if ('fault' in tested) return tested;
  const members = Object.entries(tested.value as Partial<FontFamilySettings>);
  const settings = Object.fromEntries(
    members.map(([member, sent]) => [member, cleaners[member as keyof FontFamilySettings](sent ?? '')]),
  );
  const empty = emptyAmong(settings, neededOfFamily);
  return empty === undefined ? { value: settings } : settingsFault(`${name} must say something as ${empty}.`);
}
