// Reads streams of server-sent events, as browsers do.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from './site.ts';
import { startStopwatch } from './stopwatch.ts';
import type { TestNode } from './test-node.ts';

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of any shape.
  readonly data: any;
}

/** Parses the events of a stream as a browser does. */
export function parseEvents(text: string): StreamEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    const [id = '', event = '', data] = ['id', 'event', 'data'].map((name) => fields.get(name));
    return data === undefined ? [] : [{ id, event, data: JSON.parse(data) }];
  });
}

interface Options {
  /** Default: the administrator. */
  readonly caller?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
  /** The path of the mount. Default: `/rest`. */
  readonly root?: string;
}

/** Requests a stream of a node. Returns the response, and functions that return its events, wait for them, and close it. */
export async function followStream(node: TestNode, path: string, options: Options = {}) {
  const { caller = 'administrator', headers = {}, root = '/rest' } = options;
  const { port } = node.app.server.address() as AddressInfo;
  const authorization = node.site.authorizationOf(caller) ?? '';
  const outgoing = request({
    ...{ host: '127.0.0.1', port, path: root + path, agent: false },
    headers: { authorization, ...headers },
  }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  response.on('error', () => {});
  const waitFor = async (isComplete: (events: readonly StreamEvent[]) => boolean) => {
    const stopwatch = startStopwatch();
    for (let checks = 0; !isComplete(parseEvents(text)); checks += 1) {
      assert.ok(checks < 3000, `only ${text}`);
      await pause(10);
    }
    return stopwatch.stop();
  };
  return {
    response,
    events: () => parseEvents(text),
    /** Waits until the stream has this many events. Returns the duration in which this process ran, in milliseconds. */
    waitForEvents: (count: number) => waitFor((events) => events.length >= count),
    waitFor,
    /** Waits until the service ends the stream. */
    waitForEnd: async () => {
      if (!response.readableEnded) await once(response, 'end', { signal: AbortSignal.timeout(60_000) });
    },
    stop: () => response.destroy(),
  };
}
