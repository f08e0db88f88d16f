// The loads of the cluster benchmark. They run in the process of the benchmark, whose CPU time is not measured.
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import { requestKinds } from '../load/requests.ts';

const mount = '/rest/cms/v2';

/** Maximum age of a stale response, in milliseconds. */
export const MAX_STALE_MS = 100;

let created = 0;

/** Returns a request that creates a post of 2 KB. */
const createMessage = () =>
  requestKinds.create.message({ unique: `${process.pid} ${Date.now()} ${created++}`, target: 0, mount });

/** Sends requests through one connection for each origin until `count` have been sent. Throws if one has another status than expected. */
async function send(
  connections: readonly Connection[],
  count: number,
  request: (connection: Connection) => Promise<{ readonly status: number }>,
  status: number,
): Promise<void> {
  let sent = 0;
  const run = async (connection: Connection) => {
    while (sent < count) {
      sent += 1;
      const response = await request(connection);
      if (response.status !== status) throw new Error(`A request returned ${response.status}.`);
    }
  };
  await Promise.all(connections.map(run));
}

/** Number of connections to each node, so that a node has the same load regardless of the number of nodes. */
const CONNECTIONS_PER_NODE = 4;

const connectionsTo = (origins: readonly string[], authorization?: string): Connection[] =>
  origins.flatMap((origin) =>
    Array.from({ length: CONNECTIONS_PER_NODE }, () => new Connection(origin, authorization)),
  );

/** Reads one cached list `count` times, through four connections to each node. */
export const readHot = (origins: readonly string[], count: number): Promise<void> =>
  send(connectionsTo(origins), count, (connection) => connection.send({ method: 'GET', path: `${mount}/posts` }), 200);

/** A node, and the credentials of an administrator of its site. */
export interface Target {
  readonly origin: string;
  readonly authorization: string;
}

/** Creates `count` posts through four connections to each node. */
export function createPosts(targets: readonly Target[], count: number): Promise<void> {
  const connections = targets.flatMap(({ origin, authorization }) => connectionsTo([origin], authorization));
  return send(connections, count, (connection) => connection.send(createMessage()), 201);
}

/** The staleness of responses after acknowledged writes through other nodes. */
export interface Staleness {
  /** Time from each acknowledgement until the other node has served the change, in milliseconds. */
  readonly visibleMs: readonly number[];
  /** Number of responses, and of those that were stale although they were requested more than 100 ms after the acknowledgement. */
  readonly responses: number;
  readonly tooOld: number;
}

/** Changes posts through one node, and reads them through another without pauses until it serves the change. */
export async function measureStaleness(
  origins: readonly string[],
  ids: readonly number[],
  { writes, authorization }: { readonly writes: number; readonly authorization: string },
): Promise<Staleness> {
  const visibleMs: number[] = [];
  let [responses, tooOld] = [0, 0];
  const readers = origins.map((origin) => new Connection(origin));
  const writers = origins.map((origin) => new Connection(origin, authorization));
  for (let n = 0; n < writes; n += 1) {
    const id = ids[n % ids.length] ?? 0;
    const [writer, reader] = [writers[n % origins.length], readers[(n + 1) % origins.length]];
    const path = `${mount}/posts?include=${id}`;
    // So that the reader has cached the response.
    await reader?.send({ method: 'GET', path });
    const title = `Title ${n} ${Date.now()}`;
    const written = await writer?.send({
      method: 'POST',
      path: `${mount}/posts/${id}`,
      body: JSON.stringify({ title }),
    });
    if (written?.status !== 200) throw new Error(`A change returned ${written?.status}.`);
    const acknowledgedAt = performance.now();
    for (;;) {
      const requestedAt = performance.now();
      const response = await reader?.send({ method: 'GET', path });
      responses += 1;
      if (response?.body.includes(title)) break;
      if (requestedAt - acknowledgedAt > MAX_STALE_MS) tooOld += 1;
    }
    visibleMs.push(performance.now() - acknowledgedAt);
  }
  return { visibleMs, responses, tooOld };
}

/** A request that failed: when it was sent and when it failed, as in performance.now(). */
interface Failure {
  readonly sentAt: number;
  readonly failedAt: number;
  readonly method: string;
}

/** A mixed load that runs until it is stopped. */
export interface MixedLoad {
  readonly failures: readonly Failure[];
  /** Returns the number of responses so far. */
  count(): number;
  /** Returns the duration of the slowest request that has succeeded since the time `from`, in milliseconds. */
  slowestSince(from: number): number;
  stop(): Promise<void>;
}

/** Starts clients that read, and one in four creates posts, with pauses. */
export function startMixedLoad(origin: string, ids: readonly number[], authorization: string): MixedLoad {
  const failures: Failure[] = [];
  const durations: { readonly sentAt: number; readonly ms: number }[] = [];
  let isOver = false;
  const client = async (number: number) => {
    for (let n = 0; !isOver; n += 1) {
      const isWrite = number % 4 === 0;
      const message = createMessage();
      const sentAt = performance.now();
      try {
        const response = isWrite
          ? await fetch(origin + message.path, {
              method: 'POST',
              headers: { authorization, 'content-type': 'application/json' },
              body: message.body ?? '',
            })
          : await fetch(`${origin}${mount}/posts?include=${ids[(n * 7 + number) % ids.length]}`);
        await response.arrayBuffer();
        if (response.status !== (isWrite ? 201 : 200)) throw new Error(`status ${response.status}`);
        durations.push({ sentAt, ms: performance.now() - sentAt });
      } catch {
        failures.push({ sentAt, failedAt: performance.now(), method: isWrite ? 'POST' : 'GET' });
      }
      await pause(isWrite ? 50 : 10);
    }
  };
  const running = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
  return {
    failures,
    count: () => durations.length + failures.length,
    slowestSince: (from) => Math.max(0, ...durations.filter(({ sentAt }) => sentAt >= from).map(({ ms }) => ms)),
    async stop() {
      isOver = true;
      await running;
    },
  };
}
