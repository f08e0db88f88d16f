// Finds the current URL of what an old URL showed: a URL of another permalink structure, a former URL of an entry whose slug, parent or date
// was changed, a URL of the site from which an entry or a file was imported, or an incomplete URL of a term.
import { fileUrl, isRemote } from '../media/details.ts';
import { findTermsBySlug } from '../terms/store.ts';
import { termUrl } from '../terms/urls.ts';
import { findEntriesBySourceId, findImportSources, findMediaByOldUrls } from './imported-ids.ts';
import { agreesWith, type OldPath, oldPathKey, parseOldPath } from './old-path.ts';
import { findOldPaths } from './old-paths-store.ts';
import {
  findCandidates,
  isPubliclyReadable,
  parseId,
  pathBelowFront,
  type ResolveDeps,
  type ResolvedEntrySummary,
} from './resolve-url.ts';

/**
 * Returns the current URL of the public entry, file or term that an old URL identifies unambiguously; undefined if there is none. The returned
 * URL is on the site and differs from the given one. The result does not depend on entries that are not public. Runs a constant number of
 * statements. Only for URLs that show nothing: the function does not check whether there is a page at the URL.
 */
export async function findRedirect(deps: ResolveDeps, url: URL): Promise<string | undefined> {
  const id = parseId(url.searchParams);
  const link =
    id === undefined ? ((await findByPath(deps, url)) ?? (await findFile(deps, url))) : await findBySourceId(deps, id);
  const requested = url.pathname + (id === undefined ? '' : url.search);
  return link !== undefined && pathAndQuery(link) !== requested ? link : undefined;
}

function pathAndQuery(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** Returns the URL of the entry that had an ID on a site from which it was imported. */
async function findBySourceId(deps: ResolveDeps, id: number): Promise<string | undefined> {
  const ids = await findEntriesBySourceId(deps.database.read, id);
  const { byId } = await findCandidates(deps, 'short', ids, []);
  return onlyPublic([...byId.values()])?.link;
}

async function findByPath(deps: ResolveDeps, url: URL): Promise<string | undefined> {
  const old = parseOldPath(pathBelowFront(deps, url) ?? '');
  if (!old) return undefined;
  const entry = await findEntry(deps, old, parseOldPath(url.pathname)?.key ?? old.key);
  const link = entry?.link ?? (await findTermLink(deps, old));
  if (link === undefined || link.includes('?')) return link;
  // The first page exists, and has no further page with this number.
  const hasMoved =
    !old.isFurtherPage ||
    oldPathKey(new URL(link).pathname) !== oldPathKey(url.pathname.replace(/\/(?:page\/|comment-page-)\d+\/?$/, ''));
  return hasMoved ? link + old.feed : undefined;
}

/** Finds the entry of an old path. `wholeKey` is the key of the path that includes the path of the site's URL. */
async function findEntry(deps: ResolveDeps, old: OldPath, wholeKey: string): Promise<ResolvedEntrySummary | undefined> {
  const { read } = deps.database;
  const id = isIdPath(old) ? old.id : undefined;
  const oldPaths = await findOldPaths(read, [...new Set([old.key, wholeKey, ...old.slugs])]);
  const sourceIds = id === undefined ? [] : await findEntriesBySourceId(read, id);
  const ids = [...oldPaths.map((row) => row.entry_id), ...sourceIds, ...(id === undefined ? [] : [id])];
  const { byId, bySlug } = await findCandidates(deps, 'short', ids, old.slugs);
  const withId = (each: number) => byId.get(each) ?? [];
  const exact = oldPaths.filter(({ path }) => path === old.key || path === wholeKey);
  const entryOfPath = onlyPublic(exact.flatMap((row) => withId(row.entry_id)));
  if (entryOfPath || isBelowOtherResource(deps, old)) return entryOfPath;
  const onlyPost = (candidates: readonly ResolvedEntrySummary[]) =>
    onlyPublic(candidates.filter(({ type, row }) => type.addressSetting !== undefined && agreesWith(old.before, row)));
  const withSlug = old.slugs.flatMap((slug) => bySlug.get(slug) ?? []);
  const isDated = old.before.some((segment) => /^\d+$/.test(segment));
  return (
    (isDated || onlyPublic(withSlug) ? onlyPost(withSlug) : undefined) ??
    onlyPost(oldPaths.flatMap((row) => withId(row.entry_id))) ??
    (id === undefined ? undefined : onlyPost([withId(id)].flat())) ??
    onlyPost(sourceIds.flatMap(withId))
  );
}

/** A pattern that matches the suffix of the file name of an image size, such as `-300x200`. */
const sizeSuffix = /-\d{1,5}x\d{1,5}(?=\.[^./]*$)/;

/** Returns the URL of the imported file that had a URL on the other site; that of the full image for an image size. */
async function findFile(deps: ResolveDeps, { host, pathname }: URL): Promise<string | undefined> {
  if (!/\.\w{2,5}$/.test(pathname)) return undefined;
  const { read } = deps.database;
  const hosts = (await findImportSources(read)).flatMap((source) => (URL.canParse(source) ? new URL(source).host : []));
  const paths = new Set([pathname, pathname.replace(sizeSuffix, '')]);
  const keys = [...new Set([host, ...hosts])].flatMap((each) => [...paths].map((path) => each + path));
  const ids = hosts.length === 0 ? [] : await findMediaByOldUrls(read, keys);
  const { byId } = await findCandidates(deps, 'short', ids, []);
  const file = onlyPublic([...byId.values()])?.media?.media.file;
  return file === undefined || isRemote(file) ? undefined : fileUrl(deps.site.urls.uploads, file);
}

/** Returns the only public one of the candidates; undefined if there is none, or if there are several. */
function onlyPublic(candidates: readonly ResolvedEntrySummary[]): ResolvedEntrySummary | undefined {
  const publicOnes = new Map(candidates.filter(isPubliclyReadable).map((candidate) => [candidate.row.id, candidate]));
  return publicOnes.size === 1 ? publicOnes.values().next().value : undefined;
}

/**
 * Whether the last segment of an old path may be an ID: alone, below `archives`, or below a date. The path of an archive of dates, and that of
 * a further page of an entry, do not contain an ID.
 */
function isIdPath({ key, before }: OldPath): boolean {
  if (/^\d{4}(?:\/\d\d?){0,2}$/.test(key)) return false;
  return /^(?:|archives|(?:archives\/)?\d{4}(?:\/\d\d?){0,5})$/.test(before.join('/'));
}

/** Whether a path is below that of the entries of a type, of the terms of a taxonomy, or of authors, which have no posts below them. */
function isBelowOtherResource({ contract: { types, taxonomies } }: ResolveDeps, { before }: OldPath): boolean {
  const addresses = [
    ...[...types.values()].filter(({ hasPages }) => hasPages).map(({ address }) => address.published),
    ...[...taxonomies.values()].filter(({ hasPages }) => hasPages).map(({ address }) => address),
    '/author/{path}/',
  ];
  return addresses.some((address) => isBelow(before, prefixOf(address)));
}

/** Returns the segments of an address before its placeholder. */
const prefixOf = (address: string): string[] =>
  (address.split('{', 1)[0] ?? '').split('/').filter((segment) => segment !== '');

const isBelow = (segments: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length > 0 && prefix.every((segment, at) => segments[at] === segment);

/** Returns the URL of the only term with the slug at the end of an old path below the addresses of its taxonomy. */
async function findTermLink({ contract, database, site }: ResolveDeps, old: OldPath): Promise<string | undefined> {
  const taxonomies = [...contract.taxonomies.values()].filter(
    ({ hasPages, address }) => hasPages && isBelow(old.before, prefixOf(address)),
  );
  const [slug] = old.slugs;
  if (taxonomies.length === 0 || slug === undefined) return undefined;
  const rows = (await findTermsBySlug(database.read, slug)).filter((row) =>
    taxonomies.some(({ name }) => name === row.taxonomy),
  );
  const [row] = rows;
  return row && rows.length === 1 ? termUrl(row, contract.taxonomies.get(row.taxonomy), site.urls.front) : undefined;
}
