// Converts items of an imported file to entries without storing them.

import { formats } from '../../contract/columns.ts';
import type { ContentType } from '../../contract/grammar/content-type.ts';
import type { ComposedEntry } from '../cms-v2/entries/store.ts';
import { renderDerivedColumns } from '../cms-v2/entries/texts.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import { now } from '../time/zone.ts';
import { findFileUrl, mediaTypeOfUrl } from './attachments.ts';
import { importedColumns, metaValue, storedMeta } from './meta.ts';
import { describeItem, type Report } from './report.ts';
import type { Batch } from './run.ts';
import { datesOf, statusOf, statusOfFile } from './statuses.ts';
import type { WxrItem } from './wxr/records.ts';

/** Returns the entry for an item. Title, content and excerpt are taken verbatim from the file. */
export function composeItem(
  batch: Batch,
  type: ContentType,
  item: WxrItem,
  placement: { author: number; parent: number },
): ComposedEntry {
  const { run, report } = batch;
  const { title, content, excerpt } = item;
  const contents = { title, content, excerpt };
  const dates = datesOf(item, now(run.service.clock), run.settings.timezone);
  const { status, rights_status } =
    type.servedAs === 'media' ? statusOfFile(item) : statusOf(item, dates.date_gmt, now(run.service.clock), report);
  const password = status === 'private' ? '' : item.password;
  return {
    ...composeColumns('entries', {
      args: importedColumns(report, 'entries', item, describeItem(item)),
    }),
    ...contents,
    ...renderDerivedColumns(contents),
    ...dates,
    ...placement,
    ...discussionStatusesOf(batch, type, item),
    type: type.name,
    status,
    rights_status,
    password,
    sticky: isSticky(type, item, { status, password }, report) ? 1 : 0,
    menu_order: item.menuOrder,
    template: templateOf(item),
    format: type.servedAs === 'media' ? mediaTypeOfUrl(findFileUrl(item) ?? '') : formatOf(type, item, report),
    featured_media: 0,
    guid: item.guid,
    meta: storedMeta(batch, type, item),
    theme: '',
    revision_count: 0,
    latest_revision: 0,
  };
}

/** Returns whether an entry is sticky. Sticky entries have no password and are not in the trash (posts-and-pages.md §8, §13). */
function isSticky(
  type: ContentType,
  item: WxrItem,
  { status, password }: { status: string; password: string },
  report: Report,
): boolean {
  if (!item.sticky || !type.supports.includes('sticky') || status === 'trash') return false;
  if (password !== '')
    report.note(`${type.noun.many} imported as not sticky, because they have a password`, describeItem(item));
  return password === '';
}

function discussionStatusesOf({ run }: Batch, type: ContentType, item: WxrItem) {
  const { default_comment_status, default_ping_status } = run.settings;
  const closed = type.discussion === 'closed';
  const openOrClosed = (word: string, fallback: 'open' | 'closed') =>
    word === 'open' || word === 'closed' ? word : closed ? 'closed' : fallback;
  return {
    comment_status: openOrClosed(item.commentStatus, default_comment_status),
    ping_status: openOrClosed(item.pingStatus, default_ping_status),
  };
}

function templateOf(item: WxrItem): string {
  const template = metaValue(item, '_wp_page_template') ?? '';
  return template === 'default' ? '' : template;
}

/**
 * Returns the post format, which exports list among the terms of an item with a slug such as `post-format-aside`. An unknown format
 * is reported and becomes `standard`.
 */
function formatOf(type: ContentType, item: WxrItem, report: Report): string {
  const slug = item.categories.find(({ domain }) => domain === formatDomain)?.slug;
  if (slug === undefined || !type.supports.includes('post-formats')) return 'standard';
  const known = formats.find((format) => slug === `post-format-${format}`);
  if (!known) report.note(`unknown format ${slug} imported as standard`, describeItem(item));
  return known ?? 'standard';
}

/** Name of the taxonomy under which exports list post formats. */
export const formatDomain = 'post_format';
