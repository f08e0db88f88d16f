// Sends the requests of the load to nodes, and checks the status of each response.
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceResponse } from '../faults/service-process.ts';
import type { Cluster } from './cluster.ts';
import type { ChaosNode } from './node.ts';
import type { Read, Recorder, Write } from './recorder.ts';

/** Pause of a client after a response 503, or none, in milliseconds. It is shorter than `Retry-After`, so that the recovery is noticed early. */
const failurePauseMs = 200;

/** Maximum time until a response is complete, in milliseconds. */
const maxResponseMs = 60_000;

export interface LoadContext {
  readonly cluster: Cluster;
  readonly recorder: Recorder;
  /** IDs of the categories of posts with an even and an odd version. */
  readonly categories: readonly [number, number];
  /** Returns numbers from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** Sends requests. Everything wrong becomes a violation in the recorder; nothing is thrown. */
export class Sender {
  readonly context: LoadContext;

  constructor(context: LoadContext) {
    this.context = context;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.context.random() * list.length)] as T;
  }

  /** Returns a node that is not down. Requests to a paused one wait until it continues. */
  pickNode(): ChaosNode {
    return this.pick(this.context.cluster.nodes.filter(({ isDown }) => !isDown));
  }

  /**
   * Sends a request and returns the response. Returns undefined if it is a 503, or if there is none because the node was killed; everything
   * else that is not in `statuses` is a violation, except 404 for reads of posts, which the caller checks.
   */
  async send(
    node: ChaosNode,
    description: string,
    statuses: readonly number[],
    send: () => Promise<ServiceResponse>,
  ): Promise<ServiceResponse | undefined> {
    const { recorder } = this.context;
    const { kills } = node;
    let response: ServiceResponse;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Error('timeout')), maxResponseMs);
    try {
      response = await Promise.race([send(), timeout.promise]);
    } catch (error) {
      const isKilled = node.isDown || node.kills > kills;
      if (!isKilled) recorder.violate(`${description} on ${node.name}: no response (${error})`);
      await pause(failurePauseMs);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
    recorder.countResponse(description, response.status);
    if (statuses.includes(response.status)) return response;
    const isRetryable = response.status === 503 && /^[1-9]\d*$/.test(String(response.headers['retry-after']));
    if (!isRetryable)
      recorder.violate(`${description} on ${node.name}: ${response.status} ${JSON.stringify(response.body)}`);
    await pause(failurePauseMs);
    return undefined;
  }

  /** Sends a write about a resource, and sets its acknowledgement. Returns the body of the response if the write is acknowledged. */
  async write(
    node: ChaosNode,
    write: Write,
    about: string,
    request: () => Promise<ServiceResponse>,
  ): Promise<ServiceResponse['body']> {
    const { recorder } = this.context;
    recorder.log(`${about} sent to ${node.name}`);
    const [description = ''] = about.split(/ (?=\w\d)/);
    const response = await this.send(node, description, [200, 201, 207], request);
    if (response) write.acknowledgedAt = performance.now();
    recorder.log(`${about} ${response ? 'acknowledged' : 'has an unknown outcome'} on ${node.name}`);
    return response?.body;
  }

  pendingWrite(node: ChaosNode): Write {
    return { node, sentAt: performance.now(), acknowledgedAt: Number.POSITIVE_INFINITY };
  }

  /** Sends an anonymous read. */
  async read(
    node: ChaosNode,
    description: string,
    path: string,
    statuses: readonly number[] = [200],
  ): Promise<{ read: Read; response: ServiceResponse } | undefined> {
    const sentAt = performance.now();
    const response = await this.send(node, description, statuses, () => node.service.read(path));
    return response && { read: { node, sentAt, receivedAt: performance.now() }, response };
  }
}

/** Returns the content of an uploaded file. */
export const contentOf = (key: string): string => `The content of ${key}.\n`.repeat(20);

/** Sends a request to a URL and returns the status, the headers and the bytes of the response. */
export async function exchangeBytes(url: string, options: object, body?: string) {
  const outgoing = request(url, { ...options, agent: false });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  return { status: Number(response.statusCode), headers: response.headers, bytes: await buffer(response) };
}
