// Routes as indexes list them (protocol.md §11).
import { describeRoute, type RouteEntry } from '../../http/describe.ts';
import type { Call } from '../../http/room.ts';
import type { BoundRoute, RouteTable } from '../../http/routes.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';

/** The entries of routes by their listed paths; with their schemas in the help context. Each is described once. */
export async function listedRoutes(routes: RouteTable['routes'], call: Call): Promise<Record<string, RouteEntry>> {
  const yielder = new EventLoopYielder();
  const withSchema = call.args.context === 'help';
  const known = withSchema ? entriesWithSchema : entries;
  const listed: Record<string, RouteEntry> = {};
  for (const route of routes) {
    const entry = known.get(route) ?? describeRoute(route, call.rest, withSchema);
    known.set(route, entry);
    listed[route.listed] = entry;
    await yielder.turn();
  }
  return listed;
}

/** What was described already: declarations never change. */
const entries = new WeakMap<BoundRoute, RouteEntry>();
const entriesWithSchema = new WeakMap<BoundRoute, RouteEntry>();
