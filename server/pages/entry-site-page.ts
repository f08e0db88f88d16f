// Describes the page of an entry: its templates, its content and its head.

import { presentEntry } from '../cms-v2/dynamic-blocks/to-views.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import type { ResolvedEntry } from '../cms-v2/entry-urls/resolve-url.ts';
import { mediaType } from '../cms-v2/media/store.ts';
import { escapeLiteral } from '../rendering/blocks/text.ts';
import type { PageComments } from '../rendering/dynamic/comment-form.ts';
import type { PageView } from '../rendering/dynamic/page-view.ts';
import type { EntryContent } from './entry-content.ts';
import { entryPageOf } from './head/entry-head.ts';
import type { HeadSite } from './head/head-data.ts';
import { pagingOf } from './head/paging.ts';
import { toLine } from './head/plain-text.ts';
import { renderHead } from './head/render-head.ts';
import { noEntry, type SitePage } from './render-page.ts';

/** The content of the page of an entry. */
export interface ShownEntry {
  readonly content: EntryContent;
  /** The content of this page as HTML, or a form that replaces it. */
  readonly html: string;
  /** Number of this page, from 1, and the number of pages. */
  readonly page: number;
  readonly pages: number;
  /** The comments; undefined if the entry is not public. */
  readonly comments?: PageComments | undefined;
  /** Whether anyone may see the content. */
  readonly isPublic: boolean;
  /** Properties of the site for the head. */
  readonly site: HeadSite;
  /** The requested pages of the queries in the template. */
  readonly queryPages: PageView['queryPages'];
}

/** Returns the URL of a page of an entry, from 1. */
export function numberedEntryUrl({ site: { urls } }: EntryDeps, { link }: ResolvedEntry, page: number): string {
  if (page === 1) return link;
  if (link.includes('?')) return `${link}&page=${page}`;
  return link === `${urls.front}/` ? `${link}page/${page}/` : `${link}${page}/`;
}

/** Returns the page of an entry. */
export function entrySitePage(entries: EntryDeps, resolved: ResolvedEntry, shown: ShownEntry): SitePage {
  const { row, link } = resolved;
  const { html, page, pages, content, comments } = shown;
  const url = escapeLiteral(link);
  const entry = presentEntry(entries, row, new Set());
  const urlOf = (number: number) => escapeLiteral(numberedEntryUrl(entries, resolved, number));
  return {
    templates: templatesOf(entries, resolved),
    entry: { ...(entry ?? noEntry), url, title: content.title },
    view: {
      url,
      description: '',
      queryPages: shown.queryPages,
      entry: { id: row.id, content: html, page, pages, urlOf, ...(comments && { comments }) },
    },
    classes: ['single', `single-${row.type}`, `postid-${row.id}`],
    head: headOf(entries, resolved, shown),
    rawContent: row.content,
  };
}

/** Returns the head. A page that not everyone may see has only a title. */
function headOf(
  entries: EntryDeps,
  resolved: ResolvedEntry,
  { content, page, pages, isPublic, site }: ShownEntry,
): string {
  const { record } = content;
  if (!isPublic) return renderHead({ site, page: { kind: 'message', title: toLine(content.title) } });
  const urlOf = (number: number) => numberedEntryUrl(entries, resolved, number);
  return renderHead({
    site,
    page: entryPageOf(record, apiPathOf(resolved), entries.site),
    ...(pages > 1 && { paging: pagingOf(page, pages, urlOf) }),
  });
}

/** Returns the path of the record of an entry below the API root. */
export const apiPathOf = ({ type, row }: ResolvedEntry): string => `/${type.restNamespace}/${type.restBase}/${row.id}`;

/** Returns the templates that can render an entry, the most specific one first (templates-and-styles.md §6). */
function templatesOf({ site }: EntryDeps, { row }: ResolvedEntry): string[] {
  const { id, type, slug, template } = row;
  const { show_on_front, page_on_front } = site.settings.values;
  const front = show_on_front === 'page' && page_on_front === id ? ['front-page'] : [];
  const own = template === '' ? [] : [template];
  return [...front, ...own, ...templatesOfType(type, slug, id), 'singular', 'index'];
}

function templatesOfType(type: string, slug: string, id: number): string[] {
  if (type === 'page') return [`page-${slug}`, `page-${id}`, 'page'];
  if (type === mediaType) return ['attachment', 'single'];
  return [`single-${type}-${slug}`, `single-${type}`, 'single'];
}
