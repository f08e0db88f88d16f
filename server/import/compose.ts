// From an item of the file to the entry that is stored, nothing written yet.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { formats } from '../../contract/shared/entry-fields.ts';
import type { ComposedEntry } from '../cms-v2/entries/compose-entry.ts';
import { madeOf } from '../cms-v2/entries/texts.ts';
import { now } from '../time/zone.ts';
import { fileAddress, typeOfAddress } from './attachments.ts';
import { metaValue, storedMeta } from './meta.ts';
import { describeItem, type Report } from './report.ts';
import type { Batch } from './run.ts';
import { datesOf, stateOf, stateOfFile } from './states.ts';
import type { WxrItem } from './wxr/records.ts';

/** The entry that an item becomes. The texts are those of the file to the letter. */
export function composeItem(
  batch: Batch,
  type: ContentType,
  item: WxrItem,
  place: { author: number; parent: number },
): ComposedEntry {
  const { run, report } = batch;
  const { title, content, excerpt } = item;
  const texts = { title, content, excerpt };
  const dates = datesOf(item, now(run.service.clock), run.settings.timezone);
  const { status, rights_status } =
    type.servedAs === 'media' ? stateOfFile(item) : stateOf(item, dates.date_gmt, now(run.service.clock), report);
  const password = status === 'private' ? '' : item.password;
  return {
    ...texts,
    ...madeOf(texts),
    ...dates,
    ...place,
    ...discussionOf(batch, type, item),
    type: type.name,
    status,
    rights_status,
    password,
    sticky: isSticky(type, item, { status, password }, report) ? 1 : 0,
    menu_order: item.menuOrder,
    template: templateOf(item),
    format: type.servedAs === 'media' ? typeOfAddress(fileAddress(item) ?? '') : formatOf(type, item, report),
    featured_media: 0,
    guid: item.guid,
    meta: storedMeta(batch, type, item),
    theme: '',
    revision_count: 0,
    latest_revision: 0,
  };
}

/** What sticks has no password and is not in the trash (posts-and-pages.md §8, §13). */
function isSticky(
  type: ContentType,
  item: WxrItem,
  { status, password }: { status: string; password: string },
  report: Report,
): boolean {
  if (!item.sticky || !type.supports.includes('sticky') || status === 'trash') return false;
  if (password !== '')
    report.note(`${type.noun.many} no longer sticky because they have a password`, describeItem(item));
  return password === '';
}

function discussionOf({ run }: Batch, type: ContentType, item: WxrItem) {
  const { default_comment_status, default_ping_status } = run.settings;
  const closed = type.discussion === 'closed';
  const either = (word: string, start: 'open' | 'closed') =>
    word === 'open' || word === 'closed' ? word : closed ? 'closed' : start;
  return {
    comment_status: either(item.commentStatus, default_comment_status),
    ping_status: either(item.pingStatus, default_ping_status),
  };
}

function templateOf(item: WxrItem): string {
  const template = metaValue(item, '_wp_page_template') ?? '';
  return template === 'default' ? '' : template;
}

/** The format stands among the terms of an item, as `post-format-aside`. */
function formatOf(type: ContentType, item: WxrItem, report: Report): string {
  const slug = item.categories.find(({ domain }) => domain === formatDomain)?.slug;
  if (slug === undefined || !type.supports.includes('post-formats')) return 'standard';
  const known = formats.find((format) => slug === `post-format-${format}`);
  if (!known) report.note(`unknown format ${slug} taken as standard`, describeItem(item));
  return known ?? 'standard';
}

/** The taxonomy under which files write formats. */
export const formatDomain = 'post_format';
