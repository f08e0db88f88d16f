// Validates and cleans the settings of font families (media-fonts-and-oembed.md, B1).
import {
  changedFamilySettings,
  newFamilySettings,
  requiredFamilySettings,
} from '../../../contract/cms-v2/font-families.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import type { ValidationResult } from '../../http/parameters/validation-error.ts';
import { toSingleLineText } from '../../rendering/sanitise/names.ts';
import { toSlug } from '../../rendering/slug.ts';
import {
  cleanFontFamily,
  cleanPreview,
  findEmptyProperty,
  parseSettings,
  settingsError,
  type ValidatedSettings,
  validateSettings,
} from './settings.ts';

/** Parameter checks, keyed by the names that the contract uses. They return the cleaned settings. */
export const fontFamilyChecks: Record<string, ParameterCheckFactory> = {
  'new-font-family': () => (value, name, parameter) => {
    const parsed = parseSettings(value, name, parameter);
    return 'error' in parsed ? parsed : cleanResult(validateSettings(parsed.value, name, newFamilySettings), name);
  },
  'changed-font-family': () => (value, name, parameter) => {
    const parsed = parseSettings(value, name, parameter);
    if ('error' in parsed) return parsed;
    if (Object.hasOwn(Object(parsed.value), 'slug'))
      return settingsError('The slug of a font family cannot be changed.');
    return cleanResult(validateSettings(parsed.value, name, changedFamilySettings), name);
  },
};

const cleaners: Readonly<Record<string, (value: string) => string>> = {
  slug: toSlug,
  fontFamily: cleanFontFamily,
  preview: cleanPreview,
};

function cleanResult(result: ValidatedSettings, name: string): ValidationResult {
  if ('error' in result) return result;
  const properties = Object.entries(result.value);
  const settings = Object.fromEntries(
    properties.map(([property, value]) => [property, (cleaners[property] ?? toSingleLineText)(String(value))]),
  );
  const emptyProperty = findEmptyProperty(settings, requiredFamilySettings);
  return emptyProperty === undefined
    ? { value: settings }
    : settingsError(`${name}.${emptyProperty} must not be empty.`);
}
