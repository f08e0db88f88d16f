// The formats of texts (protocol.md §4.5). All expressions read their text once, however it is made.
import { isIPv6 } from 'node:net';
import { type Fault, fault } from './faults.ts';

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d)(?::(\d\d))?)?$/;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (daysOfMonth[month - 1] ?? 0));

/** A moment as `YYYY-MM-DDThh:mm:ss` with optional fraction and zone, on a day the calendar has (decision 10). */
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

/** An address of electronic mail, of at least six characters, in a domain with a dot. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length < 6 || at < 1 || !localPart.test(text.slice(0, at))) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((each) => isLabel(each));
}

// The last character is looked at by itself: an expression that ends so would try every hyphen as the end.
const isLabel = (text: string) => /^[a-zA-Z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');

const byte = '(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);

/** Four dotted numbers up to 255, leading zeros allowed, or an IPv6 address without a zone. */
export const isIp = (text: string): boolean => ipv4.test(text) || (!text.includes('%') && isIPv6(text));

/** Lower-case hexadecimal digits in groups of 8, 4, 4, 4 and 12; any version. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** `#` and three or six hexadecimal digits. */
export const isHexColor = (text: string): boolean => /^#(?:[\da-fA-F]{3}|[\da-fA-F]{6})$/.test(text);

const formats = new Map<string, { fits: (text: string) => boolean; code: string; what: string }>([
  ['date-time', { fits: isDateTime, code: 'rest_invalid_date', what: 'a moment such as 2026-01-31T08:30:00' }],
  ['email', { fits: isEmail, code: 'rest_invalid_email', what: 'an e-mail address' }],
  ['ip', { fits: isIp, code: 'rest_invalid_ip', what: 'an IP address' }],
  ['uuid', { fits: isUuid, code: 'rest_invalid_uuid', what: 'a UUID in lower case' }],
  ['hex-color', { fits: isHexColor, code: 'rest_invalid_hex_color', what: 'a colour such as #08f or #0088ff' }],
]);

/** What is wrong with a text of a format, or nothing; formats without a check let everything through. */
export function formatFault(format: string, text: string, param: string): Fault | undefined {
  const rule = formats.get(format);
  if (rule === undefined || rule.fits(text)) return undefined;
  return fault(rule.code, `${param} must be ${rule.what}.`).fault;
}

/** The schemes an address may have where nothing else is said. */
export const safeSchemes: ReadonlySet<string> = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
);

// What an address may consist of; everything else, backslashes and control characters included, is dropped.
const unsafe = /[^a-zA-Z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10ffff}]/gu;

/**
 * An address put right (protocol.md §4.5, uri): `http://` in front when it has no scheme and does not begin with `/`,
 * `#` or `?`; blanks as `%20`; unsafe characters dropped. Empty when its scheme is not allowed.
 */
export function cleanUri(value: string, allowedSchemes: ReadonlySet<string> = safeSchemes): string {
  const text = value.trimStart().replaceAll(' ', '%20').replace(unsafe, '');
  if (text === '' || /^[/#?]/.test(text)) return text;
  const scheme = /^([^/?#:]*):/.exec(text)?.[1];
  if (scheme === undefined) return `http://${text}`;
  return allowedSchemes.has(scheme.toLowerCase()) ? text : '';
}
