// Creates the headers with which shared caches, such as a CDN, store public responses and find them by their tags (docs/cdn.md).
import { contentTag, siteTag } from '../http/cache-tags.ts';

/** The configuration of the headers. */
export interface SharedCaching {
  /** The header with the tags, in lower case. */
  readonly format: 'cache-tag' | 'surrogate-key' | 'xkey' | 'cache-groups';
  /** Seconds for which shared caches may store a response; 0 leaves that to the cache. */
  readonly maxAgeSeconds: number;
  /** Seconds after that, for which caches may use a response while they request it again; 0 for none. */
  readonly staleSeconds: number;
}

/** The name and the syntax of the header with the tags. */
interface TagHeader {
  readonly name: string;
  join(tags: readonly string[]): string;
  /** Maximum number of tags, and maximum length of a tag. */
  readonly maxTags: number;
  readonly maxTagLength: number;
}

/** Maximum length of the value of the header, in bytes. By default, Varnish rejects responses with a header of more than 8 KiB. */
const maxValueLength = 4096;

const unlimited = { maxTags: Number.POSITIVE_INFINITY, maxTagLength: maxValueLength };

const tagHeaders: Readonly<Record<SharedCaching['format'], TagHeader>> = {
  'cache-tag': { name: 'Cache-Tag', join: (tags) => tags.join(','), ...unlimited },
  'surrogate-key': { name: 'Surrogate-Key', join: (tags) => tags.join(' '), ...unlimited },
  xkey: { name: 'xkey', join: (tags) => tags.join(' '), ...unlimited },
  // A list of strings (RFC 9651). Caches support at least 32 groups with up to 32 characters each (RFC 9875 §2.1).
  'cache-groups': {
    name: 'Cache-Groups',
    join: (tags) => tags.map((tag) => `"${tag}"`).join(', '),
    maxTags: 32,
    maxTagLength: 32,
  },
};

/** Creates the header lines of a response with these tags: names and values alternate. */
export type SharedCacheLines = (tags: readonly string[]) => readonly string[];

/**
 * Returns the function that creates the header lines. Too many tags are replaced with the tag of all public data, so that each change purges
 * the response.
 */
export function makeSharedCacheLines({ format, maxAgeSeconds, staleSeconds }: SharedCaching): SharedCacheLines {
  const { name, join, maxTags, maxTagLength } = tagHeaders[format];
  const coarseValue = join([siteTag, contentTag]);
  const headerValueOf = (tags: readonly string[]): string => {
    if (tags.length > maxTags || tags.some(({ length }) => length > maxTagLength)) return coarseValue;
    const value = join(tags);
    return value.length > maxValueLength ? coarseValue : value;
  };
  // Browsers must request a response again each time, because nothing purges their caches.
  const stale = staleSeconds > 0 ? `, stale-while-revalidate=${staleSeconds}` : '';
  const control =
    maxAgeSeconds > 0 ? ['Cache-Control', `public, max-age=0, s-maxage=${maxAgeSeconds}${stale}`] : ([] as const);
  return (tags) => [...control, name, headerValueOf([...new Set([siteTag, ...tags])])];
}
