// The root index and the indexes of namespaces (protocol.md §11, §12).
import type { indexOperations } from '../../../contract/namespaces/site-index.ts';
import { describeRoute, type RouteEntry } from '../../http/describe.ts';
import { type Call, everyone, type Operation, type Room } from '../../http/room.ts';
import type { RouteTable } from '../../http/routes.ts';
import { Refusal } from '../../refusal.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Site } from '../../site.ts';
import { offsetAt } from '../../time/zone-offsets.ts';

export interface IndexGifts {
  readonly site: Site;
  readonly settings: Settings;
  readonly clock: () => number;
  /** The routes of the service, known once all rooms are joined. */
  readonly table: () => RouteTable;
}

/** Joins the room's operations; anyone may read an index. */
export function siteIndexRoom(gifts: IndexGifts): Room {
  const operations: Record<(typeof indexOperations)[number], Operation> = {
    'get-site-index': { run: async (call) => ({ kind: 'value', ...siteIndex(gifts, call) }) },
    'get-namespace-index': { run: async (call) => ({ kind: 'value', ...namespaceIndex(gifts, call) }) },
  };
  return { permissions: { everyone }, operations };
}

function siteIndex({ site, settings, clock, table }: IndexGifts, call: Call): { value: object; links: object } {
  const { values } = settings;
  const { routes, namespaces } = table();
  const value = {
    name: values.title,
    description: values.description,
    url: site.home,
    home: site.front,
    gmt_offset: gmtOffset(clock(), values.timezone),
    timezone_string: values.timezone,
    page_for_posts: values.page_for_posts,
    page_on_front: values.page_on_front,
    show_on_front: values.show_on_front,
    namespaces,
    authentication: {},
    routes: listed(routes, site.rest, call),
  };
  return { value, links: {} };
}

/** Hours, as text: `0`, `2`, `-3.5`. */
const gmtOffset = (moment: number, zone: string): string => String(zone === '' ? 0 : offsetAt(moment, zone) / 3_600_000);

function namespaceIndex({ site, table }: IndexGifts, call: Call): { value: object; links: object } {
  const { routes, namespaces } = table();
  const namespace = call.args['namespace'];
  if (typeof namespace !== 'string' || !namespaces.includes(namespace)) {
    throw new Refusal('rest_invalid_namespace', 404, 'There is no namespace of this name.');
  }
  const own = routes.filter((route) => route.namespace === namespace);
  return { value: { namespace, routes: listed(own, site.rest, call) }, links: { up: [{ href: `${site.rest}/` }] } };
}

const listed = (routes: RouteTable['routes'], rest: string, call: Call): Record<string, RouteEntry> =>
  Object.fromEntries(routes.map((route) => [route.listed, describeRoute(route, rest, call.args['context'] === 'help')]));
