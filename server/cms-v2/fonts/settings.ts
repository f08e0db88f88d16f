// Parses, validates and cleans the JSON settings of fonts (media-fonts-and-oembed.md, B1, B2).
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from '../../http/parameters/check.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import {
  type InvalidResult,
  type ValidationError,
  type ValidationResult,
  validationError,
} from '../../http/parameters/validation-error.ts';
import { toSingleLineText } from '../../rendering/sanitise/names.ts';
import { toSlug } from '../../rendering/slug.ts';

/** Maximum length of the submitted JSON settings, in characters. */
const maxSettingsLength = 100_000;

/** Returns a validation error whose `data` has `status` as its first property (B1). */
export const settingsError = (message: string, code = 'rest_invalid_param') =>
  validationError(code, message, { status: 400 });

/**
 * Parses settings without validating their structure. Returns an error if the value is too long, not valid JSON, or
 * `null`.
 */
export function parseSettings(value: unknown, name: string, parameter: TSchema): ValidationResult {
  const text = check(parameter, value, name);
  if ('error' in text) return text;
  if (String(text.value).length > maxSettingsLength)
    return settingsError(`${name} must have at most ${maxSettingsLength} characters.`, 'rest_too_long');
  const parsed = parseJson(String(text.value));
  return parsed === null ? settingsError(`${name} must be valid JSON.`) : { value: parsed };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The result of validating settings: the properties with converted values, or the error. */
export type ValidatedSettings = { readonly value: Readonly<Record<string, unknown>> } | InvalidResult;

/** Validates parsed settings against their schema, which must be that of an object. */
export function validateSettings(settings: unknown, name: string, schema: TSchema): ValidatedSettings {
  const result = check(schema, settings, name);
  if ('error' in result) return { error: addStatus(result.error) };
  if (!isObject(result.value)) throw new Error('the schema of the settings accepts a value that is not an object');
  return { value: result.value };
}

const addStatus = ({ data, ...validationError }: ValidationError): ValidationError => ({
  ...validationError,
  data: { status: 400 },
  ...(data !== null && { additional_data: [data] }),
});

/** Returns the first of these names whose property is an empty string; undefined if there is none. */
export const findEmptyProperty = (
  settings: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | undefined => names.find((name) => settings[name] === '');

/**
 * Cleans a comma-separated list of font family names for CSS. Names other than plain identifiers and `generic(…)` are enclosed in
 * double quotes, after double quotes and backslashes have been removed from them. Empty names are omitted.
 */
export const cleanFontFamily = (value: string): string =>
  toSingleLineText(value)
    .split(',')
    .map((name) => quoteName(name.trim()))
    .filter((name) => name !== '')
    .join(', ');

function quoteName(name: string): string {
  if (name === '' || /^[a-z-]+$/i.test(name) || /^generic\([a-z-]+\)$/i.test(name)) return name;
  const unquoted = name
    .replace(/^["']+|["']+$/g, '')
    .replace(/["\\]/g, '')
    .trim();
  return unquoted === '' ? '' : `"${unquoted}"`;
}

/** Returns the cleaned URL of a preview image; an empty string unless it is an http or https URL with a host or begins with `/`. */
export function cleanPreview(value: string): string {
  const url = value.trim();
  return /^https?:\/\/[^/]/i.test(url) || url.startsWith('/') ? cleanUri(url) : '';
}

const cleaners: Readonly<Record<string, (value: string) => string>> = {
  slug: toSlug,
  fontFamily: cleanFontFamily,
  preview: cleanPreview,
};

/** Returns the settings as cleaned text. */
export const cleanSettings = (settings: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, (cleaners[name] ?? toSingleLineText)(String(value))]),
  );
