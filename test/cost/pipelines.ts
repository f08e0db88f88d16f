// Generates pipelines: many requests on one connection, whose responses are not read.
import type { SentRequest } from './client.ts';
import { commonWord } from './cost-site.ts';
import type { KnownPages } from './other-requests.ts';

/** A generator of pipelined requests; `n` is the number of the request. */
export interface PlannedPipeline {
  readonly name: string;
  readonly make: (n: number) => SentRequest;
}

const get = (name: string, path: (n: number) => string): PlannedPipeline => ({
  name: `GET ${name}`,
  make: (n) => ({ method: 'GET', path: path(n) }),
});

const json = (path: string, body: (n: number) => object): PlannedPipeline => ({
  name: `POST ${path}`,
  make: (n) => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body(n))),
  }),
});

/** Lengths of pipelines, in requests. */
export const pipelineLengths = [16, 100, 300] as const;

export const plannedPipelines = ({ pages, files }: KnownPages): PlannedPipeline[] => [
  ...['/rest/openapi.json', '/wp-json/openapi.json', '/rest/docs', '/wp-json/docs', '/account/sign-in', '/nowhere'].map(
    (path) => get(path, () => path),
  ),
  ...[...pages, ...files].map((path) => get(path, () => path)),
  get('/rest/?x=N', (n) => `/rest/?x=${n}`),
  get('/wp-json/?x=N', (n) => `/wp-json/?x=${n}`),
  get('/rest/cms/v2/posts', () => '/rest/cms/v2/posts'),
  get('/rest/cms/v2/posts?x=N', (n) => `/rest/cms/v2/posts?x=${n}`),
  get('/wp-json/wp/v2/posts?per_page=100&_embed&x=N', (n) => `/wp-json/wp/v2/posts?per_page=100&_embed&x=${n}`),
  get('/rest/cms/v2/posts?per_page=100&page=N', (n) => `/rest/cms/v2/posts?per_page=100&page=${n + 1}`),
  get('/rest/cms/v2/posts?per_page=100&_embed&page=N', (n) => `/rest/cms/v2/posts?per_page=100&_embed&page=${n + 1}`),
  get('/rest/cms/v2/posts/N', (n) => `/rest/cms/v2/posts/${n + 2}`),
  get('/rest/cms/v2/posts/nothing-N', (n) => `/rest/cms/v2/nothing-${n}`),
  get('/rest/cms/v2/posts?search=e', () => '/rest/cms/v2/posts?search=e'),
  get('/rest/cms/v2/posts?search=e&offset=N', (n) => `/rest/cms/v2/posts?search=e&offset=${n}`),
  get('/rest/cms/v2/posts?search=WORD&offset=N', (n) => `/rest/cms/v2/posts?search=${commonWord}&offset=${n}`),
  get('/rest/cms/v2/search?search=a&page=N', (n) => `/rest/cms/v2/search?search=a&page=${n + 1}`),
  get('/rest/cms/v2/comments?per_page=100&page=N', (n) => `/rest/cms/v2/comments?per_page=100&page=${(n % 40) + 1}`),
  get('/rest/cms/v2/users?search=e&x=N', (n) => `/rest/cms/v2/users?search=e&x=${n}`),
  get('/rest/cms/v2/settings', () => '/rest/cms/v2/settings'),
  get('/rest/cms-abilities/v1/abilities?x=N', (n) => `/rest/cms-abilities/v1/abilities?x=${n}`),
  get('/rest/octavo/v1/events', () => '/rest/octavo/v1/events'),
  json('/rest/cms/v2/posts', (n) => ({ title: `Sent ${n}`, content: 'Text '.repeat(400) })),
  json('/rest/cms/v2/comments', (n) => ({
    ...{ post: 1, author_name: 'Reader', author_email: 'reader@site.test' },
    content: `Sent on one connection ${n} ${Math.random()}`,
  })),
  json('/rest/batch/v1', (n) => ({
    requests: Array.from({ length: 25 }, (_, at) => ({ path: '/cms/v2/posts', body: { title: `Sent ${n} ${at}` } })),
  })),
  json('/mcp', () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })),
];
