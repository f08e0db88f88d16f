// Implements the public endpoints of the site index and the namespace indexes (protocol.md §11, §12).
import { type IndexEndpoints, siteIndexModule } from '../../../contract/namespaces/site-index.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Call, Module } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import { includesLinkFields } from '../../http/present-outcome.ts';
import { namesOfFields } from '../../http/projection.ts';
import type { SettingValues } from '../../settings/declared.ts';
import type { SiteContext } from '../../site-context.ts';
import { offsetAt } from '../../time/zone-offsets.ts';
import { encodeIndex, routeEntries } from './route-descriptions.ts';

/** Dependencies of the indexes. */
interface IndexDeps {
  readonly site: Pick<SiteContext, 'urls' | 'settings' | 'clock'>;
  /** Returns the name of the active theme; undefined for callers who may not read it. */
  readonly activeTheme: (call: Pick<Call, 'actor'>) => string | undefined;
  /** Returns the URL of the site icon for the image with this ID; empty if there is no such image. */
  readonly iconUrl: (id: number) => Promise<string>;
  /** Fields about image processing, which are presented to callers who may upload files. */
  readonly uploadSettings: object;
  /** URL of the screen on which users authorize applications. */
  readonly authorization: string;
  readonly mounts: Mounts;
}

/** The operations, keyed by their names in the contract. */
type IndexOperations = Operations<IndexEndpoints, object, never>;

/** Whether an index includes schemas. */
const includesSchemas = ({ args }: Call): boolean => args.context === 'help';

// GET /: returns the properties of the site and all routes (protocol.md §11).

/** Responds with the site index. */
function getSiteIndex({
  site: { urls, settings, clock },
  activeTheme,
  iconUrl,
  mounts,
  uploadSettings,
  authorization,
}: IndexDeps): IndexOperations['get-site-index'] {
  return {
    async run(call) {
      const { values } = settings;
      const { table } = mounts.of(call);
      const { routes, namespaces } = table;
      const requestedFields = namesOfFields(call.submitted('_fields'));
      const isRequested = (name: string) => requestedFields === undefined || requestedFields.includes(name);
      const before = {
        name: values.title,
        description: values.description,
        url: urls.home,
        home: urls.front,
        gmt_offset: gmtOffset(clock(), values.timezone),
        timezone_string: values.timezone,
        page_for_posts: values.page_for_posts,
        page_on_front: values.page_on_front,
        show_on_front: values.show_on_front,
        namespaces,
        authentication: { 'application-passwords': { endpoints: { authorization } } },
      };
      const after = {
        site_logo: values.site_logo,
        site_icon: values.site_icon,
        site_icon_url: isRequested('site_icon_url') ? await iconUrl(values.site_icon) : '',
        ...(call.actor.can('upload_files') && uploadSettings),
      };
      const links = indexLinks(call, values, activeTheme(call), requestedFields);
      const indexed = { table, routes, withSchema: includesSchemas(call) };
      if (requestedFields === undefined)
        return {
          kind: 'value',
          value: await encodeIndex(before, indexed, { ...after, ...(links && { _links: links }) }),
        };
      const value = { ...before, routes: await routeEntries(indexed), ...after };
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

// GET /<namespace>: returns the routes of a namespace (protocol.md §12).

/** Responds with the index of the requested namespace. Throws ApiError 404 `rest_invalid_namespace` if it is unknown. */
function getNamespaceIndex({ mounts }: Pick<IndexDeps, 'mounts'>): IndexOperations['get-namespace-index'] {
  return {
    async run(call) {
      const { table } = mounts.of(call);
      const requested = call.args.namespace;
      const namespace = typeof requested === 'string' ? call.spelling.name(requested) : undefined;
      if (namespace === undefined || !table.namespaces.includes(namespace)) {
        throw new ApiError('rest_invalid_namespace', 404, 'No namespace with this name.');
      }
      const routes = table.routes.filter((route) => route.namespace === namespace);
      const indexed = { table, routes, withSchema: includesSchemas(call) };
      const links = { up: [{ href: `${call.rest}/` }] };
      if (namesOfFields(call.submitted('_fields')) === undefined)
        return { kind: 'value', value: await encodeIndex({ namespace }, indexed, { _links: links }) };
      return { kind: 'value', value: { namespace, routes: await routeEntries(indexed) }, links, alwaysLinked: true };
    },
  };
}

/** Returns the module of the indexes. */
export function siteIndexEndpoints(deps: IndexDeps): Module {
  return implement(siteIndexModule, {
    permissions: {},
    operations: { 'get-site-index': getSiteIndex(deps), 'get-namespace-index': getNamespaceIndex(deps) },
  });
}
