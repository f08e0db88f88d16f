// Loads feeds of archives from the API, as an anonymous caller.
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import { type ApiRecord, type PageClient, readApiList } from '../api-reads.ts';
import type { Archive, ArchiveDeps } from '../archives.ts';
import type { FeedItem } from './feed.ts';

/** Maximum number of items of a feed. */
const maxItems = 50;

/**
 * Returns the items of a page of an archive, the newest first; undefined if there is no such page. Their number is that of the posts on a
 * page of the site, at most 50. Throws ApiError as the API does.
 */
export async function loadFeedItems(
  { entries, dispatch }: ArchiveDeps,
  { kind, apiPath, query }: Archive,
  page: number,
  client: PageClient,
): Promise<FeedItem[] | undefined> {
  const { posts_per_page: perPage } = entries.site.settings.values;
  const paging = { page: String(page), per_page: String(perPage < 1 ? maxItems : Math.min(perPage, maxItems)) };
  const { fields, embed, toItem } = kinds[kind];
  const records = await readApiList(dispatch, apiPath, { ...query, ...paging, _fields: fields, _embed: embed }, client);
  return records?.map(toItem);
}

const commonFields = 'id,link,date_gmt,content,_links,_embedded';

const kinds = {
  entries: {
    fields: `${commonFields},guid,title,excerpt,modified_gmt`,
    embed: 'author,cms:term',
    toItem: (entry: ApiRecord): FeedItem => ({
      id: entry.guid?.rendered ?? entry.link,
      title: htmlToPlainText(entry.title?.rendered ?? ''),
      link: entry.link,
      content: entry.content?.rendered ?? '',
      summary: entry.excerpt?.rendered ?? '',
      author: textOf(entry._embedded?.author?.[0]?.name),
      published: dateOf(entry.date_gmt),
      updated: dateOf(entry.modified_gmt),
      terms: [entry._embedded?.['cms:term'] ?? []].flat(2).map(({ name }: ApiRecord) => textOf(name)),
    }),
  },
  comments: {
    fields: `${commonFields},author_name`,
    embed: 'up',
    toItem: (comment: ApiRecord): FeedItem => {
      const author = textOf(comment.author_name);
      const title = textOf(comment._embedded?.up?.[0]?.title?.rendered);
      return {
        id: comment.link,
        title: title === '' ? `Comment by ${author}` : `Comment on “${title}” by ${author}`,
        link: comment.link,
        content: comment.content?.rendered ?? '',
        summary: '',
        author,
        published: dateOf(comment.date_gmt),
        updated: dateOf(comment.date_gmt),
        terms: [],
      };
    },
  },
} as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? htmlToPlainText(value).trim() : '');

/** Returns the time of a date in GMT, as the API returns it. */
const dateOf = (gmt: unknown): Date => new Date(`${gmt}Z`);
