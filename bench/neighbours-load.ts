// The client that repeats one expensive request (bench/neighbours.ts): a process of its own. Its arguments name the request; it runs
// until it is stopped, and sends the statuses that it received to its parent.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { wordsOf } from '../server/generate/words.ts';

/** The address that a load is sent to, and the credentials for writes. */
interface Target {
  readonly origin: string;
  readonly contributor: string;
}

/** One round of a load; `n` tells rounds apart. Gives the status, 0 where there was none. */
type Round = (target: Target, n: number) => Promise<number>;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function exchange(origin: string, method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const length = body && { 'content-length': String(body.length) };
  const sent = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
    answer.resume();
    answer.on('close', () => resolve(answer.statusCode ?? 0));
  });
  sent.on('error', () => resolve(0));
  sent.end(body);
  return promise;
}

const get =
  (path: (n: number) => string): Round =>
  ({ origin }, n) =>
    exchange(origin, 'GET', path(n));

/** Time after which a connection whose responses are not read is closed. Milliseconds. */
const heldMs = 500;

/** Sends pipelined requests on one connection; their responses are read or left unread. */
const pipelined =
  (many: number, path: (n: number) => string, isRead: boolean): Round =>
  async ({ origin }, n) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    const heads = Array.from({ length: many }, (_, at) => {
      const last = isRead && at === many - 1 ? 'connection: close\r\n' : '';
      return `GET ${path(n * many + at)} HTTP/1.1\r\nhost: ${hostname}\r\n${last}\r\n`;
    });
    socket.write(heads.join(''));
    if (isRead) {
      socket.resume();
      await once(socket, 'close').catch(() => {});
    } else {
      socket.pause();
      await pause(heldMs);
      socket.destroy();
    }
    return 200;
  };

const json = { 'content-type': 'application/json' };

/** Sizes of contents, falling. Characters. */
const contentSizes = [9_400_000, 4_700_000, 2_000_000, 1_000_000, 500_000, 250_000, 64_000];
let acceptedSize = 0;

/** A draft with a long content; the longest that is accepted, from the first round on. */
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
const commonWord = wordsOf(1).find((word) => word.length >= 5) ?? '';
const ids = Array.from({ length: 2000 }, (_, at) => at + 1).join();

/** The loads by name. */
export const loads: Readonly<Record<string, Round>> = {
  'posts?search=a': get((n) => `/rest/cms/v2/posts?search=a&offset=${n}`),
  'posts?search=WORD': get((n) => `/rest/cms/v2/posts?search=${commonWord}&offset=${n}`),
  'search?search=WORD': get((n) => `/rest/cms/v2/search?search=${commonWord}&page=${n + 1}`),
  'posts?search=AAAA…': get((n) => `/rest/cms/v2/posts?search=${'a'.repeat(1600)}&offset=${n}`),
  'posts?after&orderby=title': get((n) => `/rest/cms/v2/posts?after=2011-01-01T00:00:00&orderby=title&offset=${n}`),
  'posts?tags=1…2000': get((n) => `/rest/cms/v2/posts?tags=${ids}&offset=${n}`),
  'posts?per_page=100&_embed': get((n) => `/rest/cms/v2/posts?per_page=100&_embed&page=${(n % 900) + 1}`),
  '100 × posts?search=e': pipelined(100, (n) => `/rest/cms/v2/posts?search=e&offset=${n}`, true),
  '300 × openapi.json, unread': pipelined(300, () => '/rest/openapi.json', false),
  '300 × /wp-json/?x=N': pipelined(300, (n) => `/wp-json/?x=${n}`, true),
  '300 × /wp-json/?x=N, unread': pipelined(300, (n) => `/wp-json/?x=${n}`, false),
  'a content of <a><p>': longContent('<a><p>'),
  'a content of shortcodes': longContent('[gallery]'),
  'anonymous bodies of 9.6 MB': ({ origin }) => exchange(origin, 'POST', '/rest/cms/v2/posts', json, largeBody),
};

if (process.channel) {
  const [name = '', origin = '', contributor = ''] = process.argv.slice(2);
  const load = loads[name];
  if (!load) throw new Error(`there is no load ${name}`);
  // As if it came from elsewhere: whoever measures and whoever answers go first.
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
