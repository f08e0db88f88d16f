// Where the API can be reached: below its own REST root, and below that of existing clients (architecture.md §3).
import type { Api } from '../http/api.ts';

/** Where the service is, without slashes at the ends: its home, and its own REST root below it. */
export interface Addresses {
  readonly home: string;
  readonly rest: string;
}

/** The part of the API that a mount needs: its dispatcher, and what is derived from its routes. */
export type ServedApi = Pick<Api, 'spelling' | 'dispatch'> &
  Partial<Pick<Api, 'table' | 'findUsedQuery' | 'refuseLargeBody'>>;

export interface Mount extends ServedApi {
  /** The path of its REST root. */
  readonly path: string;
  /** The REST root's address and the relation that names it, for a `Link` header. */
  readonly root: { readonly address: string; readonly rel: string };
}

const mountOf = (api: ServedApi, home: string): Mount => {
  const { restPath: path, rootRelation: rel } = api.spelling;
  return { ...api, path, root: { address: `${home}${path}/`, rel } };
};

/** Returns the mounts of a site: its own, and that of existing clients where the API is served in their spelling. */
export const mountsOf = (
  { home }: Addresses,
  native: ServedApi,
  compatible?: ServedApi,
): readonly [Mount, ...Mount[]] => [mountOf(native, home), ...(compatible ? [mountOf(compatible, home)] : [])];
