// Describes routes for the indexes (protocol.md §11).
import { describeRoute, type RouteEntry } from '../../http/describe.ts';
import type { Call } from '../../http/module.ts';
import type { BoundRoute, RouteTable } from '../../http/routes.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';

/** Returns the index entries of routes, keyed by path. With the `context` `help`, they include schemas. Entries are cached. */
export async function listedRoutes(routes: RouteTable['routes'], call: Call): Promise<Record<string, RouteEntry>> {
  const yielder = new EventLoopYielder();
  const withSchema = call.args.context === 'help';
  const cache = withSchema ? entriesWithSchema : entries;
  const listed: Record<string, RouteEntry> = {};
  for (const route of routes) {
    const entry = cache.get(route) ?? describeRoute(route, call.rest, withSchema);
    cache.set(route, entry);
    listed[route.indexPath] = entry;
    await yielder.turn();
  }
  return listed;
}

/** Caches of entries. They are never invalidated, because declarations do not change. */
const entries = new WeakMap<BoundRoute, RouteEntry>();
const entriesWithSchema = new WeakMap<BoundRoute, RouteEntry>();
