// Moments as callers write them (posts-and-pages.md §6).
import { toGmt, toSiteTime } from './zone.ts';

/** One moment in both of its forms, `YYYY-MM-DDTHH:MM:SS`. */
export interface Moment {
  readonly site: string;
  readonly gmt: string;
}

/**
 * A moment that a caller wrote, in the site's time and in GMT (posts-and-pages.md §6).
 *
 * A fraction is dropped. A text with `Z`, `±hh` or `±hh:mm` is converted; one without is in the site's time, or in GMT
 * where `unzoned` says so (the `_gmt` fields). Expects a text of the format date-time; throws RangeError for others.
 */
export function readMoment(text: string, siteZone: string, unzoned: 'site' | 'gmt' = 'site'): Moment {
  const plain = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  const zone = /(?:Z|[+-]\d\d(?::\d\d)?)$/.exec(text.slice(19))?.[0];
  const gmt = toGmt(plain, zone === undefined ? unzonedIn(siteZone, unzoned) : fullOffset(zone));
  return { site: toSiteTime(gmt, siteZone), gmt };
}

const unzonedIn = (siteZone: string, unzoned: 'site' | 'gmt') => (unzoned === 'gmt' ? '' : siteZone);

function fullOffset(zone: string): string {
  if (zone === 'Z') return '';
  return zone.length === 3 ? `${zone}:00` : zone;
}
