// Converts between site time and GMT (posts-and-pages.md §6). Timestamps are strings `YYYY-MM-DDTHH:MM:SS`, as they are stored
// and presented.
//
// A zone is a name (`Europe/Berlin`), a fixed offset (`+02:00`), or the empty string, which means UTC.
import { fixedOffset, offsetAt } from './zone-offsets.ts';

/** Returns the current time, in milliseconds since 1970. */
export type Clock = () => number;

const utcNames: ReadonlySet<string> = new Set(['', 'UTC', 'GMT', 'Etc/UTC', '+00:00']);

const minTime = Date.parse('0000-01-01T00:00:00Z');
const maxTime = Date.parse('9999-12-31T23:59:59Z');
const dayMs = 86_400_000;

/** Returns whether a string is a supported zone: a name in its exact spelling, an offset, or empty. */
export function isZone(name: string): boolean {
  if (utcNames.has(name) || fixedOffset(name) !== undefined) return true;
  try {
    const known = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    return /^[A-Z]/.test(name) && (known === name || known.toLowerCase() !== name.toLowerCase());
  } catch {
    return false;
  }
}

/** Returns the clock's current time in GMT. */
export const now = (clock: Clock): string => formatTimestamp(clock());

/** Converts GMT to site time. Throws RangeError for an unknown zone. */
export function toSiteTime(gmt: string, zone: string): string {
  if (utcNames.has(zone)) return gmt;
  const time = millisecondsOf(gmt);
  return formatTimestamp(time + offsetAt(time, zone));
}

/**
 * Converts site time to GMT. Throws RangeError for an unknown zone.
 *
 * A time that clocks show twice is interpreted as the first one. A time that they skip is converted with the offset before the skip, so
 * that 02:30 in the night in which summer time begins is the same as 03:30.
 */
export function toGmt(site: string, zone: string): string {
  if (utcNames.has(zone)) return site;
  const localTime = millisecondsOf(site);
  const before = offsetAt(localTime - dayMs, zone);
  const after = offsetAt(localTime + dayMs, zone);
  const matchingOffsets = [before, after].filter((offset) => offsetAt(localTime - offset, zone) === offset);
  return formatTimestamp(localTime - (matchingOffsets.length === 0 ? before : Math.max(...matchingOffsets)));
}

const millisecondsOf = (text: string) => Date.parse(`${text}Z`);

/** Returns a time in milliseconds since 1970 as a timestamp in GMT; null for 0. */
export const timestampOrNull = (milliseconds: number): string | null =>
  milliseconds === 0 ? null : formatTimestamp(milliseconds);

/**
 * Returns a time in milliseconds since 1970 as a timestamp, `YYYY-MM-DDTHH:MM:SS` in GMT. A time outside of the years 0 to 9999 is clamped,
 * because stored timestamps are sorted as strings.
 */
export const formatTimestamp = (milliseconds: number): string =>
  new Date(Math.max(minTime, Math.min(maxTime, milliseconds))).toISOString().slice(0, 19);
