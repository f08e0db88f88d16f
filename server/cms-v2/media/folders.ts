// Determines the folder of a new file: the year and the month (media-fonts-and-oembed.md, A3, `post`).
import { now, toSiteTime } from '../../time/zone.ts';
import type { MediaDeps } from './deps.ts';
import type { ParentEntry } from './rows.ts';

const folderOfDate = (date: string) => `${date.slice(0, 4)}/${date.slice(5, 7)}/`;

/** Returns the folder of the current month in the timezone of the site. */
export const folderOfNow = ({ entries: { site } }: MediaDeps): string =>
  folderOfDate(toSiteTime(now(site.clock), site.settings.values.timezone));

/**
 * Returns the folder for the date of the parent entry. Without a parent entry, or if it is a page, returns the folder of the
 * current month.
 */
export const folderOfUpload = (deps: MediaDeps, parent: ParentEntry | undefined): string =>
  parent && parent.type !== 'page' ? folderOfDate(parent.date) : folderOfNow(deps);
