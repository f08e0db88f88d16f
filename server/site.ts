// Declares the URLs of the site, and whether the service displays its pages.

/** Whether the service displays the public pages of the site, redirects them to the front end, or has none. */
export type PageMode = 'on' | 'redirect' | 'off';

export interface Site {
  /** URL of the service, without a trailing slash. */
  readonly home: string;
  /** URL of the site on which entries are published: the front end, or the service itself. */
  readonly front: string;
  /** URL of the REST root, without a trailing slash. */
  readonly rest: string;
  /** URL of the REST root with the compatible names, without a trailing slash; absent if it is not served. */
  readonly compatibleRest?: string;
  /** URL prefix of uploaded files, without a trailing slash. */
  readonly uploads: string;
  readonly pages: PageMode;
}

/**
 * Returns a site with these URLs; the front end defaults to `home`. By default, the API is also served with the compatible names, and pages are
 * redirected to the front end if it is not the service itself.
 */
export function makeSite(home: string, front = home, isCompatible = true, pages?: PageMode): Site {
  const withoutTrailingSlashes = (url: string) => url.replace(/\/+$/, '');
  const hasFrontEnd = withoutTrailingSlashes(front) !== withoutTrailingSlashes(home);
  return {
    home: withoutTrailingSlashes(home),
    front: withoutTrailingSlashes(front),
    pages: pages ?? (hasFrontEnd ? 'redirect' : 'on'),
    rest: `${withoutTrailingSlashes(home)}/rest`,
    ...(isCompatible && { compatibleRest: `${withoutTrailingSlashes(home)}/wp-json` }),
    uploads: `${withoutTrailingSlashes(home)}/uploads`,
  };
}

/** First path segments that the service itself serves. Entries cannot be published below them. */
export const reservedSegments: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'rest',
  'uploads',
  'wp-admin',
  'wp-json',
]);

/** Whether the service itself serves a path below the front end. A separate front end may use any path. */
export const isReservedPath = ({ home, front }: Pick<Site, 'home' | 'front'>, path: string): boolean =>
  home === front && reservedSegments.has(path.split('/', 2)[1] ?? '');
