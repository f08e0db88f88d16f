// Formats dates for people, in the language of the admin.
import { formatLanguage } from './format-language.ts';

const styles = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Formatters by their time zones; undefined is that of the browser. They are created when the language is known. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

function formatterOf(timeZone?: string): Intl.DateTimeFormat {
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat(formatLanguage(), { ...styles, timeZone });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Formats a local date of the site (`2026-01-31T12:00:00`), without converting it to the time zone of the browser. */
export const formatDate = (date: string): string => formatterOf('UTC').format(new Date(`${date}Z`));

/** Formats a time, in milliseconds, in the time zone of the browser. */
export const formatTime = (time: number): string => formatterOf().format(time);

/** Formats a time in GMT (`2026-01-31T12:00:00`) in the time zone of the browser. */
export const formatGmt = (time: string): string => formatTime(Date.parse(`${time.replace(/(?:Z|\+00:00)$/, '')}Z`));
