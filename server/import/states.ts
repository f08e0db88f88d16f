// The state and the dates of an entry that comes from a file (posts-and-pages.md §3, §6).
import { type State, states } from '../../contract/shared/entry-fields.ts';
import { stateByDate } from '../cms-v2/entries/dates.ts';
import { isUnnamedState } from '../cms-v2/entries/slugs.ts';
import { toGmt, toSiteTime } from '../time/zone.ts';
import { metaValue } from './meta.ts';
import { describeItem, type Report } from './report.ts';
import type { WxrItem } from './wxr/records.ts';

const isState = (word: string | undefined): word is State => states.some((state) => state === word);

/**
 * The state an item gets: its own, as far as its date allows it, or draft for one that is unknown here. Rights on what
 * is in the trash are judged by the state it had before.
 */
export function stateOf(
  item: WxrItem,
  gmt: string | null,
  now: string,
  report: Report,
): { status: string; rights_status: string } {
  if (item.status === 'trash') {
    const before = metaValue(item, '_wp_trash_meta_status');
    return { status: 'trash', rights_status: isState(before) ? before : 'draft' };
  }
  if (!isState(item.status))
    report.note(`entries in the unknown state ${JSON.stringify(item.status)} taken as drafts`, describeItem(item));
  const status = isState(item.status) ? stateByDate(item.status, gmt, now) : 'draft';
  return { status, rights_status: status };
}

/** A file is seen as what it belongs to, or hidden (media-fonts-and-oembed.md, A5). */
export function stateOfFile({ status }: WxrItem): { status: string; rights_status: string } {
  const own = status === 'private' ? 'private' : 'inherit';
  return { status: own, rights_status: own };
}

export interface EntryDates {
  readonly date: string;
  readonly date_gmt: string | null;
  readonly modified: string;
  readonly modified_gmt: string;
}

/**
 * The dates of an item as the file has them; of a pair of which the file has one, the other is made with the site's time
 * zone. Drafts without a date in GMT keep a floating one, and what was never changed counts as changed at its date.
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
  const floats =
    item.dateGmt === null && (isUnnamedState(item.status) || !(isState(item.status) || item.status === 'inherit'));
  const pair = pairOf(item.date, item.dateGmt, now, zone, ['date', 'date_gmt']);
  return floats ? { ...pair, date_gmt: null } : pair;
}

function pairOf<S extends string, G extends string>(
  site: string | null,
  gmt: string | null,
  now: string,
  zone: string,
  [siteName, gmtName]: readonly [S, G],
): Record<S | G, string> {
  const moment = gmt ?? (site === null ? now : toGmt(site, zone));
  return { [siteName]: site ?? toSiteTime(moment, zone), [gmtName]: moment } as Record<S | G, string>;
}
