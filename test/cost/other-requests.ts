// Generates requests outside the REST routes: pages, files, API descriptions, account pages, MCP tools, and malformed
// requests.

import { assetNames } from '../../server/edge/docs-assets.ts';
import { maxMessages } from '../../server/edge/mcp/messages.ts';
import type { TextGenerator } from '../rendering/slow-texts.ts';
import type { SentRequest } from './client.ts';
import { searchTerms } from './expensive-values.ts';
import { basicShapes, textShapes } from './write-requests.ts';

/** A request, and its name in tables. */
export interface NamedRequest {
  readonly name: string;
  readonly sentRequest: SentRequest;
}

/** Paths of existing pages and files. */
export interface KnownPages {
  /** Paths of public pages of entries. */
  readonly pages: readonly string[];
  /** Paths of uploaded files. */
  readonly files: readonly string[];
}

const get = (path: string, headers?: Readonly<Record<string, string>>): NamedRequest => ({
  name: `GET ${path.slice(0, 100)}${headers ? ` with ${Object.keys(headers)[0]}` : ''}`,
  sentRequest: { method: 'GET', path, ...(headers && { headers }) },
});

const plain = [
  ...[
    '/',
    '/?x=1',
    '/?p=1',
    '/?p=30000',
    '/?page_id=1',
    '/?preview=true&p=1',
    '/?s=e',
    '/nowhere',
    `/${'a/'.repeat(3000)}`,
  ],
  ...[
    '/uploads/nothing.png',
    '/uploads/../octavo.sqlite',
    '/healthz',
    '/readyz',
    '/favicon.ico',
    '/robots.txt',
    '/feed',
  ],
  ...[
    '/page/2/',
    '/page/2999/',
    '/page/999999/',
    '/2018/',
    '/2018/page/99/',
    '/2018/05/',
    '/2018/05/05/',
    '/type/aside/',
  ],
  ...[
    '/?query-0-page=9999',
    '/?replytocom=1',
    '/?cpage=2',
    '/index.php/2018/05/nowhere/',
    '/?attachment_id=1',
    '/archives/7',
  ],
  ...['/feed/atom/', '/feed/json/', '/2018/feed/', '/comments/feed/', '/?feed=rss2&paged=2999', '/?s=e&feed=json'],
  ...['/sitemap.xml', '/sitemap-type-post-1.xml', '/wp-sitemap.xml'],
  ...Object.values(assetNames()).map((name) => `/rest/docs/${name}`),
  ...['/rest', '/wp-json', '/wp-json/', '/wp-json/?x=1', '/rest/openapi.json', '/wp-json/openapi.json', '/rest/docs'],
  ...[
    '/wp-json/docs',
    '/rest/openapi.json?x=1',
    '/account',
    '/account/sign-in',
    '/account/forgotten-password',
    '/account/reset',
  ],
  ...['/account/authorize?app_name=x', '/account/profile', '/account/nonce', '/account/style.css', '/account/nothing'],
  ...['/wp-login.php', '/wp-login.php?action=lostpassword', '/wp-admin/', '/wp-admin/profile.php', '/mcp'],
  ...['/wp-admin/admin-ajax.php?action=rest-nonce', '/wp-admin/authorize-application.php?app_name=x'],
];

const longHeaders = [
  'cookie',
  'if-none-match',
  'if-match',
  'range',
  'origin',
  'accept',
  'authorization',
  'x-forwarded-for',
];

/** Returns reads of paths outside the REST routes, and malformed requests to some of these paths. */
export function otherReads({ pages, files }: KnownPages): NamedRequest[] {
  const pagePaths = pages.flatMap((page) => [
    page,
    `${page}${page.includes('?') ? '&' : '?'}x=1`,
    `${page.replace(/\/?$/, '/')}embed/`,
    ...['2/', 'page/2/', 'comment-page-2/', 'feed/', '?replytocom=1'].map((end) => page.replace(/\/?$/, '/') + end),
  ]);
  const browser = ['/', '/nowhere', '/page/2998/', ...pages].map((path) => get(path, { accept: 'text/html' }));
  const searches = searchTerms.flatMap((term) => [
    get(`/?s=${encodeURIComponent(term)}`),
    get(`/page/50/?s=${encodeURIComponent(term)}`),
    get(`/?s=${encodeURIComponent(term)}&feed=atom`),
  ]);
  const odd = ['/rest/cms/v2/posts', '/', '/uploads/nothing.png', '/account/profile', '/rest/openapi.json'];
  const headers = odd.flatMap((path) => [
    ...longHeaders.map((name) => get(path, { [name]: `"${'a=b; '.repeat(2500)}"` })),
    get(path, Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, 'x']))),
  ]);
  const methods = ['HEAD', 'OPTIONS', 'PROPFIND', 'TRACE', 'PUT', 'DELETE'].flatMap((method) =>
    [...odd, ...pages, '/mcp'].map(
      (path): NamedRequest => ({ name: `${method} ${path}`, sentRequest: { method, path } }),
    ),
  );
  const routes = searchTerms.map((term) => get(`/?rest_route=/cms/v2/posts&search=${encodeURIComponent(term)}`));
  const plainReads = [...plain, ...pagePaths, ...files].map((path) => get(path));
  return [...plainReads, ...browser, ...searches, ...headers, ...methods, ...routes];
}

const form = (path: string, fields: Readonly<Record<string, string>>): NamedRequest => ({
  name: `POST ${path} with ${Object.keys(fields).join(', ')}`,
  sentRequest: {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(fields).toString()),
  },
});

const toMcp = (name: string, body: unknown): NamedRequest => ({
  name: `POST /mcp ${name}`,
  sentRequest: {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: Buffer.from(JSON.stringify(body)),
  },
});

const rpc = (method: string, params: object): NamedRequest =>
  toMcp(`${method} ${JSON.stringify(params).slice(0, 120)}`, { jsonrpc: '2.0', id: 1, method, params });

/** Returns a batch with the maximum number of messages, all of them calls to one tool with different inputs. */
const calls = (name: string, description: string, input: (n: number) => object): NamedRequest =>
  toMcp(
    `${maxMessages} × ${name}, ${description}`,
    Array.from({ length: maxMessages }, (_, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name, arguments: input(id) },
    })),
  );

/** Returns calls to the tool that creates a post: two calls with a long text each, and a batch with many shorter texts. */
const textCalls = ([shape, text]: readonly [string, TextGenerator]): NamedRequest[] => {
  const name = 'octavo-create-post';
  const alone = (length: number) =>
    rpc('tools/call', { name, arguments: { title: `${length} characters: ${shape}`, content: text(length) } });
  return [
    ...[1_000_000, 1_900_000].map(alone),
    calls(name, `90 000 characters: ${shape}`, (n) => ({ title: `Message ${n}`, content: text(90_000) })),
  ];
};

const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'cost', version: '1' } };

/** Returns submissions of the account forms and of the forms of protected pages, with invalid credentials. */
export const otherForms = (pages: readonly string[]): NamedRequest[] => [
  form('/account/sign-in', { login: 'admin', password: 'wrong' }),
  form('/wp-login.php', { log: 'admin', pwd: 'wrong' }),
  form('/wp-login.php', { log: 'nobody', pwd: 'x'.repeat(60_000) }),
  form('/account/forgotten-password', { login: 'admin' }),
  form('/account/reset-password', { key: 'x', login: 'admin', password: 'x' }),
  ...pages.map((page) => form(page, { post_password: 'wrong' })),
];

/** Returns requests of an MCP client, among them a search with every tool. */
export const toolCalls = (tools: readonly string[]): NamedRequest[] => [
  rpc('initialize', initialize),
  rpc('tools/list', {}),
  rpc('ping', {}),
  ...tools.flatMap((name) => [
    rpc('tools/call', { name, arguments: {} }),
    rpc('tools/call', { name, arguments: { search: 'e', per_page: 100 } }),
    rpc('tools/call', { name, arguments: { search: 'e', orderby: 'title', per_page: 100, page: 200 } }),
    calls(name, 'search', (n) => ({ search: 'e', exclude: [900_000 + n], per_page: 100 })),
  ]),
  ...[...textShapes].filter(([name]) => basicShapes.includes(name)).flatMap(textCalls),
  rpc('tools/call', { name: 'octavo-list-posts', arguments: { status: ['draft'], per_page: 100 } }),
];
