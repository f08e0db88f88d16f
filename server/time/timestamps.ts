// Parses submitted timestamps (posts-and-pages.md §6).
import { toGmt, toSiteTime } from './zone.ts';

/** A timestamp in site time and in GMT, `YYYY-MM-DDTHH:MM:SS`. */
export interface Timestamps {
  readonly site: string;
  readonly gmt: string;
}

/**
 * Returns a submitted timestamp in site time and in GMT (posts-and-pages.md §6).
 *
 * A fraction is dropped. A timestamp with `Z`, `±hh` or `±hh:mm` is converted; a timestamp without a zone is in site time, or in GMT if
 * `unzoned` is `gmt` (the `_gmt` fields). The text must already have been validated with the format `date-time`. Throws RangeError for an
 * unknown zone.
 */
export function parseTimestamp(text: string, siteZone: string, unzoned: 'site' | 'gmt' = 'site'): Timestamps {
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
