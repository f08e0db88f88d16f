// When an entry is published (posts-and-pages.md §6).
import { Refusal } from '../../refusal.ts';
import { readMoment } from '../../time/moment.ts';
import { toSiteTime } from '../../time/zone.ts';
import type { EntryArgs } from './entry-args.ts';
import { isUnnamedState } from './slugs.ts';

/** A date in site time, and in GMT: null for a floating date. */
export interface EntryDate {
  readonly date: string;
  readonly date_gmt: string | null;
}

/** What decides on an entry's date. */
export interface DateWish {
  readonly args: Pick<EntryArgs, 'date' | 'date_gmt'>;
  /** `date` or `date_gmt` was sent as null: what was set is forgotten. */
  readonly forget: boolean;
  readonly before: EntryDate | undefined;
  readonly state: string;
  /** The present moment in GMT, and the site's time zone. */
  readonly now: string;
  readonly zone: string;
}

/**
 * The date of an entry as it is saved. A date that was never given floats as long as the entry is a draft.
 *
 * Throws Refusal 400 `invalid_date` for the year 0, which no calendar has (posts-and-pages.md §4).
 */
export function entryDate({ args, forget, before, state, now, zone }: DateWish): EntryDate {
  const given = givenDate(args, zone);
  if (given) return given;
  if (before?.date_gmt && !forget) return { date: before.date, date_gmt: before.date_gmt };
  const floats = isUnnamedState(state) || state === 'trash';
  return { date: toSiteTime(now, zone), date_gmt: floats ? null : now };
}

function givenDate({ date, date_gmt }: DateWish['args'], zone: string): EntryDate | undefined {
  const text = date ?? date_gmt;
  if (text === undefined) return undefined;
  if (text.startsWith('0000')) throw new Refusal('invalid_date', 400, 'There is no year 0; send a later date.');
  const moment = readMoment(text, zone, date === undefined ? 'gmt' : 'site');
  return { date: moment.site, date_gmt: moment.gmt };
}

/** An entry whose date is this far ahead is scheduled. Milliseconds. */
const ahead = 60_000;

/** What is published with a date ahead is scheduled, what is scheduled for a date gone by is published. */
export function stateByDate(state: string, gmt: string | null, now: string): string {
  if (state !== 'publish' && state !== 'future') return state;
  const left = Date.parse(`${gmt ?? now}Z`) - Date.parse(`${now}Z`);
  return left >= ahead ? 'future' : 'publish';
}
