// Describes the routes in indexes, as objects and as serialized JSON (protocol.md §11, §12).
import { BoundedMap } from '../../database/bounded-map.ts';
import { describeRoute, type RouteEntry } from '../../http/describe.ts';
import { encodeListItem, type JsonListItem, SerializedJson } from '../../http/json-text.ts';
import type { BoundRoute, RouteTable } from '../../http/routes.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';

/** The described routes of an index. */
export interface IndexedRoutes {
  readonly table: RouteTable;
  readonly routes: readonly BoundRoute[];
  /** Whether the descriptions include schemas, which `context=help` requests. */
  readonly withSchema: boolean;
}

/** Returns the index entries of routes, keyed by path. Entries are cached. */
export async function routeEntries({ table, routes, withSchema }: IndexedRoutes): Promise<Record<string, RouteEntry>> {
  const yielder = new EventLoopYielder();
  const listed: Record<string, RouteEntry> = {};
  for (const route of routes) {
    listed[route.indexPath] = entryOf(route, table, withSchema);
    await yielder.turn();
  }
  return listed;
}

/** Caches of entries. They are never invalidated, because declarations do not change. */
const entries = new WeakMap<BoundRoute, RouteEntry>();
const entriesWithSchema = new WeakMap<BoundRoute, RouteEntry>();

function entryOf(route: BoundRoute, { rest }: RouteTable, withSchema: boolean): RouteEntry {
  const cache = withSchema ? entriesWithSchema : entries;
  const entry = cache.get(route) ?? describeRoute(route, rest, withSchema);
  cache.set(route, entry);
  return entry;
}

/** Maximum number of cached indexes of a mount is twice this number: an index with schemas has several megabytes. */
const maxYoungIndexes = 4;

const indexes = new WeakMap<RouteTable, BoundedMap<string, JsonListItem>>();

/**
 * Returns an index as encoded JSON: the properties `before`, the property `routes`, and the properties `after`, each of which must
 * have a property. The bytes are cached by the properties themselves, so that callers to whom any of them is presented differently
 * never share the bytes, and a changed property appears at once.
 */
export async function encodeIndex(before: object, indexed: IndexedRoutes, after: object): Promise<SerializedJson> {
  const { table, routes, withSchema } = indexed;
  const head = JSON.stringify(before);
  const tail = JSON.stringify(after);
  const key = `${withSchema} ${head.length} ${head}${tail}`;
  const cached = indexes.get(table) ?? new BoundedMap<string, JsonListItem>(maxYoungIndexes);
  indexes.set(table, cached);
  if (cached.find(key) !== undefined) return new SerializedJson(cached.getOrCreate(key, never));
  const yielder = new EventLoopYielder();
  const listed: string[] = [];
  for (const route of routes) {
    listed.push(`${JSON.stringify(route.indexPath)}:${JSON.stringify(entryOf(route, table, withSchema))}`);
    await yielder.turn();
  }
  const json = `${head.slice(0, -1)},"routes":{${listed.join()}},${tail.slice(1)}`;
  return new SerializedJson(cached.getOrCreate(key, () => encodeListItem(json)));
}

function never(): never {
  throw new Error('a value that was found is missing');
}
