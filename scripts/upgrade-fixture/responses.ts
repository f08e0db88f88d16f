// Records the responses that are saved with a fixture and that later versions must still return.
import { createHash } from 'node:crypto';
import type { Body, Client, ClientResponse } from './client.ts';

/** The part of a response that is saved and compared. */
export interface SavedResponse {
  readonly status: number;
  /** Values of the headers with the totals of a list; absent for other responses. */
  readonly totals?: readonly (string | null)[];
  /** The parsed JSON body, or the MIME type and the SHA-256 hash of a body in another format. */
  readonly body: unknown;
}

/** Responses by request. A key is `USERNAME METHOD PATH`, with `-` as the username of anonymous callers. */
export type SavedResponses = Readonly<Record<string, SavedResponse>>;

const everyStatus = 'status=publish,future,draft,pending,private,trash';
const allInOrder = 'context=edit&per_page=100&order=asc&orderby=id';

/** REST bases of the content types that have revisions. */
const revisedTypes = ['posts', 'pages', 'recipes', 'blocks', 'navigation', 'forms'];

const listPaths = [
  ...revisedTypes.map((base) => `/cms/v2/${base}?${everyStatus}&${allInOrder}`),
  `/cms/v2/places?${everyStatus}&${allInOrder}`,
  `/cms/v2/media?${allInOrder}`,
  `/cms/v2/menu-items?status=publish,draft&${allInOrder}`,
  ...['categories', 'tags', 'cuisines', 'regions', 'cms_pattern_category', 'menus'].map(
    (base) => `/cms/v2/${base}?${allInOrder}`,
  ),
  ...['approve', 'hold', 'spam', 'trash'].map((status) => `/cms/v2/comments?status=${status}&${allInOrder}`),
  `/cms/v2/comments?type=note&status=all&${allInOrder}`,
  `/cms/v2/users?${allInOrder}`,
  '/cms/v2/font-families?context=edit&order=asc',
];

/** Paths that are read as an administrator, in addition to lists. */
const itemPaths = [
  ...['settings', 'menu-locations', 'types/recipe?context=edit', 'types/place?context=edit'],
  ...['taxonomies/cuisine?context=edit', 'taxonomies/region?context=edit', 'font-collections/house'],
  ...['templates/quarto//landing', 'templates/quarto//404', 'template-parts/quarto//header'].map(
    (path) => `${path}?context=edit`,
  ),
  'template-parts/quarto//aside?context=edit',
].map((path) => `/cms/v2/${path}`);

/** Paths in the namespaces of extensions and of the service that are read as an administrator. */
const extensionPaths = [
  '/age-check/v3/admin/settings',
  '/age-check/v3/admin/terms/selected?taxonomy=category',
  '/sbc/v1/settings',
  '/sbc/v1/receipts',
  '/spamfilter/v1/key',
  '/spamfilter/v1/settings',
  '/spamfilter/v1/stats?interval=all',
  '/octavo/v1/webhooks?_fields=id,url,kinds,types,description,created',
];

/** Paths that are read anonymously. */
const anonymousPaths = [
  '/?_fields=name,description,url,home,gmt_offset,timezone_string',
  '/cms/v2/posts?per_page=3&_embed=1',
  '/cms/v2/posts?slug=revised',
  '/cms/v2/posts?sticky=true&_fields=id,title',
  '/cms/v2/posts?search=words&orderby=title&order=asc&_fields=id,title',
  '/cms/v2/posts?status=draft',
  '/cms/v2/pages?orderby=menu_order&_fields=id,link,parent,template',
  '/cms/v2/recipes?_fields=id,meta,cuisines,regions',
  '/cms/v2/search?search=soup',
  '/cms/v2/comments?_fields=id,post,parent,author_name,content',
  '/cms/v2/users',
  '/sbc/v1/consent',
];

/**
 * Sends all requests and returns their responses. `admin` must be allowed to read everything. Audit events after `before`
 * are excluded, because the requests themselves create some.
 */
export async function recordResponses(admin: Client, anonymous: Client, before: string): Promise<SavedResponses> {
  const responses: Record<string, SavedResponse> = {};
  const read = async (path: string, login = 'admin'): Promise<Body> => {
    const response = await (login === 'admin' ? admin : anonymous).send('GET', path);
    responses[`${login} GET ${path}`] = toSavedResponse(response);
    return response.body;
  };
  for (const path of [...listPaths, ...itemPaths, ...extensionPaths]) await read(path);
  for (const path of anonymousPaths) await read(path, '-');
  for (const base of revisedTypes)
    for (const { id } of await admin.get(`/cms/v2/${base}?${everyStatus}&${allInOrder}`))
      if ((await admin.get(`/cms/v2/${base}/${id}/revisions`)).length > 0)
        await readRevisions(read, `/cms/v2/${base}/${id}`);
  await readDesign(admin, read);
  for (const { id } of await admin.get(`/cms/v2/forms?${allInOrder}`))
    await read(`/cmsforms/v1/forms/${id}/submissions`);
  const [user] = await admin.get('/cms/v2/users?slug=editor-1');
  await read(
    `/cms/v2/users/${user.id}/application-passwords?_fields=uuid,app_id,name,created,expires,read_only,namespaces`,
  );
  await read(`/octavo/v1/audit-log?per_page=100&before=${before}`);
  for (const path of await filesOf(admin)) await read(path, '-');
  return responses;
}

type Read = (path: string, login?: string) => Promise<Body>;

/** Compared fields of autosaves. The preview link is not among them, because it expires. */
const autosaveFields = 'id,parent,author,date,date_gmt,modified,slug,title,content,excerpt';

/** Reads the revisions and autosaves below a path. */
async function readRevisions(read: Read, path: string): Promise<void> {
  await read(`${path}/revisions?context=edit`);
  await read(`${path}/autosaves?context=edit&_fields=${autosaveFields}`);
}

/** Reads the records below templates, template parts, styles and font families. */
async function readDesign(admin: Client, read: Read): Promise<void> {
  for (const path of ['templates/quarto//landing', 'template-parts/quarto//header'])
    await readRevisions(read, `/cms/v2/${path}`);
  const theme = await admin.get('/cms/v2/themes/quarto');
  const styles = theme._links['cms:user-global-styles'][0].href.split('/cms/v2/')[1];
  await read(`/cms/v2/${styles}?context=edit`);
  await read(`/cms/v2/${styles}/revisions?context=edit`);
  for (const { id } of await admin.get('/cms/v2/font-families')) await read(`/cms/v2/font-families/${id}/font-faces`);
}

/** Returns the paths of all uploaded files, including all image sizes, relative to the REST root. */
async function filesOf(admin: Client): Promise<string[]> {
  const media: Body[] = await admin.get('/cms/v2/media?per_page=100&context=edit');
  const urls = media.flatMap(({ source_url: url, media_details: { sizes = {} } }) => [
    url,
    ...Object.values(sizes as Record<string, { source_url: string }>).map((size) => size.source_url),
  ]);
  const paths = urls
    .filter((url) => url.startsWith('http://fixture.example/'))
    .map((url) => `/..${new URL(url).pathname}`);
  return [...new Set(paths)].sort();
}

/** Converts a response to the format that is saved and compared. */
export function toSavedResponse({ status, headers, body, bytes }: ClientResponse): SavedResponse {
  const type = headers.get('content-type') ?? '';
  const totals = ['x-cms-total', 'x-cms-totalpages'].map((name) => headers.get(name));
  return {
    status,
    ...(totals.some((total) => total !== null) && { totals }),
    body: type.includes('json') ? body : { type, sha256: createHash('sha256').update(bytes).digest('hex') },
  };
}
