// Resolves public URLs of the site to entries (media-fonts-and-oembed.md, C1, Finding the post).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { anonymous } from '../../access/actor.ts';
import { matchPermalinkStructure } from '../../settings/permalink-structure.ts';
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
  const targets = urls.map((url) => url && parseTarget(deps, url));
  const ids = targets.flatMap((target) => target?.id ?? []);
  const slugs = targets.flatMap((target) => target?.slugs ?? []);
  const candidates = await findCandidates(deps, extent, ids, slugs);
  return targets.map((target) => {
    const withId = target?.id === undefined ? undefined : candidates.byId.get(target.id);
    if (target?.path === undefined) return withId;
    const link = deps.site.urls.front + target.path;
    const published = withId?.row.status === 'publish' ? [withId] : [];
    const withSlug = target.slugs.flatMap((slug) => candidates.bySlug.get(slug) ?? []);
    return [...published, ...withSlug].find((candidate) => candidate.link === link);
  });
}

/** Entries that a URL may refer to. */
interface Candidates {
  readonly byId: ReadonlyMap<number, ResolvedEntrySummary>;
  /** Published entries and files by their slugs, in the order of their IDs. */
  readonly bySlug: ReadonlyMap<string, readonly ResolvedEntrySummary[]>;
}

/**
 * Finds the entries with these IDs, with any status, and the published entries and files with these slugs, in at most four statements.
 * Entries of types without pages are omitted.
 */
export async function findCandidates(
  deps: ResolveDeps,
  extent: RowExtent,
  ids: readonly number[],
  slugs: readonly string[],
): Promise<Candidates> {
  const { database, contract } = deps;
  const types = [...contract.types.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  const rowsById = await findEntriesByIds(database.read, extent, ids);
  const rowsBySlug = await findPublicEntriesBySlugs(database.read, extent, types, [...new Set(slugs)]);
  const mediaIds = [...rowsById, ...rowsBySlug].filter(({ type }) => type === mediaType).map(({ id }) => id);
  const media = new Map((await findMedia(database.read, [...new Set(mediaIds)])).map((row) => [row.id, row]));
  const hidden = await findHiddenPaths(database.read, [...rowsById, ...rowsBySlug]);
  const toResolved = (row: EntrySummaryRow) => withUrl(deps, row, media.get(row.id), hidden) ?? [];
  return {
    byId: new Map(rowsById.flatMap(toResolved).map((candidate) => [candidate.row.id, candidate])),
    bySlug: Map.groupBy(rowsBySlug.flatMap(toResolved), ({ row }) => row.slug),
  };
}

/** The reference to an entry in a URL. With a path, the entry must also have that path. */
interface UrlTarget {
  readonly id?: number;
  /** The path below the URL of the site, with a slash at its end. */
  readonly path?: string;
  /** The slugs that the entry may have. */
  readonly slugs: readonly string[];
}

const noTarget: UrlTarget = { slugs: [] };

/** Returns what a URL says about an entry; neither an ID nor a path if it cannot refer to one. */
function parseTarget(deps: ResolveDeps, url: URL): UrlTarget {
  const id = parseId(url.searchParams);
  if (id !== undefined) return { id, slugs: [] };
  const pathname = pathBelowFront(deps, url);
  if (pathname === undefined) return noTarget;
  const path = normalizePath(pathname);
  const { show_on_front, page_on_front, permalink_structure } = deps.site.settings.values;
  if (path === '/') return show_on_front === 'page' ? { id: page_on_front, slugs: [] } : noTarget;
  const { id: idInPath, slug } = matchPermalinkStructure(permalink_structure, path) ?? {};
  const slugs = [...new Set([slugOf(path), ...(slug === undefined ? [] : [slug])])];
  return { ...(idInPath !== undefined && { id: idInPath }), path, slugs };
}

/** Returns the path of a URL below the URL of the public site; undefined for a path that is not below it. */
export function pathBelowFront({ site: { urls } }: Pick<EntryDeps, 'site'>, { pathname }: URL): string | undefined {
  const base = new URL(urls.front).pathname.replace(/\/$/, '');
  return pathname === base || pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
}

const slugOf = (path: string): string => path.split('/').at(-2) ?? '';

/** Whether anonymous callers may read the resolved entry and its type has public pages. */
export const isPubliclyReadable = ({ row, type, media }: ResolvedEntrySummary): boolean =>
  type.hasPages && type.viewable && row.status !== 'private' && passes(readCondition, anonymous, type, media ?? row);

/** Returns the ID in the query of a URL; undefined if it has none. */
export function parseId(query: URLSearchParams): number | undefined {
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
