// Distinguishes the paths of public pages from other paths of the service.
import { reservedSegments } from '../../site.ts';

/** Paths of feeds, embeds, sitemaps and `robots.txt`. */
const otherPath = /\/(?:feed(?:\/\w+)?|embed)\/?$|^\/robots\.txt$|^\/(?:wp-)?sitemap[^/]*\.xml$/;

/** Whether a path of the service, with a leading slash, can be that of a public page: not of the admin, the API, accounts, files or feeds. */
export const isPagePath = (path: string): boolean =>
  !reservedSegments.has(path.split('/', 2)[1] ?? '') && !otherPath.test(path);
