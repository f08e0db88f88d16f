// Reads: every route with every parameter at its dearest, alone and in pairs.
import type { BoundEndpoint, RouteTable } from '../../server/http/routes.ts';
import { asQuery, commonParameters, expensiveValues } from './expensive-values.ts';

/** A read as it is planned. */
export interface PlannedRead {
  /** Below the REST root. */
  readonly path: string;
  /** The query, `''` for none. With another number than 0 it asks for the same otherwise, so that no cache has it. */
  readonly query: (n: number) => string;
}

type Pair = readonly [name: string, value: unknown];

const isList = ({ parameters }: BoundEndpoint): boolean => 'per_page' in parameters;

/** A list is dearest with full pages. */
const full: Pair = ['per_page', 100];
const deep: Pair = ['offset', 15_000];
const embedded: Pair = ['_embed', '1'];

/** Every parameter of an endpoint with every dear value. */
const pairsOf = ({ parameters }: BoundEndpoint): Pair[] =>
  Object.entries(parameters).flatMap(([name, schema]) =>
    expensiveValues(name, schema).map((value): Pair => [name, value]),
  );

/** Each parameter by itself. */
function single(endpoint: BoundEndpoint): Pair[][] {
  const common = Object.entries(commonParameters).flatMap(([name, values]) =>
    values.map((value): Pair[] => [[name, value]]),
  );
  const own = pairsOf(endpoint).map((pair): Pair[] => [pair]);
  if (!isList(endpoint)) return [...common, ...own];
  const filtered = own.filter(([pair]) => pair?.[0] !== 'per_page');
  return [...common, ...own, [full, embedded], ...filtered.map((pairs) => [full, ...pairs])];
}

const placing: readonly string[] = ['orderby', 'order', 'page', 'offset', 'per_page'];

/** Each filter in each order on the first page and on a deep one, and each two filters. */
function combined(endpoint: BoundEndpoint): Pair[][] {
  if (!isList(endpoint)) return [];
  const pairs = pairsOf(endpoint);
  const filters = pairs.filter(([name]) => !placing.includes(name));
  const orders = pairs
    .filter(([name]) => name === 'orderby')
    .flatMap((by): Pair[][] => [
      [by, ['order', 'asc']],
      [by, ['order', 'desc']],
    ]);
  const ordered = filters.flatMap((filter) =>
    orders.flatMap((order): Pair[][] => [
      [full, filter, ...order],
      [full, filter, ...order, deep],
    ]),
  );
  const both = filters.flatMap((one, at) =>
    filters
      .slice(at + 1)
      .filter(([name]) => name !== one[0])
      .map((other): Pair[] => [full, one, other]),
  );
  return [...ordered, ...both];
}

/** IDs of nothing: leaving it out changes no result. */
export const firstUnusedId = 100_000_000;

/**
 * Asks for the same in other words: for one item fewer on a page, and, where a search might be remembered as too slow, without
 * something that is not there.
 */
function varied(pairs: readonly Pair[], n: number): readonly Pair[] {
  const others = pairs.filter(([name]) => name !== 'per_page');
  const [, size = 10] = pairs.find(([name]) => name === 'per_page') ?? [];
  const page: Pair[] = [...others, ['per_page', Number(size) - (n % 9)]];
  const isSearch = others.some(([name]) => name === 'search') && !others.some(([name]) => name === 'exclude');
  return isSearch ? [...page, ['exclude', firstUnusedId + n]] : page;
}

/** How much a read asks for: nothing, one parameter, or several together. */
type Depth = 'alone' | 'single' | 'combined';

const queries: Readonly<Record<Depth, (endpoint: BoundEndpoint) => Pair[][]>> = { alone: () => [[]], single, combined };

/** All reads of a table; `addresses` has the path of each pattern. */
export function* plannedReads(
  table: RouteTable,
  addresses: ReadonlyMap<string, string>,
  depth: Depth,
): Generator<PlannedRead> {
  for (const { declared, endpoints } of table.routes) {
    const path = addresses.get(declared.path) ?? declared.path;
    for (const endpoint of endpoints) {
      if (!endpoint.declared.methods.includes('GET')) continue;
      for (const pairs of queries[depth](endpoint))
        yield { path, query: (n) => asQuery(n === 0 || !isList(endpoint) ? pairs : varied(pairs, n)) };
    }
  }
}
