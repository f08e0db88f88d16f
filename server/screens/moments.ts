// Moments as people read them.
import { toSiteTime } from '../time/zone.ts';
import { html, type Markup } from './html.ts';

const readable = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment of GMT in the time of the site's zone. */
export const moment = (gmt: string, zone: string): Markup =>
  html`<time datetime="${gmt}Z">${readable.format(new Date(`${toSiteTime(gmt, zone)}Z`))}</time>`;
