// Determines the status and the dates of an imported entry (posts-and-pages.md §3, §6).
import { type EntryStatus, entryStatuses } from '../../contract/shared/entry-fields.ts';
import { statusByDate } from '../cms-v2/entries/dates.ts';
import { isUnnamedStatus } from '../cms-v2/entries/slugs.ts';
import { toGmt, toSiteTime } from '../time/zone.ts';
import { metaValue } from './meta.ts';
import { describeItem, type Report } from './report.ts';
import type { WxrItem } from './wxr/records.ts';

const isStatus = (word: string | undefined): word is EntryStatus => entryStatuses.some((state) => state === word);

/**
 * Returns the status of an item, adjusted to its date; `draft` for an unknown status. `rights_status` determines permissions. For a
 * trashed entry, it is the status before the entry was trashed, or `draft` if that status is unknown.
 */
export function statusOf(
  item: WxrItem,
  gmt: string | null,
  now: string,
  report: Report,
): { status: string; rights_status: string } {
  if (item.status === 'trash') {
    const before = metaValue(item, '_wp_trash_meta_status');
    return { status: 'trash', rights_status: isStatus(before) ? before : 'draft' };
  }
  if (!isStatus(item.status))
    report.note(
      `entries with the unknown status ${JSON.stringify(item.status)} imported as drafts`,
      describeItem(item),
    );
  const status = isStatus(item.status) ? statusByDate(item.status, gmt, now) : 'draft';
  return { status, rights_status: status };
}

/** Returns the status of a media item: `inherit` (from its parent) or `private` (media-fonts-and-oembed.md, A5). */
export function statusOfFile({ status }: WxrItem): { status: string; rights_status: string } {
  const fileStatus = status === 'private' ? 'private' : 'inherit';
  return { status: fileStatus, rights_status: fileStatus };
}

/** Publication and modification dates of an entry, in site time and in GMT. */
export interface EntryDates {
  readonly date: string;
  readonly date_gmt: string | null;
  readonly modified: string;
  readonly modified_gmt: string;
}

/**
 * Returns the dates of an item. If one date of a pair (site time, GMT) is missing, it is computed from the other one with the site's
 * time zone; if the publication date is missing in both forms, it is the current time. A draft, a pending entry or an entry with an
 * unknown status has no GMT date if the file contains none. The modification date defaults to the publication date.
 */
export function datesOf(item: WxrItem, now: string, zone: string): EntryDates {
  const { date, date_gmt } = publishedAt(item, now, zone);
  const { modified, modifiedGmt } = item;
  if (modified === null && modifiedGmt === null) {
    return { date, date_gmt, modified: date, modified_gmt: date_gmt ?? toGmt(date, zone) };
  }
  return { date, date_gmt, ...pairOf(modified, modifiedGmt, now, zone, ['modified', 'modified_gmt']) };
}

function publishedAt(item: WxrItem, now: string, zone: string): { date: string; date_gmt: string | null } {
  const isFloating =
    item.dateGmt === null && (isUnnamedStatus(item.status) || !(isStatus(item.status) || item.status === 'inherit'));
  const pair = pairOf(item.date, item.dateGmt, now, zone, ['date', 'date_gmt']);
  return isFloating ? { ...pair, date_gmt: null } : pair;
}

function pairOf<S extends string, G extends string>(
  site: string | null,
  gmt: string | null,
  now: string,
  zone: string,
  [siteName, gmtName]: readonly [S, G],
): Record<S | G, string> {
  const gmtDate = gmt ?? (site === null ? now : toGmt(site, zone));
  return { [siteName]: site ?? toSiteTime(gmtDate, zone), [gmtName]: gmtDate } as Record<S | G, string>;
}
