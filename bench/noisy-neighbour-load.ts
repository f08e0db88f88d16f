// Repeats one load, as a child process of bench/noisy-neighbour.ts. Its arguments are the name of the load, the origin of the
// service, and an Authorization header for writes. It runs until its parent sends a message, and then sends the number of
// responses by status to the parent.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { generateWords } from '../server/generate/words.ts';

/** The origin of the service under load, and the credentials for writes. */
interface Target {
  readonly origin: string;
  readonly contributor: string;
}

/** A function that runs round number `n` of a load. Returns the status of the response, or 0 if there is none. */
type Round = (target: Target, n: number) => Promise<number>;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function exchange(origin: string, method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const length = body && { 'content-length': String(body.length) };
  const outgoing = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
    response.resume();
    response.on('close', () => resolve(response.statusCode ?? 0));
  });
  outgoing.on('error', () => resolve(0));
  outgoing.end(body);
  return promise;
}

const get =
  (path: (n: number) => string): Round =>
  ({ origin }, n) =>
    exchange(origin, 'GET', path(n));

/** Time after which a connection with unread responses is closed, in milliseconds. */
const unreadTimeoutMs = 500;

/**
 * Returns a round that sends pipelined requests on one connection. It reads the responses only if `isRead`, and returns 200
 * in any case.
 */
const pipelined =
  (count: number, path: (n: number) => string, isRead: boolean): Round =>
  async ({ origin }, n) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    const heads = Array.from({ length: count }, (_, at) => {
      const last = isRead && at === count - 1 ? 'connection: close\r\n' : '';
      return `GET ${path(n * count + at)} HTTP/1.1\r\nhost: ${hostname}\r\n${last}\r\n`;
    });
    socket.write(heads.join(''));
    if (isRead) {
      socket.resume();
      await once(socket, 'close').catch(() => {});
    } else {
      socket.pause();
      await pause(unreadTimeoutMs);
      socket.destroy();
    }
    return 200;
  };

const json = { 'content-type': 'application/json' };

/** Content sizes that are tried, in characters, in descending order. */
const contentSizes = [9_400_000, 4_700_000, 2_000_000, 1_000_000, 500_000, 250_000, 64_000];
let acceptedSize = 0;

/** Returns a round that creates a draft. The first round finds the largest accepted content size, which later rounds use. */
const longContent =
  (unit: string): Round =>
  async ({ origin, contributor }, n) => {
    const send = (size: number) => {
      const post = { title: `Long ${n}`, content: unit.repeat(size / unit.length) };
      return exchange(
        origin,
        'POST',
        '/rest/cms/v2/posts',
        { ...json, authorization: contributor },
        Buffer.from(JSON.stringify(post)),
      );
    };
    if (acceptedSize > 0) return send(acceptedSize);
    for (const size of contentSizes) {
      const status = await send(size);
      acceptedSize = size;
      if (status === 201) return status;
    }
    return 413;
  };

const largeBody = Buffer.from(`{${'"a":1,'.repeat(1_600_000)}"b":1}`);
const commonWord = generateWords(1).find((word) => word.length >= 5) ?? '';
const ids = Array.from({ length: 2000 }, (_, at) => at + 1).join();

/** Loads by name. */
export const loads: Readonly<Record<string, Round>> = {
  'posts?search=a': get((n) => `/rest/cms/v2/posts?search=a&offset=${n}`),
  'posts?search=WORD': get((n) => `/rest/cms/v2/posts?search=${commonWord}&offset=${n}`),
  'search?search=WORD': get((n) => `/rest/cms/v2/search?search=${commonWord}&page=${n + 1}`),
  'posts?search=AAAA…': get((n) => `/rest/cms/v2/posts?search=${'a'.repeat(1600)}&offset=${n}`),
  'posts?after&orderby=title': get((n) => `/rest/cms/v2/posts?after=2011-01-01T00:00:00&orderby=title&offset=${n}`),
  'posts?tags=1…2000': get((n) => `/rest/cms/v2/posts?tags=${ids}&offset=${n}`),
  'posts?per_page=100&_embed': get((n) => `/rest/cms/v2/posts?per_page=100&_embed&page=${(n % 900) + 1}`),
  '100 × posts?search=e': pipelined(100, (n) => `/rest/cms/v2/posts?search=e&offset=${n}`, true),
  '/?s=WORD': get((n) => `/page/${n + 1}/?s=${commonWord}`),
  '/page/N/': get((n) => `/page/${(n % 9000) + 1}/`),
  '/nothing/': get((n) => `/nothing-${n}/`),
  '/feed/?paged=N': get((n) => `/feed/?paged=${(n % 9000) + 1}`),
  sitemaps: get((n) => `/sitemap-type-post-${(n % 100) + 1}.xml`),
  '300 × openapi.json, unread': pipelined(300, () => '/rest/openapi.json', false),
  '300 × /wp-json/?x=N': pipelined(300, (n) => `/wp-json/?x=${n}`, true),
  '300 × /wp-json/?x=N, unread': pipelined(300, (n) => `/wp-json/?x=${n}`, false),
  'content of <a><p>': longContent('<a><p>'),
  'content of shortcodes': longContent('[gallery]'),
  'anonymous bodies of 9.6 MB': ({ origin }) => exchange(origin, 'POST', '/rest/cms/v2/posts', json, largeBody),
};

if (process.channel) {
  const [name = '', origin = '', contributor = ''] = process.argv.slice(2);
  const load = loads[name];
  if (!load) throw new Error(`Unknown load: ${name}.`);
  // A low priority approximates a client on another machine, because the service and the measuring process run first.
  setPriority(10);
  const statuses: Record<number, number> = {};
  let isStopped = false;
  process.once('message', () => (isStopped = true));
  for (let n = 0; !isStopped; n += 1) {
    const status = await load({ origin, contributor }, n);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  process.send?.(statuses);
  process.disconnect?.();
}
