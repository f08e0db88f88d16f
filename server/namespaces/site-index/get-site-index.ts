// GET /: what the site is, and everything it serves (protocol.md §11).
import type { Operation } from '../../http/room.ts';
import { offsetAt } from '../../time/zone-offsets.ts';
import { listedRoutes } from './listed-routes.ts';
import type { IndexParts } from './parts.ts';

/** Answers with the root index. */
export function getSiteIndex({ site, settings, clock, table, uploadSettings }: IndexParts): Operation {
  return {
    async run(call) {
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
        routes: listedRoutes(routes, site.rest, call),
        ...(call.actor.can('upload_files') && uploadSettings),
      };
      return { kind: 'value', value, links: {} };
    },
  };
}

/** Hours, as text: `0`, `2`, `-3.5`. */
const gmtOffset = (moment: number, zone: string): string =>
  String(zone === '' ? 0 : offsetAt(moment, zone) / 3_600_000);
