// Builds the URLs of feeds.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { FeedFormat } from './feed.ts';

/**
 * Returns the URL of a feed in a format. `link` is the public URL of the archive, or of the entry whose comments the feed contains. The service
 * serves feeds even if a front end renders the pages, so that the URL begins with that of the service.
 */
export function feedUrl(
  { front, home }: Pick<EntryDeps['site']['urls'], 'front' | 'home'>,
  link: string,
  format: FeedFormat,
): string {
  const ownLink = home + link.slice(front.length);
  if (ownLink.includes('?')) return `${ownLink}&feed=${format}`;
  return `${ownLink}feed/${format === 'rss2' ? '' : `${format}/`}`;
}
