// Load: reads by wrk, writes by connections of our own, which send what no script of wrk can count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** Connections that read at once. */
export const connections = 16;

/** Responses under load. */
export interface Load {
  readonly count: number;
  readonly perSecond: number;
}

/** Answers a second of an address, under wrk. */
export const readsPerSecond = async (address: string, seconds: number, authorization?: string): Promise<number> =>
  (await loadReads(address, seconds, authorization)).perSecond;

/** Reads an address for a time, under wrk. */
export async function loadReads(address: string, seconds: number, authorization?: string): Promise<Load> {
  const headers = authorization ? ['-H', `Authorization: ${authorization}`] : [];
  const child = spawn('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...headers, address]);
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  child.on('error', () => {
    throw new Error('wrk is not installed; it is the Debian package wrk');
  });
  await once(child, 'close');
  if (/Non-2xx/.test(text)) throw new Error(`${address} does not answer 200: ${text}`);
  return {
    count: Number(/(\d+) requests in/.exec(text)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
  };
}

/** The middle one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const content = `<!-- wp:paragraph --><p>${'Some words that say little. '.repeat(70)}</p><!-- /wp:paragraph -->`;
let titles = 0;

/** A post of two KB of blocks with a title of its own. */
const newPost = (): string => {
  titles += 1;
  return JSON.stringify({ title: `Measured ${Date.now().toString(36)} ${titles}`, status: 'publish', content });
};

/** The load of clients that create posts. */
interface Creating {
  readonly clients: number;
  readonly seconds: number;
  /** The most that are created in a second; absent: as many as there can be. */
  readonly pace?: number;
  /** Where posts are created; absent: in the native names. */
  readonly path?: string;
}

/** Creates posts from so many clients for a time; gives how many a second were acknowledged. */
export const createsPerSecond = async (origin: string, authorization: string, creating: Creating): Promise<number> =>
  (await loadCreates(origin, authorization, creating)).perSecond;

/** Creates posts from so many clients for a time; counts those that were acknowledged. */
export async function loadCreates(
  origin: string,
  authorization: string,
  { clients, seconds, pace, path = '/rest/cms/v2/posts' }: Creating,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const until = began + seconds * 1000;
  let made = 0;
  const client = async () => {
    while (performance.now() < until) {
      await create(origin + path, authorization, agent);
      made += 1;
      const due = pace ? began + (made * 1000) / pace : 0;
      if (due > performance.now()) await new Promise((tick) => setTimeout(tick, due - performance.now()));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { count: made, perSecond: (made * 1000) / (performance.now() - began) };
}

function create(address: string, authorization: string, agent: Agent): Promise<void> {
  const post = newPost();
  return new Promise((done, failed) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(post) };
    const sent = request(address, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 201 ? done() : failed(new Error(`a create answered ${answer.statusCode}`)),
      );
    });
    sent.on('error', failed);
    sent.end(post);
  });
}
