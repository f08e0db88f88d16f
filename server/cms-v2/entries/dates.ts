// Resolves the publication dates of entries (posts-and-pages.md §6).
import { ApiError } from '../../api-error.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { toSiteTime } from '../../time/zone.ts';
import type { EntryInput } from './entry-args.ts';
import { isUnnamedStatus } from './slugs.ts';

/** A date in site time and in GMT. `date_gmt` is null for a floating date, which is set when the entry is published. */
export interface EntryDate {
  readonly date: string;
  readonly date_gmt: string | null;
}

/** Input that determines the date of an entry. */
export interface DateInput {
  readonly args: Pick<EntryInput, 'date' | 'date_gmt'>;
  /** Whether `date` or `date_gmt` was submitted as null, which discards the stored date. */
  readonly discardStored: boolean;
  readonly before: EntryDate | undefined;
  readonly state: string;
  /** The current time in GMT. */
  readonly now: string;
  /** The time zone of the site. */
  readonly zone: string;
}

/**
 * Returns the date of an entry to be saved. While an entry without a date is a draft, pending or in the trash, its date is floating.
 *
 * Throws ApiError 400 `invalid_date` for the year 0, which does not exist (posts-and-pages.md §4).
 */
export function entryDate({ args, discardStored, before, state, now, zone }: DateInput): EntryDate {
  const submitted = submittedDate(args, zone);
  if (submitted) return submitted;
  if (before?.date_gmt && !discardStored) return { date: before.date, date_gmt: before.date_gmt };
  const isFloating = isUnnamedStatus(state) || state === 'trash';
  return { date: toSiteTime(now, zone), date_gmt: isFloating ? null : now };
}

function submittedDate({ date, date_gmt }: DateInput['args'], zone: string): EntryDate | undefined {
  const text = date ?? date_gmt;
  if (text === undefined) return undefined;
  if (text.startsWith('0000')) throw new ApiError('invalid_date', 400, 'Invalid date: there is no year 0.');
  const timestamp = parseTimestamp(text, zone, date === undefined ? 'gmt' : 'site');
  return { date: timestamp.site, date_gmt: timestamp.gmt };
}

/** Minimum time from now to the date of a scheduled entry, in milliseconds. */
const minLeadMs = 60_000;

/** Returns `future` or `publish` for a published or scheduled entry, depending on its date. Other statuses do not change. */
export function statusByDate(state: string, gmt: string | null, now: string): string {
  if (state !== 'publish' && state !== 'future') return state;
  const leadMs = Date.parse(`${gmt ?? now}Z`) - Date.parse(`${now}Z`);
  return leadMs >= minLeadMs ? 'future' : 'publish';
}
