// Routes as indexes list them (protocol.md §11).
import { describeRoute, type RouteEntry } from '../../http/describe.ts';
import type { Call } from '../../http/room.ts';
import type { RouteTable } from '../../http/routes.ts';

/** The entries of routes by their listed paths; with their schemas in the help context. */
export const listedRoutes = (routes: RouteTable['routes'], rest: string, call: Call): Record<string, RouteEntry> =>
  Object.fromEntries(routes.map((route) => [route.listed, describeRoute(route, rest, call.args.context === 'help')]));
