// The site's time and GMT (posts-and-pages.md §6). Moments are texts `YYYY-MM-DDTHH:MM:SS`, as they are stored and shown.
//
// A zone is the name of one (`Europe/Berlin`), a fixed offset (`+02:00`), or the empty text, which means UTC.
import { fixedOffset, offsetAt } from './zone-offsets.ts';

/** The present, in milliseconds since 1970. */
export type Clock = () => number;

const utcNames: ReadonlySet<string> = new Set(['', 'UTC', 'GMT', 'Etc/UTC', '+00:00']);

const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59Z');
const day = 86_400_000;

/** Whether this is a zone that the functions here understand: a name in its own spelling, an offset, or nothing. */
export function isZone(name: string): boolean {
  if (utcNames.has(name) || fixedOffset(name) !== undefined) return true;
  try {
    const known = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    return /^[A-Z]/.test(name) && (known === name || known.toLowerCase() !== name.toLowerCase());
  } catch {
    return false;
  }
}

/** The clock's moment in GMT. */
export const now = (clock: Clock): string => textOf(clock());

/** What clocks at the site show at a moment of GMT. Throws RangeError for a zone that does not exist. */
export function toSiteTime(gmt: string, zone: string): string {
  if (utcNames.has(zone)) return gmt;
  const moment = millisecondsOf(gmt);
  return textOf(moment + offsetAt(moment, zone));
}

/**
 * The moment of GMT at which clocks at the site show a time. Throws RangeError for a zone that does not exist.
 *
 * An hour that clocks show twice is taken the first time; an hour that they skip is counted on from before the skip, so
 * that 02:30 on the night summer time begins is the moment then called 03:30.
 */
export function toGmt(site: string, zone: string): string {
  if (utcNames.has(zone)) return site;
  const shown = millisecondsOf(site);
  const before = offsetAt(shown - day, zone);
  const after = offsetAt(shown + day, zone);
  const fitting = [before, after].filter((offset) => offsetAt(shown - offset, zone) === offset);
  return textOf(shown - (fitting.length === 0 ? before : Math.max(...fitting)));
}

const millisecondsOf = (text: string) => Date.parse(`${text}Z`);

// A moment that its zone carries out of the years 0 to 9999 stays at the edge: stored texts are ordered as texts.
const textOf = (milliseconds: number) =>
  new Date(Math.max(first, Math.min(last, milliseconds))).toISOString().slice(0, 19);
