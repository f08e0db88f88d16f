// Generates load: reads with wrk, and writes with node:http clients, because each write needs a different body and its status
// must be checked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** Number of concurrent connections that wrk opens. */
const connectionCount = 16;

/** Number and rate of the responses to a load. */
export interface Load {
  readonly count: number;
  readonly perSecond: number;
}

/** Measures a URL with wrk for `seconds` and returns the number of responses per second. */
export const measureReadsPerSecond = async (url: string, seconds: number, authorization?: string): Promise<number> =>
  (await runReadLoad(url, seconds, authorization)).perSecond;

/**
 * Requests a URL with wrk for `seconds`. Throws if a status is not 2xx. If wrk is not installed, the process ends with an
 * uncaught error.
 */
export async function runReadLoad(url: string, seconds: number, authorization?: string): Promise<Load> {
  const headers = authorization ? ['-H', `Authorization: ${authorization}`] : [];
  const child = spawn('wrk', ['-t1', `-c${connectionCount}`, `-d${seconds}s`, ...headers, url]);
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.on('error', () => {
    throw new Error('wrk is not installed; install the Debian package wrk.');
  });
  await once(child, 'close');
  if (/Non-2xx/.test(text)) throw new Error(`${url} returned statuses other than 2xx: ${text}`);
  return {
    count: Number(/(\d+) requests in/.exec(text)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
  };
}

/** Returns the median, or the larger of the two middle values; NaN for an empty list. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const content = `<!-- wp:paragraph --><p>${'Some words that say little. '.repeat(70)}</p><!-- /wp:paragraph -->`;
let titleCount = 0;

/** Returns the JSON body of a post with a unique title and 2 KB of block content. */
const newPost = (): string => {
  titleCount += 1;
  return JSON.stringify({ title: `Measured ${Date.now().toString(36)} ${titleCount}`, status: 'publish', content });
};

/** Options of a load that creates posts. */
interface CreateLoad {
  readonly clients: number;
  readonly seconds: number;
  /** Maximum number of posts that all clients together create per second; unlimited if absent. */
  readonly maxPerSecond?: number;
  /** Path of the collection of posts; that of the native mount if absent. */
  readonly path?: string;
}

/** Creates posts with several clients and returns the number of acknowledged posts per second. */
export const measureCreatesPerSecond = async (
  origin: string,
  authorization: string,
  options: CreateLoad,
): Promise<number> => (await runCreateLoad(origin, authorization, options)).perSecond;

/** Creates posts with several clients for some seconds and counts the acknowledged posts. Throws if a status is not 201. */
export async function runCreateLoad(
  origin: string,
  authorization: string,
  { clients, seconds, maxPerSecond, path = '/rest/cms/v2/posts' }: CreateLoad,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const deadline = began + seconds * 1000;
  let created = 0;
  const client = async () => {
    while (performance.now() < deadline) {
      await create(origin + path, authorization, agent);
      created += 1;
      const due = maxPerSecond ? began + (created * 1000) / maxPerSecond : 0;
      if (due > performance.now()) await new Promise((tick) => setTimeout(tick, due - performance.now()));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { count: created, perSecond: (created * 1000) / (performance.now() - began) };
}

function create(url: string, authorization: string, agent: Agent): Promise<void> {
  const post = newPost();
  return new Promise((done, failed) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(post) };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 201 ? done() : failed(new Error(`creating a post returned ${response.statusCode}`)),
      );
    });
    outgoing.on('error', failed);
    outgoing.end(post);
  });
}
