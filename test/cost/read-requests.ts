// Generates reads of every route with expensive values of every parameter, alone and in pairs.
import type { BoundEndpoint, RouteTable } from '../../server/http/routes.ts';
import { asQuery, commonParameters, expensiveValues } from './expensive-values.ts';

/** A read that is measured. */
export interface PlannedRead {
  /** Path below the REST root. */
  readonly path: string;
  /**
   * Returns the query, or `''` if there is none. Values of `n` other than 0 return variations with the same result that
   * are not cached.
   */
  readonly query: (n: number) => string;
}

type Pair = readonly [name: string, value: unknown];

const isList = ({ parameters }: BoundEndpoint): boolean => 'per_page' in parameters;

/** Parameter for full pages, with which lists are the most expensive. */
const full: Pair = ['per_page', 100];
const deep: Pair = ['offset', 15_000];
const embedded: Pair = ['_embed', '1'];

/** Returns every parameter of an endpoint with each of its expensive values. */
const pairsOf = ({ parameters }: BoundEndpoint): Pair[] =>
  Object.entries(parameters).flatMap(([name, schema]) =>
    expensiveValues(name, schema).map((value): Pair => [name, value]),
  );

/** Returns queries with one parameter each. */
function single(endpoint: BoundEndpoint): Pair[][] {
  const common = Object.entries(commonParameters).flatMap(([name, values]) =>
    values.map((value): Pair[] => [[name, value]]),
  );
  const own = pairsOf(endpoint).map((pair): Pair[] => [pair]);
  if (!isList(endpoint)) return [...common, ...own];
  const filtered = own.filter(([pair]) => pair?.[0] !== 'per_page');
  return [...common, ...own, [full, embedded], ...filtered.map((pairs) => [full, ...pairs])];
}

const orderParameters: readonly string[] = ['orderby', 'order', 'page', 'offset', 'per_page'];

/** Returns queries with each filter in each order on the first and on a deep page, and with each pair of filters. */
function combined(endpoint: BoundEndpoint): Pair[][] {
  if (!isList(endpoint)) return [];
  const pairs = pairsOf(endpoint);
  const filters = pairs.filter(([name]) => !orderParameters.includes(name));
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

/** First ID that no record has. Excluding it does not change the result of a list. */
export const firstUnusedId = 100_000_000;

/**
 * Returns a variation of a query: with up to eight items fewer per page and, for searches, with an excluded ID that no record
 * has, because a search that was too slow may be cached.
 */
function variationOf(pairs: readonly Pair[], n: number): readonly Pair[] {
  const others = pairs.filter(([name]) => name !== 'per_page');
  const [, size = 10] = pairs.find(([name]) => name === 'per_page') ?? [];
  const page: Pair[] = [...others, ['per_page', Number(size) - (n % 9)]];
  const isSearch = others.some(([name]) => name === 'search') && !others.some(([name]) => name === 'exclude');
  return isSearch ? [...page, ['exclude', firstUnusedId + n]] : page;
}

/** Number of parameters in a read: none (`alone`), one, or several. */
type Depth = 'alone' | 'single' | 'combined';

const queries: Readonly<Record<Depth, (endpoint: BoundEndpoint) => Pair[][]>> = { alone: () => [[]], single, combined };

/** Generates the reads of all routes. `paths` maps route patterns to paths of existing records. */
export function* plannedReads(
  table: RouteTable,
  paths: ReadonlyMap<string, string>,
  depth: Depth,
): Generator<PlannedRead> {
  for (const { declared, endpoints } of table.routes) {
    const path = paths.get(declared.path) ?? declared.path;
    for (const endpoint of endpoints) {
      if (!endpoint.declared.methods.includes('GET')) continue;
      for (const pairs of queries[depth](endpoint))
        yield { path, query: (n) => asQuery(n === 0 || !isList(endpoint) ? pairs : variationOf(pairs, n)) };
    }
  }
}
