// Renders timestamps as HTML.
import { toSiteTime } from '../time/zone.ts';
import { html, type Markup } from './html.ts';

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Returns a `time` element that displays a GMT timestamp in the site's time zone. */
export const timeElement = (gmt: string, zone: string): Markup =>
  html`<time datetime="${gmt}Z">${dateTimeFormat.format(new Date(`${toSiteTime(gmt, zone)}Z`))}</time>`;
