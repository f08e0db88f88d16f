// GET /: returns the properties of the site and all routes (protocol.md §11).

import type { Call } from '../../http/module.ts';
import { includesLinkFields } from '../../http/present-outcome.ts';
import { namesOfFields } from '../../http/projection.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { offsetAt } from '../../time/zone-offsets.ts';
import type { IndexDeps } from './deps.ts';
import { listedRoutes } from './listed-routes.ts';
import type { IndexOperations } from './operations.ts';

/** Responds with the site index. */
export function getSiteIndex({
  site,
  settings,
  clock,
  activeTheme,
  iconUrl,
  mounts,
  uploadSettings,
  authorization,
}: IndexDeps): IndexOperations['get-site-index'] {
  return {
    async run(call) {
      const { values } = settings;
      const { routes, namespaces } = mounts.of(call).table;
      const requestedFields = namesOfFields(call.submitted('_fields'));
      const isRequested = (name: string) => requestedFields === undefined || requestedFields.includes(name);
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
        authentication: { 'application-passwords': { endpoints: { authorization } } },
        routes: await listedRoutes(routes, call),
        site_logo: values.site_logo,
        site_icon: values.site_icon,
        site_icon_url: isRequested('site_icon_url') ? await iconUrl(values.site_icon) : '',
        ...(call.actor.can('upload_files') && uploadSettings),
      };
      const links = indexLinks(call, values, activeTheme(call), requestedFields);
      return { kind: 'value', value, ...(links ? { links } : {}), alwaysLinked: true };
    },
  };
}

/**
 * Returns the links for the requested fields: the links to the logo and the icon if links or the fields of the image are requested,
 * and, if links are requested, the links to the documentation and, for callers who may read it, to the active theme (protocol.md §11,
 * _links).
 */
function indexLinks(
  { rest, spelling }: Call,
  { site_logo, site_icon }: SettingValues,
  theme: string | undefined,
  requestedFields: readonly string[] | undefined,
): object | undefined {
  const all = includesLinkFields(requestedFields);
  const isAnyRequested = (...names: string[]) => all || names.some((name) => requestedFields?.includes(name));
  const media = (type: string, id: number) => ({
    embeddable: true,
    type,
    href: `${rest}${spelling.path('/cms/v2/media')}/${id}`,
  });
  const images = [
    ...(site_logo > 0 && isAnyRequested('site_logo') ? [media('site_logo', site_logo)] : []),
    ...(site_icon > 0 && isAnyRequested('site_icon', 'site_icon_url') ? [media('site_icon', site_icon)] : []),
  ];
  const themes = theme !== undefined && all ? [{ href: `${rest}${spelling.path('/cms/v2/themes')}/${theme}` }] : [];
  const relationLinks = {
    ...(themes.length > 0 && { [spelling.relation('cms:active-theme')]: themes }),
    ...(images.length > 0 && { [spelling.relation('cms:featuredmedia')]: images }),
  };
  const links = {
    ...(all && { help: [{ href: `${rest}/docs` }] }),
    ...relationLinks,
    ...(Object.keys(relationLinks).length > 0 && { curies: spelling.curies(rest) }),
  };
  return Object.keys(links).length > 0 ? links : undefined;
}

/** Returns the offset of a time zone in hours, as a number; without a time zone, the string `0` (protocol.md §11, gmt_offset). */
const gmtOffset = (timestamp: number, zone: string): string | number =>
  zone === '' ? '0' : offsetAt(timestamp, zone) / 3_600_000;
