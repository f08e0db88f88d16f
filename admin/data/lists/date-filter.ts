// The filter by date: days of the site, both of which are included.
import type { Filter } from '@wordpress/dataviews';

/** The first and the last day, as `2026-01-31`. */
export interface DateRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Whether a text is a day. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Returns the filter of the table for a range; undefined if the range is not limited. */
export function dateFilterOf({ after, before }: DateRange): Filter | undefined {
  if (after !== undefined && before !== undefined)
    return { field: 'date', operator: 'between', value: [after, before] };
  if (after !== undefined) return { field: 'date', operator: 'afterInc', value: after };
  return before === undefined ? undefined : { field: 'date', operator: 'beforeInc', value: before };
}

/** Returns the range of a filter of the table. It is not limited before all days of the filter are entered. */
export function dateRangeOf(filter: Filter | undefined): DateRange {
  const value: unknown = filter?.value;
  if (Array.isArray(value)) {
    const [after, before]: unknown[] = value;
    return isDay(after) && isDay(before) ? { after, before } : {};
  }
  if (!isDay(value)) return {};
  return filter?.operator === 'beforeInc' ? { before: value } : { after: value };
}

/** Returns the last second before a day, in the time of the site: the API lists entries after it, without the limit itself. */
export const endOfPreviousDay = (day: string): string => `${addDays(day, -1)}T23:59:59`;

/** Returns the first second after a day, in the time of the site. */
export const startOfNextDay = (day: string): string => `${addDays(day, 1)}T00:00:00`;

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
