// The settings of fonts: a text in JSON is read, tested by its schema and cleaned (media-fonts-and-oembed.md, B1, B2).
import type { TSchema } from '../../../contract/grammar/schema.ts';
import { check } from '../../http/parameters/check.ts';
import { type Fault, fault, type Verdict } from '../../http/parameters/faults.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import { plainText } from '../../rendering/sanitise/names.ts';

/** The longest text of settings. Characters. */
const longest = 100_000;

/** A fault of the settings, whose data tell the status before anything else (B1). */
export const settingsFault = (message: string, code = 'rest_invalid_param') => fault(code, message, { status: 400 });

/** What the text of settings says; its form is not tested yet. */
export function parseSettings(value: unknown, name: string, parameter: TSchema): Verdict {
  const text = check(parameter, value, name);
  if ('fault' in text) return text;
  if (String(text.value).length > longest)
    return settingsFault(`${name} must have at most ${longest} characters.`, 'rest_too_long');
  const parsed = parsedOf(String(text.value));
  return parsed === null ? settingsFault(`${name} must be a text in JSON.`) : { value: parsed };
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Tests parsed settings by their schema. */
export function testSettings(settings: unknown, name: string, schema: TSchema): Verdict {
  const verdict = check(schema, settings, name);
  return 'value' in verdict ? verdict : { fault: withStatus(verdict.fault) };
}

const withStatus = ({ data, ...fault }: Fault): Fault => ({
  ...fault,
  data: { status: 400 },
  ...(data !== null && { additional_data: [data] }),
});

/** The first of the members that must not be empty and yet is. */
export const emptyAmong = (settings: object, names: readonly string[]): string | undefined =>
  names.find((name) => (settings as Readonly<Record<string, unknown>>)[name] === '');

/**
 * The names of families as style sheets hold them: each that is no plain word between double quotes, none empty. What
 * could end the quotes is taken out.
 */
export const cleanFontFamily = (sent: string): string =>
  plainText(sent)
    .split(',')
    .map((name) => quoted(name.trim()))
    .filter((name) => name !== '')
    .join(', ');

function quoted(name: string): string {
  if (name === '' || /^[a-z-]+$/i.test(name) || /^generic\([a-z-]+\)$/i.test(name)) return name;
  const bare = name
    .replace(/^["']+|["']+$/g, '')
    .replace(/["\\]/g, '')
    .trim();
  return bare === '' ? '' : `"${bare}"`;
}

/** The address of a picture; empty where the text is none. */
export function cleanPreview(sent: string): string {
  const address = sent.trim();
  return /^https?:\/\/[^/]/i.test(address) || address.startsWith('/') ? cleanUri(address) : '';
}
