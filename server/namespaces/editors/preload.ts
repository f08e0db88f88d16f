// Collects the responses to the requests with which a block editor begins, so that it need not send these requests.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Api } from '../../http/api.ts';
import { encodeJson, type Json, joinProperties, toText } from '../../http/json-text.ts';
import type { Call } from '../../http/module.ts';
import { type ApiResponse, makeRequest } from '../../http/request.ts';
import { etagOf } from '../../http/state.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';
import { CpuBudget } from '../../workers/work-scope.ts';
import type { EditedEntry } from './editor-settings.ts';

/** A request whose response is preloaded. Its path has native names. */
interface PreloadRequest {
  readonly method: 'GET' | 'OPTIONS';
  readonly path: string;
}

/** The values that the requests of an editor depend on. */
export interface PreloadOptions {
  readonly entry: EditedEntry;
  /** Name of the active theme. */
  readonly theme: string;
  /** ID of the global styles; undefined if there are none. */
  readonly globalStyles: number | undefined;
  /** Whether the caller may change the global styles, so that an editor requests them in the edit context. */
  readonly mayEditStyles: boolean;
  /** The name of the type in the spelling of the mount. */
  readonly typeName: string;
}

/** Fields of the site index that block editors request. */
const indexFields = [
  ...['description', 'gmt_offset', 'home', 'image_max_bit_depth', 'image_sizes', 'image_size_threshold'],
  ...['image_strip_meta', 'name', 'site_icon', 'site_icon_url', 'site_logo', 'timezone_string', 'url'],
  ...['page_for_posts', 'page_on_front', 'show_on_front'],
];

const withQuery = (path: string, query: Readonly<Record<string, string | number>>): string =>
  `${path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

/**
 * Returns the requests that `initializeEditor` of `@wordpress/edit-post` 8.55 sends before it renders, that of the entry first. It discards
 * other preloaded responses. Each is for a single record or a short list, so their number and work do not depend on the size of the site.
 */
export function listPreloadRequests(options: PreloadOptions): readonly PreloadRequest[] {
  const { entry, theme, globalStyles, mayEditStyles, typeName } = options;
  const { row, type } = entry;
  const collection = `/${type.restNamespace}/${type.restBase}`;
  const item = `${collection}/${row.id}`;
  const api = '/cms/v2';
  const styles = `${api}/global-styles`;
  const siteStyles = globalStyles === undefined ? [] : [`${styles}/${globalStyles}`];
  const hasAuthor = type.supports.includes('author') && row.author !== 0;
  const edit = { context: 'edit' };
  const view = { context: 'view' };
  const gets = [
    withQuery(item, edit),
    ...(type.description.supports.autosave ? [withQuery(`${item}/autosaves`, edit)] : []),
    withQuery(`${api}/types/${type.name}`, edit),
    withQuery(`${api}/types`, view),
    withQuery(`${api}/taxonomies`, view),
    withQuery(`${api}/taxonomies`, edit),
    withQuery('/', { _fields: indexFields.join() }),
    `${api}/users/me`,
    ...(hasAuthor ? [withQuery(`${api}/users/${row.author}`, { ...view, _fields: 'id,name' })] : []),
    withQuery(`${api}/themes`, { ...edit, status: 'active' }),
    withQuery(`${styles}/themes/${theme}`, view),
    withQuery(`${styles}/themes/${theme}/variations`, view),
    ...siteStyles.map((path) => withQuery(path, mayEditStyles ? edit : view)),
    ...['front-page', templateSlug(row, type, typeName)].map((slug) => withQuery(`${api}/templates/lookup`, { slug })),
    `${api}/settings`,
    `${api}/block-patterns/categories`,
  ];
  const described = ['settings', 'media', 'pages', 'blocks', 'templates'].map((base) => `${api}/${base}`);
  return [
    ...unique(gets).map((path): PreloadRequest => ({ method: 'GET', path })),
    ...unique([...described, collection, ...siteStyles]).map((path): PreloadRequest => ({ method: 'OPTIONS', path })),
  ];
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];

/** Returns the slug by which editors find the template of an entry. */
function templateSlug({ slug }: EditedEntry['row'], type: ContentType, typeName: string): string {
  const general = type.name === 'page' ? 'page' : `single-${typeName}`;
  return slug === '' ? general : `${general}-${slug}`;
}

/** Response headers that clients read, by their native names. */
const preloadedHeaders = ['Allow', 'Link', 'X-CMS-Total', 'X-CMS-TotalPages'];

/** Maximum size of all preloaded bodies together, in characters, without that of the entry, which comes first. */
const maxPreloadLength = 4 * 1024 * 1024;

/**
 * Performs the requests as the caller, and returns the successful responses as JSON, keyed by path in the spelling of the mount, as the
 * preloading middleware of block editors expects them. Other responses, and those for which there is no space, are omitted: the editor
 * requests them itself. All requests share one CPU budget.
 */
export async function preload(
  api: Api,
  call: Pick<Call, 'actor' | 'from' | 'work' | 'reserve'>,
  requests: readonly PreloadRequest[],
): Promise<string> {
  const { spelling } = api;
  const yielder = new EventLoopYielder();
  const budget = new CpuBudget();
  const collected: Record<PreloadRequest['method'], Record<string, string>> = { GET: {}, OPTIONS: {} };
  let length = 0;
  for (const [at, { method, path: native }] of requests.entries()) {
    const path = spelling.path(native);
    const request = makeRequest(method, path, { from: call.from, signal: call.work.signal, budget });
    const response = await api.dispatchAs(call.actor, { ...request, ...(call.reserve && { reserve: call.reserve }) });
    await yielder.turn();
    if (response.status !== 200 || response.body === undefined) continue;
    const body = toText(response.body);
    if (at > 0 && length + body.length > maxPreloadLength) continue;
    if (at > 0) length += body.length;
    collected[method][path] = joinProperties({
      body,
      headers: JSON.stringify(headersOf(method, response, response.body, api)),
    });
  }
  return joinProperties({ ...collected.GET, OPTIONS: joinProperties(collected.OPTIONS) });
}

/** Returns the relevant headers of a response in the spelling of the mount, with the ETag that the HTTP server adds to reads. */
function headersOf(
  method: PreloadRequest['method'],
  response: ApiResponse,
  body: Json,
  { spelling }: Api,
): Readonly<Record<string, string>> {
  const names = preloadedHeaders.map((name) => spelling.header(name)).filter((name) => name in response.headers);
  return {
    ...Object.fromEntries(names.map((name) => [name, response.headers[name] ?? ''])),
    ...(method === 'GET' && { ETag: etagOf(encodeJson(body).digest, response.state) }),
  };
}
