// Derives the head of an archive's page.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { PageList } from '../../rendering/dynamic/page-view.ts';
import type { Archive } from '../archives.ts';
import { feedFormats } from '../feeds/feed.ts';
import { feedUrl } from '../feeds/feed-urls.ts';
import { numberedUrl } from '../list-page.ts';
import type { HeadData, HeadFeed, HeadPage } from './head-data.ts';
import { pagingOf } from './paging.ts';
import { toDescription, toLine } from './plain-text.ts';

/** Returns what a page of an archive shows, and its position. */
export const archiveHeadOf = (
  urls: Pick<EntryDeps['site']['urls'], 'front' | 'home'>,
  archive: Archive,
  { total, perPage, page }: Pick<PageList, 'total' | 'perPage' | 'page'>,
): Pick<HeadData, 'page' | 'paging'> => ({
  page: pageOf(urls, archive),
  ...(total > perPage && {
    paging: pagingOf(page, Math.ceil(total / perPage), (number) => numberedUrl(archive.link, number)),
  }),
});

function pageOf(urls: Pick<EntryDeps['site']['urls'], 'front' | 'home'>, archive: Archive): HeadPage {
  const { link, templates, search, query } = archive;
  if (link === `${urls.front}/`) return { kind: 'home' };
  const title = toLine(archive.title);
  const feed: HeadFeed = { title, url: feedUrl(urls, link, 'rss2'), type: feedFormats.rss2 };
  if (search !== undefined) return { kind: 'search', title, feed };
  // The page of the latest posts has the feed of the site.
  const hasFeed = !templates.includes('home');
  return {
    ...{ kind: 'archive', title, description: toDescription(archive.description), link },
    ...{ feed: hasFeed ? feed : undefined, isAuthor: query.author !== undefined },
  };
}
