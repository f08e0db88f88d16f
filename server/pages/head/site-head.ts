// Derives what the heads of all pages contain from the settings of the site.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { Dispatch } from '../../http/pipeline.ts';
import type { ApiRoot } from '../../page-layout/page.ts';
import { type ApiRecord, type PageClient, readApi } from '../api-reads.ts';
import { type FeedFormat, feedFormats } from '../feeds/feed.ts';
import { feedUrl } from '../feeds/feed-urls.ts';
import { actionFor } from '../page-mode.ts';
import type { HeadIcon, HeadSite } from './head-data.ts';
import { toLine } from './plain-text.ts';

/** The settings and URLs of the site. */
type HeadContext = Pick<EntryDeps['site'], 'settings' | 'urls'>;

/** Returns the site without its icon, which needs no database, so that error pages can use it. */
export function headSiteOf({ settings, urls }: HeadContext, roots: readonly ApiRoot[]): HeadSite {
  const { title, description, language } = settings.values;
  const siteTitle = toLine(title);
  const home = `${urls.front}/`;
  return {
    title: siteTitle,
    description: toLine(description),
    language: (language || 'en_US').replaceAll('_', '-'),
    home,
    feeds: feedFormatsOf(urls).map((format) => ({
      title: siteTitle,
      url: feedUrl(urls, home, format),
      type: feedFormats[format],
    })),
    icons: [],
    roots,
  };
}

/** Returns the formats of the feeds to which pages refer. */
const feedFormatsOf = ({ pages }: HeadContext['urls']): FeedFormat[] =>
  actionFor(pages, 'feed') === 'serve' ? ['rss2', 'json'] : [];

/** Returns the site with its icon. Reads the icon from the API, as an anonymous caller; throws ApiError as `readApi`. */
export async function loadHeadSite(
  site: HeadContext,
  dispatch: Dispatch,
  client: PageClient & { readonly roots: readonly ApiRoot[] },
): Promise<HeadSite> {
  const { site_icon: id } = site.settings.values;
  const query = { _fields: 'media_type,mime_type,source_url,media_details' };
  const media = id > 0 ? await readApi(dispatch, `/cms/v2/media/${id}`, query, client) : undefined;
  return { ...headSiteOf(site, client.roots), icons: media?.media_type === 'image' ? iconsOf(media) : [] };
}

/** Minimum sizes of the icons of browser tabs, home screens and splash screens, in pixels. */
const iconSizes = [32, 180, 512] as const;

/** Returns the smallest file for each use of an icon. Square files are preferred. */
function iconsOf({ source_url, mime_type, media_details = {} }: ApiRecord): HeadIcon[] {
  const { width = 0, height = 0, sizes = {} } = media_details;
  const main = { source_url, mime_type, width, height };
  const all = [...Object.values<ApiRecord>(sizes), main].flatMap(toIcon).sort((a, b) => a.width - b.width);
  const square = all.filter((file) => file.width === file.height);
  const files = square.length > 0 ? square : all;
  const chosen = iconSizes.flatMap((size) => files.find((file) => file.width >= size) ?? files.at(-1) ?? []);
  return [...new Set(chosen)];
}

const toIcon = ({ source_url: url, mime_type: type, width, height }: ApiRecord): HeadIcon[] =>
  typeof url === 'string' && /^https?:\/\//i.test(url) && width > 0 && height > 0
    ? [{ url, type: String(type), width: Number(width), height: Number(height) }]
    : [];
