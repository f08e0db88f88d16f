// Derives the head of an entry's page from the record of the entry in the API, as an anonymous caller gets it.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { ApiRecord } from '../api-reads.ts';
import { feedUrl } from '../feeds/feed-urls.ts';
import type { HeadEntry, HeadImage, HeadLink, HeadPage } from './head-data.ts';
import { toDescription, toLine } from './plain-text.ts';

/** URLs of the site on which those of entries depend. */
type SiteUrls = Pick<EntryDeps['site']['urls'], 'front' | 'home' | 'rest'>;

/** Relations of the links that the record embeds (`_embed`). */
export const embeddedInHead = 'author,cms:term,cms:featuredmedia,up';

/**
 * Returns what the page of an entry shows, from a record of the API with the embedded records of `embeddedInHead`. `apiPath` is the path of the
 * record below the API root. The page of a password-protected entry must not be indexed and has only a title, also if the record contains
 * the content.
 */
export function entryPageOf(
  record: ApiRecord,
  apiPath: string,
  { urls, settings }: Pick<EntryDeps['site'], 'urls' | 'settings'>,
): HeadPage {
  if (isProtected(record)) return { kind: 'message', title: toLine(record.title?.rendered) };
  const { show_on_front, page_on_front } = settings.values;
  return {
    kind: 'entry',
    entry: toHeadEntry(record, apiPath, urls),
    isFront: show_on_front === 'page' && page_on_front === record.id,
  };
}

const isProtected = ({ content, excerpt }: ApiRecord): boolean =>
  content?.protected === true || excerpt?.protected === true;

function toHeadEntry(record: ApiRecord, apiPath: string, urls: SiteUrls): HeadEntry {
  const { id, type, link, title, excerpt, caption, comment_status: commentStatus, _embedded: embedded = {} } = record;
  const terms: ApiRecord[] = [embedded['cms:term'] ?? []].flat(2);
  const ofTaxonomy = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).flatMap(toLink);
  return {
    kind: kindOf(record),
    title: toLine(title?.rendered),
    description: toDescription((excerpt ?? caption)?.rendered),
    link,
    published: timestampOf(record.date_gmt),
    modified: timestampOf(record.modified_gmt),
    author: [embedded.author ?? []].flat().flatMap(toLink)[0],
    image: imageOf(type === 'attachment' ? record : embedded['cms:featuredmedia']?.[0]),
    categories: ofTaxonomy('category'),
    tags: ofTaxonomy('post_tag').map(({ name }) => name),
    parent: [embedded.up ?? []].flat().flatMap(toLink)[0],
    urls: {
      api: urls.rest + apiPath,
      short: shortUrlOf(urls, { id, type }),
      oembed: `${urls.rest}/oembed/1.0/embed?url=${encodeURIComponent(link)}`,
      comments: commentStatus === undefined ? undefined : feedUrl(urls, link, 'rss2'),
    },
  };
}

/** Returns the short URL of an entry, which redirects to its link. */
export const shortUrlOf = (
  { home }: Pick<SiteUrls, 'home'>,
  { id, type }: { readonly id: number; readonly type: string },
): string => `${home}/?${idParameters[type] ?? 'p'}=${id}`;

/** Query parameters of short URLs by content type. Those of other types have `p`. */
const idParameters: Readonly<Record<string, string>> = { page: 'page_id', attachment: 'attachment_id' };

function kindOf({ type, media_type: mediaType }: ApiRecord): HeadEntry['kind'] {
  if (type === 'attachment' && mediaType === 'image') return 'image';
  return type === 'post' ? 'post' : 'page';
}

/** Returns the link to an embedded record; nothing if the caller may not read it, so that an error is embedded instead. */
function toLink({ name, title, link }: ApiRecord): HeadLink[] {
  const label = toLine(name ?? title?.rendered);
  return typeof link === 'string' && label !== '' ? [{ name: label, url: link }] : [];
}

/** Returns a date in GMT, as the API returns it, as a timestamp in UTC. */
const timestampOf = (gmt: unknown): string | undefined =>
  typeof gmt === 'string' && gmt !== '' ? `${gmt}Z` : undefined;

/** Minimum width of the file that represents an image, in pixels. Other sites scale it down. */
const minImagePx = 1200;

/** Returns the smallest file of an image that is wide enough, otherwise the main file; undefined for other media. */
function imageOf(media: ApiRecord | undefined): HeadImage | undefined {
  if (media?.media_type !== 'image' || !isWebUrl(media.source_url)) return undefined;
  const { width = 0, height = 0, sizes = {} } = media.media_details ?? {};
  const main = { source_url: media.source_url, width, height };
  const files: ApiRecord[] = [...Object.values<ApiRecord>(sizes), main];
  const file =
    files
      .filter((each) => each.width >= minImagePx && isWebUrl(each.source_url))
      .sort((a, b) => a.width - b.width)[0] ?? main;
  return {
    url: file.source_url,
    altText: toLine(media.alt_text),
    width: Number(file.width) || 0,
    height: Number(file.height) || 0,
  };
}

const isWebUrl = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//i.test(url);
