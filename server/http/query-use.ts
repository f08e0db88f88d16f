// Tracks which query parameters the response to a read depends on. The cache key omits the other parameters
// (protocol.md §3.1: unknown parameters are ignored everywhere).
import { compatibleSpelling, nativeSpelling } from '../../contract/names/spelling.ts';
import { outermostName, parseQuery } from './parameters/query-string.ts';
import { type QueryReads, withoutTrailingSlashes } from './request.ts';
import type { BoundEndpoint, RouteTable } from './routes.ts';

/** Parameters that every route reads (protocol.md §3.3). */
const reserved = ['_fields', '_embed', '_envelope', '_method', '_jsonp', '_pretty'] as const;

/** The parameter for the session nonce, in the spelling of each mount. */
const nonces = [nativeSpelling.name('_cmsnonce'), compatibleSpelling.name('_cmsnonce')];

/** The parameters that an endpoint is known to read. Grows when an operation, permission or presenter reads an undeclared one. */
interface KnownNames {
  readonly names: Set<string>;
  /** Whether the names of a query were enumerated, so that no parameter can be ignored. */
  readsAll: boolean;
}

const knownNames = new WeakMap<BoundEndpoint, KnownNames>();

function knownNamesOf(endpoint: BoundEndpoint): KnownNames {
  const found = knownNames.get(endpoint);
  if (found) return found;
  const { xml } = endpoint.declared;
  const names = new Set<string>([
    ...reserved,
    ...nonces,
    ...Object.keys(endpoint.parameters),
    ...(xml ? [xml.parameter] : []),
  ]);
  const made: KnownNames = { names, readsAll: false };
  knownNames.set(endpoint, made);
  return made;
}

/**
 * A record of the query parameters that are read while a request is served. It applies to all later requests to the endpoint, so that
 * requests which differ in a parameter that was read never share a cached response.
 */
export class QueryUse {
  readonly #known: KnownNames;
  readonly #names = new Set<string>();
  #readsAll = false;
  #recorded: { readonly query: object; readonly proxy: Readonly<Record<string, unknown>> } | undefined;

  constructor(endpoint: BoundEndpoint) {
    this.#known = knownNamesOf(endpoint);
  }

  /** Records that a parameter was read, whether it was submitted or not. */
  record(name: string): void {
    this.#names.add(name);
    this.#known.names.add(name);
  }

  /** Returns a proxy of the query that records which parameters are read. */
  recording(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (this.#recorded?.query !== query) this.#recorded = { query, proxy: new Proxy(query, this.#traps) };
    return this.#recorded.proxy;
  }

  get reads(): QueryReads {
    return this.#readsAll ? 'all' : this.#names;
  }

  readonly #traps: ProxyHandler<Readonly<Record<string, unknown>>> = {
    get: (query, name) => {
      if (typeof name === 'string') this.record(name);
      return Reflect.get(query, name);
    },
    has: (query, name) => {
      if (typeof name === 'string') this.record(name);
      return Reflect.has(query, name);
    },
    ownKeys: (query) => {
      this.#readsAll = true;
      this.#known.readsAll = true;
      return Reflect.ownKeys(query);
    },
  };
}

/** Whether a response depends on any of these parameters. */
export const dependsOn = (reads: QueryReads, names: ReadonlySet<string>): boolean =>
  reads === 'all' ? names.size > 0 : !reads.isDisjointFrom(names);

/** The part of a query that a response may depend on, and the parameters that are ignored. */
export interface UsedQuery {
  /** Whether the response may depend on each of the pairs that `&` separates. */
  readonly isUsed: readonly boolean[];
  readonly ignored: ReadonlySet<string>;
}

/** Returns the part of the query of a GET request that its response may depend on; undefined for the whole query. */
export type FindUsedQuery = (path: string, query: string) => UsedQuery | undefined;

/** Creates the lookup for the routes of a table. */
export const makeFindUsedQuery =
  ({ match }: RouteTable): FindUsedQuery =>
  (path, query) => {
    if (query === '') return undefined;
    const endpoint = match('GET', withoutTrailingSlashes(path))?.endpoint;
    const known = endpoint && knownNamesOf(endpoint);
    if (!known || known.readsAll || !isReadable(query)) return undefined;
    const names = query.split('&').map(outermostName);
    // `_method` selects another endpoint.
    if (names.includes('_method')) return undefined;
    const isUsed = names.map((name) => known.names.has(name));
    if (isUsed.every((each) => each)) return undefined;
    return { isUsed, ignored: new Set(names.filter((_, at) => !isUsed[at])) };
  };

/** Whether a query can be parsed. Invalid queries are rejected even if all of their parameters are unknown. */
function isReadable(query: string): boolean {
  try {
    parseQuery(query);
    return true;
  } catch {
    return false;
  }
}
