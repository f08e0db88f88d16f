// Parses the paths of old URLs: those of entries whose URL has changed, and of entries on the site from which they were imported.
import { toSlug } from '../../rendering/slug.ts';

/** Maximum length of a path that is looked up or stored, in characters. Indexes of PostgreSQL limit the size of keys. */
const maxPathLength = 1000;

/** A requested path that may be the old path of an entry or a term. */
export interface OldPath {
  /** The whole path as a key. */
  readonly key: string;
  /** The path without `index.php` and without its last segment. */
  readonly before: readonly string[];
  /** Slugs that the last segment may be. */
  readonly slugs: readonly string[];
  /** The ID that the last segment may be. */
  readonly id: number | undefined;
  /** Whether the URL is that of a further page of a list or an entry, such as `…/page/2/`. */
  readonly isFurtherPage: boolean;
  /** The suffix of a feed with its slash at the end, such as `feed/atom/`; empty for other URLs. */
  readonly feed: string;
}

/**
 * Returns the key under which a URL path is stored: its segments in lower case, percent-encoded like slugs, joined by slashes. Returns
 * undefined for the root and for a path that is too long.
 */
export const oldPathKey = (pathname: string): string | undefined => keyOf(segmentsOf(pathname));

/**
 * Parses a requested path. Ignores the suffixes of further pages, embedded entries and feeds, and `index.php` at the beginning. Returns
 * undefined for paths that no entry can have had.
 */
export function parseOldPath(pathname: string): OldPath | undefined {
  const all = segmentsOf(pathname);
  const segments = all[0] === 'index.php' ? all.slice(1) : all;
  const { path, feed, isFurtherPage } = withoutSuffix(segments);
  const key = keyOf(path);
  const last = path.at(-1);
  if (key === undefined || last === undefined) return undefined;
  const stem = last.replace(/\.(?:html?|php)$/, '');
  const id = /^[1-9]\d{0,14}$/.test(stem) ? Number(stem) : undefined;
  const text = decoded(stem);
  // Letters such as é are replaced in the slugs of this site, but percent-encoded on other sites.
  const slugs = new Set([last, stem, ...(/[^\u0000-\u007f]/.test(text) ? [toSlug(text)] : [])]);
  return { key, before: path.slice(0, -1), slugs: [...slugs].filter((slug) => slug !== ''), id, isFurtherPage, feed };
}

const segmentsOf = (pathname: string): string[] =>
  pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => encodeURIComponent(decoded(segment).toLowerCase()).toLowerCase());

/** Returns a segment without percent-encoding; the segment itself if its encoding is malformed. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed();
  } catch {
    return segment;
  }
}

function keyOf(segments: readonly string[]): string | undefined {
  const key = segments.join('/');
  return key === '' || key.length > maxPathLength ? undefined : key;
}

const feedNames: ReadonlySet<string> = new Set(['rss', 'rss2', 'rdf', 'atom', 'json']);

interface PathWithoutSuffix extends Pick<OldPath, 'feed' | 'isFurtherPage'> {
  readonly path: readonly string[];
}

/** Returns the segments of a path without those of a feed, an embedded entry or a further page. */
function withoutSuffix(segments: readonly string[]): PathWithoutSuffix {
  const [beforeLast = '', last = ''] = [segments.at(-2), segments.at(-1)];
  const [withoutLast, withoutTwo] = [segments.slice(0, -1), segments.slice(0, -2)];
  const suffix = { feed: '', isFurtherPage: false };
  if (beforeLast === 'feed' && feedNames.has(last)) return { ...suffix, path: withoutTwo, feed: `feed/${last}/` };
  if (last === 'feed') return { ...suffix, path: withoutLast, feed: 'feed/' };
  if (beforeLast === 'page' && /^\d+$/.test(last)) return { ...suffix, path: withoutTwo, isFurtherPage: true };
  if (/^comment-page-\d+$/.test(last) && segments.length > 1)
    return { ...suffix, path: withoutLast, isFurtherPage: true };
  const isSuffix = /^(?:embed|amp|trackback)$/.test(last) && segments.length > 1;
  return { ...suffix, path: isSuffix ? withoutLast : segments };
}

/**
 * Whether the segments before the last one of an old path agree with a post: their numbers are the beginning of its date, or its ID.
 * Other segments, such as the slug of a category or an author, are ignored.
 */
export function agreesWith(
  before: readonly string[],
  { id, date }: { readonly id: number; readonly date: string },
): boolean {
  const numbers = before.filter((segment) => /^\d+$/.test(segment)).map(Number);
  const parts = date.split(/\D/).map(Number);
  const withoutId = numbers.filter((number, at) => !(number === id && number !== parts[at]));
  return withoutId.every((number, at) => number === parts[at]);
}
