// Renders timestamps as HTML.
import { toSiteTime } from '../time/zone.ts';
import { html, type Markup } from './html.ts';

/** Created at the first use, because this takes several milliseconds. */
let dateTimeFormat: Intl.DateTimeFormat | undefined;

function formatDateTime(date: Date): string {
  dateTimeFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return dateTimeFormat.format(date);
}

/** Returns a `time` element that displays a GMT timestamp in the site's time zone. */
export const timeElement = (gmt: string, zone: string): Markup =>
  html`<time datetime="${gmt}Z">${formatDateTime(new Date(`${toSiteTime(gmt, zone)}Z`))}</time>`;
