// Creates the mounts of the API: the native REST root and the compatible one (docs/architecture.md, Mounts and names).
import type { Api } from '../http/api.ts';
import type { ApiRoot } from '../page-layout/page.ts';

/** URLs of the service, without trailing slashes: its home, its native REST root, and the front end. */
export interface SiteUrls {
  readonly home: string;
  readonly rest: string;
  /** Default: the home. */
  readonly front?: string;
}

/** The part of the API that a mount needs: its dispatcher, and functions derived from its routes. */
export type ServedApi = Pick<Api, 'spelling' | 'dispatch'> &
  Partial<Pick<Api, 'table' | 'findUsedQuery' | 'rejectLargeBody'>>;

export interface Mount extends ServedApi {
  /** Path of the REST root. */
  readonly path: string;
  /** URL and relation of the REST root, for a `Link` header. */
  readonly root: ApiRoot;
}

const mountOf = (api: ServedApi, home: string, path = api.spelling.restPath): Mount => {
  const mount = { path, root: { url: `${home}${path}/`, rel: api.spelling.rootRelation } };
  // A spread would read `table`, which may be compiled when it is first read.
  return Object.defineProperties(mount, Object.getOwnPropertyDescriptors(api)) as Mount;
};

/** Returns the mount that only the admin uses. It is that of existing clients at another path, also if they are not served. */
export const adminMountOf = ({ home }: SiteUrls, compatible: ServedApi): Mount =>
  mountOf(compatible, home, '/admin/api');

/** Returns the mounts of a site: the native one and, if served, the compatible one. */
export const mountsOf = (
  { home }: SiteUrls,
  native: ServedApi,
  compatible?: ServedApi,
): readonly [Mount, ...Mount[]] => [mountOf(native, home), ...(compatible ? [mountOf(compatible, home)] : [])];
