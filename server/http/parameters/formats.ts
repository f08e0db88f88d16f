// Validates string formats (protocol.md §4.5). All regular expressions run in linear time on any input.
import { isIPv6 } from 'node:net';
import { type ValidationError, validationError } from './validation-error.ts';

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d)(?::(\d\d))?)?$/;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (daysOfMonth[month - 1] ?? 0));

/** Whether a string is a timestamp `YYYY-MM-DDThh:mm:ss` with optional fraction and zone, on an existing day (decision 10). */
export function isDateTime(text: string): boolean {
  const parts = dateTime.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (day < 1 || day > daysIn(year, month)) return false;
  return hour < 24 && minute < 60 && second < 60 && zoneHour < 24 && zoneMinute < 60;
}

const localPart = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+$/;

/** Whether a string is an email address of at least six characters, with a dot in its domain. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length < 6 || at < 1 || !localPart.test(text.slice(0, at))) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((each) => isLabel(each));
}

// The hyphens at the ends are checked separately, since one expression for all would backtrack.
const isLabel = (text: string) => /^[a-zA-Z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');

const byte = '(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);

/** Whether a string is an IPv4 address (leading zeros are allowed) or an IPv6 address without a zone. */
export const isIp = (text: string): boolean => ipv4.test(text) || (!text.includes('%') && isIPv6(text));

/** Whether a string is a lowercase UUID of any version. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Whether a string is `#` followed by three or six hexadecimal digits. */
export const isHexColor = (text: string): boolean => /^#(?:[\da-fA-F]{3}|[\da-fA-F]{6})$/.test(text);

const formats = new Map<string, { matches: (text: string) => boolean; code: string; description: string }>([
  [
    'date-time',
    { matches: isDateTime, code: 'rest_invalid_date', description: 'a date and time such as 2026-01-31T08:30:00' },
  ],
  ['email', { matches: isEmail, code: 'rest_invalid_email', description: 'an email address' }],
  ['ip', { matches: isIp, code: 'rest_invalid_ip', description: 'an IP address' }],
  ['uuid', { matches: isUuid, code: 'rest_invalid_uuid', description: 'a UUID in lower case' }],
  [
    'hex-color',
    { matches: isHexColor, code: 'rest_invalid_hex_color', description: 'a color such as #08f or #0088ff' },
  ],
]);

/** Returns the error for a string that does not match a format, else undefined. Unknown formats accept every string. */
export function validateFormat(format: string, text: string, param: string): ValidationError | undefined {
  const rule = formats.get(format);
  if (rule === undefined || rule.matches(text)) return undefined;
  return validationError(rule.code, `${param} must be ${rule.description}.`).error;
}

/** URL schemes that are allowed by default. */
const safeSchemes: ReadonlySet<string> = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
);

// Characters that are removed from URLs, including backslashes and control characters.
const unsafe = /[^a-zA-Z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/gu;

/**
 * Returns a corrected URL (protocol.md §4.5, uri): `http://` is prepended if it has no scheme and does not begin with `/`, `#` or `?`,
 * leading whitespace and unsafe characters are removed, and other spaces become `%20`. Returns an empty string if its scheme is not
 * allowed.
 */
export function cleanUri(value: string, allowedSchemes: ReadonlySet<string> = safeSchemes): string {
  const text = value.trimStart().replaceAll(' ', '%20').replace(unsafe, '');
  if (text === '' || /^[/#?]/.test(text)) return text;
  const scheme = /^([^/?#:]*):/.exec(text)?.[1];
  if (scheme === undefined) return `http://${text}`;
  return allowedSchemes.has(scheme.toLowerCase()) ? text : '';
}
