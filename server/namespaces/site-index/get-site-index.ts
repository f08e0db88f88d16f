// GET /: what the site is, and everything it serves (protocol.md §11).
import { wantsLinks } from '../../http/present-outcome.ts';
import { namesOfFields } from '../../http/projection.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { offsetAt } from '../../time/zone-offsets.ts';
import { listedRoutes } from './listed-routes.ts';
import type { IndexParts } from './parts.ts';

/** Answers with the root index. */
export function getSiteIndex({
  site,
  settings,
  clock,
  activeTheme,
  iconAddress,
  uploadSettings,
  authorization,
  tableOf,
}: IndexParts): Operation {
  return {
    async run(call) {
      const { values } = settings;
      const { routes, namespaces } = tableOf(call);
      const named = namesOfFields(call.sent('_fields'));
      const wants = (name: string) => named === undefined || named.includes(name);
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
        site_icon_url: wants('site_icon_url') ? await iconAddress(values.site_icon) : '',
        ...(call.actor.can('upload_files') && uploadSettings),
      };
      const links = indexLinks(call, values, activeTheme(call), named);
      return { kind: 'value', value, ...(links ? { links } : {}), alwaysLinked: true };
    },
  };
}

/**
 * The links, as far as what they belong to is asked for: those of the logo and of the icon come with their numbers, that of
 * the theme which the site uses for those who are told of it, that of the documentation always (protocol.md §11, _links).
 */
function indexLinks(
  { rest, spelling }: Call,
  { site_logo, site_icon }: SettingValues,
  theme: string | undefined,
  named: readonly string[] | undefined,
): object | undefined {
  const all = wantsLinks(named);
  const asksFor = (...names: string[]) => all || names.some((name) => named?.includes(name));
  const media = (type: string, id: number) => ({
    embeddable: true,
    type,
    href: `${rest}${spelling.path('/cms/v2/media')}/${id}`,
  });
  const pictures = [
    ...(site_logo > 0 && asksFor('site_logo') ? [media('site_logo', site_logo)] : []),
    ...(site_icon > 0 && asksFor('site_icon', 'site_icon_url') ? [media('site_icon', site_icon)] : []),
  ];
  const themes = theme !== undefined && all ? [{ href: `${rest}${spelling.path('/cms/v2/themes')}/${theme}` }] : [];
  const own = {
    ...(themes.length > 0 && { [spelling.relation('cms:active-theme')]: themes }),
    ...(pictures.length > 0 && { [spelling.relation('cms:featuredmedia')]: pictures }),
  };
  const links = {
    ...(all && { help: [{ href: `${rest}/docs` }] }),
    ...own,
    ...(Object.keys(own).length > 0 && { curies: spelling.curies(rest) }),
  };
  return Object.keys(links).length > 0 ? links : undefined;
}

/** Hours: a number where they are those of a named zone, else text (protocol.md §11, gmt_offset). */
const gmtOffset = (moment: number, zone: string): string | number =>
  zone === '' ? '0' : offsetAt(moment, zone) / 3_600_000;
