// Which parameters of a query the response to a read depends on. Those that it does not depend on need not be looked at to
// know whether the response is cached already (protocol.md §3.1: unknown parameters are ignored everywhere).
import { compatibleSpelling, nativeSpelling } from '../../contract/names/spelling.ts';
import { outermostName, parseQuery } from './parameters/query-string.ts';
import { type QueryReads, withoutTrailingSlashes } from './request.ts';
import type { BoundEndpoint, RouteTable } from './routes.ts';

/** Names that every route reads (protocol.md §3.3). */
const reserved = ['_fields', '_embed', '_envelope', '_method', '_jsonp', '_pretty'] as const;

/** The nonce beside a session, as the mounts spell it. */
const nonces = [nativeSpelling.name('_cmsnonce'), compatibleSpelling.name('_cmsnonce')];

/** What an endpoint is known to read. Grows when an operation, a rule or a presenter reads what is not declared. */
interface KnownNames {
  readonly names: Set<string>;
  /** Something has looked at all names, so that none is ignored. */
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
 * Records what is read of one request's query. It holds for all further requests to the endpoint, so that none shares a
 * cached response with requests that differ from it in a name which was read to build that response.
 */
export class QueryUse {
  readonly #known: KnownNames;
  readonly #names = new Set<string>();
  #readsAll = false;
  #recorded: { readonly query: object; readonly proxy: Readonly<Record<string, unknown>> } | undefined;

  constructor(endpoint: BoundEndpoint) {
    this.#known = knownNamesOf(endpoint);
  }

  /** Records that a name was read, whether it was sent or not. */
  record(name: string): void {
    this.#names.add(name);
    this.#known.names.add(name);
  }

  /** The same query, recording what is read of it. */
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

/** Whether a response depends on any of these names. */
export const dependsOn = (reads: QueryReads, names: ReadonlySet<string>): boolean =>
  reads === 'all' ? names.size > 0 : !reads.isDisjointFrom(names);

/** The part of a query that a response may depend on, and the names that are ignored. */
export interface UsedQuery {
  /** Which of the pairs between `&` count. */
  readonly counts: readonly boolean[];
  readonly ignored: ReadonlySet<string>;
}

/** Tells which part of the query of a GET request counts; undefined: all of it does. */
export type FindUsedQuery = (path: string, query: string) => UsedQuery | undefined;

/** Finds the used part of queries by the routes of a table. */
export const makeFindUsedQuery =
  ({ match }: RouteTable): FindUsedQuery =>
  (path, query) => {
    if (query === '') return undefined;
    const endpoint = match('GET', withoutTrailingSlashes(path))?.endpoint;
    const known = endpoint && knownNamesOf(endpoint);
    if (!known || known.readsAll || !isReadable(query)) return undefined;
    const names = query.split('&').map(outermostName);
    // A method in the query is another endpoint's.
    if (names.includes('_method')) return undefined;
    const counts = names.map((name) => known.names.has(name));
    if (counts.every((each) => each)) return undefined;
    return { counts, ignored: new Set(names.filter((_, at) => !counts[at])) };
  };

/** Whether the parameters of a query can be read at all: what cannot be is refused, unknown names or not. */
function isReadable(query: string): boolean {
  try {
    parseQuery(query);
    return true;
  } catch {
    return false;
  }
}
