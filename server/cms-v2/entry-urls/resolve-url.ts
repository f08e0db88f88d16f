// Resolves public URLs of the site to entries (media-fonts-and-oembed.md, C1, Finding the post).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { anonymous } from '../../access/actor.ts';
import { passes, readCondition } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryRow } from '../entries/rows.ts';
import { entryUrl } from '../entries/urls.ts';
import type { MediaRow } from '../media/rows.ts';
import { findMedia, mediaType } from '../media/store.ts';
import { mediaUrl } from '../media/urls.ts';
import { type EntrySummaryRow, findEntriesByIds, findPublicEntriesBySlugs, type RowExtent } from './store.ts';

/** An entry that a URL resolves to, without its texts. */
export interface ResolvedEntrySummary {
  readonly row: EntrySummaryRow;
  readonly type: ContentType;
  /** The media row if the entry is a media item. */
  readonly media: MediaRow | undefined;
  /** The entry's public URL. */
  readonly link: string;
}

/** An entry that a URL resolves to. */
export interface ResolvedEntry extends ResolvedEntrySummary {
  readonly row: EntryRow & Required<Pick<EntryRow, 'title' | 'content' | 'excerpt'>>;
}

/** Dependencies of the functions that resolve URLs. */
export type ResolveDeps = Pick<EntryDeps, 'contract' | 'database' | 'site'>;

/** Maximum length of a URL that is looked up, in characters. */
const maxUrlLength = 2000;

/** Parses an absolute or relative URL of this site; returns undefined for URLs of other sites, and for invalid or too long ones. */
export function parseOwnUrl({ site: { urls } }: Pick<EntryDeps, 'site'>, text: string): URL | undefined {
  if (text === '' || text.length > maxUrlLength || !URL.canParse(text, `${urls.front}/`)) return undefined;
  const url = new URL(text, `${urls.front}/`);
  const isOwn = [urls.front, urls.home].some((siteUrl) => isSameHost(url, new URL(siteUrl)));
  return isOwn ? url : undefined;
}

const isSameHost = (one: URL, other: URL): boolean =>
  /^https?:$/.test(one.protocol) && withoutWww(one.host) === withoutWww(other.host);

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Finds the entry that a URL of the site resolves to: by the ID in its query string, else by its path without suffixes such as
 * `embed/`, `page/2/` or `comment-page-2/`. The caller must check whether the entry is public.
 */
export async function resolveUrl(deps: ResolveDeps, url: URL): Promise<ResolvedEntry | undefined> {
  const [found] = await resolveAll(deps, [url], 'whole');
  return found as ResolvedEntry | undefined;
}

/**
 * Resolves URLs to entries without texts, in at most four statements. The result has the order of `urls`, with undefined for URLs
 * that resolve to no entry.
 */
export const resolveUrls = (
  deps: ResolveDeps,
  urls: readonly (URL | undefined)[],
): Promise<(ResolvedEntrySummary | undefined)[]> => resolveAll(deps, urls, 'short');

async function resolveAll(
  deps: ResolveDeps,
  urls: readonly (URL | undefined)[],
  extent: RowExtent,
): Promise<(ResolvedEntrySummary | undefined)[]> {
  const { database, contract } = deps;
  const targets = urls.map((url) => url && parseTarget(deps, url));
  const ids = targets.flatMap((target) => (target?.id === undefined ? [] : [target.id]));
  const paths = targets.flatMap((target) => (target?.path === undefined ? [] : [target.path]));
  const types = [...contract.types.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  const rowsById = await findEntriesByIds(database.read, extent, ids);
  const rowsBySlug = await findPublicEntriesBySlugs(database.read, extent, types, [...new Set(paths.map(slugOf))]);
  const mediaIds = [...rowsById, ...rowsBySlug].filter(({ type }) => type === mediaType).map(({ id }) => id);
  const media = new Map((await findMedia(database.read, [...new Set(mediaIds)])).map((row) => [row.id, row]));
  const hidden = await findHiddenPaths(database.read, [...rowsById, ...rowsBySlug]);
  const toResolved = (row: EntrySummaryRow) => withUrl(deps, row, media.get(row.id), hidden);
  const rowById = new Map(rowsById.map((row) => [row.id, row]));
  const rowsOfSlug = Map.groupBy(rowsBySlug, ({ slug }) => slug);
  return targets.map((target) => {
    if (target?.id !== undefined) {
      const row = rowById.get(target.id);
      return row && toResolved(row);
    }
    if (target?.path === undefined) return undefined;
    const link = deps.site.urls.front + target.path;
    for (const row of rowsOfSlug.get(slugOf(target.path)) ?? []) {
      const found = toResolved(row);
      if (found?.link === link) return found;
    }
    return undefined;
  });
}

/** Returns the ID or path that a URL refers to; neither if it cannot refer to an entry. */
function parseTarget({ site: { urls, settings } }: ResolveDeps, url: URL): { id?: number; path?: string } {
  const id = parseId(url.searchParams);
  if (id !== undefined) return { id };
  const base = new URL(urls.front).pathname.replace(/\/$/, '');
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return {};
  const path = normalizePath(url.pathname.slice(base.length));
  const { show_on_front, page_on_front } = settings.values;
  if (path !== '/') return { path };
  return show_on_front === 'page' ? { id: page_on_front } : {};
}

const slugOf = (path: string): string => path.split('/').at(-2) ?? '';

/** Whether anonymous callers may read the resolved entry and its type has public pages. */
export const isPubliclyReadable = ({ row, type, media }: ResolvedEntrySummary): boolean =>
  type.hasPages && type.viewable && row.status !== 'private' && passes(readCondition, anonymous, type, media ?? row);

function parseId(query: URLSearchParams): number | undefined {
  for (const name of ['p', 'page_id', 'attachment_id']) {
    const id = /^\d{1,15}/.exec(query.get(name) ?? '')?.[0];
    if (id !== undefined && Number(id) > 0) return Number(id);
  }
  return undefined;
}

/**
 * Returns a path in lower case, like stored slugs, without a suffix such as `embed/`, `page/2/` or `comment-page-2/`, and with one trailing
 * slash.
 */
function normalizePath(path: string): string {
  const normalized = path.toLowerCase().replace(/\/+/g, '/');
  return `${normalized.replace(/\/$/, '').replace(/\/(?:embed|page\/\d+|comment-page-\d+)$/, '')}/`;
}

function withUrl(
  deps: ResolveDeps,
  row: EntrySummaryRow,
  mediaRow: MediaRow | undefined,
  hidden: HiddenPaths,
): ResolvedEntrySummary | undefined {
  const type = deps.contract.types.get(row.type);
  if (!type?.hasPages) return undefined;
  const media = row.type === mediaType ? mediaRow : undefined;
  const link = media ? mediaUrl(deps, media, hidden) : entryUrl(row, type, deps.site, hidden);
  return { row, type, media, link };
}
