// Formats dates for people.

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a local date of the site (`2026-01-31T12:00:00`), without converting it to the time zone of the browser. */
export const formatDate = (date: string): string => dateAndTime.format(new Date(`${date}Z`));

const localTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a time, in milliseconds, in the time zone of the browser. */
export const formatTime = (time: number): string => localTime.format(time);

/** Formats a time in GMT (`2026-01-31T12:00:00`) in the time zone of the browser. */
export const formatGmt = (time: string): string => formatTime(Date.parse(`${time.replace(/(?:Z|\+00:00)$/, '')}Z`));
