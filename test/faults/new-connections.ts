// For tests of faults: clients that open a new connection for each request, and tell a clean refusal from a reset.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Outcomes {
  /** Requests that got a whole response. */
  answered: number;
  /** Connections that were refused before they were made. */
  refused: number;
  /** Connections that were made and ended without a whole response. */
  reset: number;
}

/** Clients at work. */
export interface NewConnections {
  /** What has become of requests since `reset` was called last. */
  readonly outcomes: Outcomes;
  /** Counts from zero again, also the requests that are in flight. */
  reset(): void;
  /** Resolves when every client has seen the end of its last connection. */
  stop(): Promise<void>;
}

/** Sets so many clients to work at a port, each as fast as it is answered. */
export function openNewConnections(port: number, clients: number): NewConnections {
  const outcomes: Outcomes = { answered: 0, refused: 0, reset: 0 };
  let working = true;
  const client = async () => {
    for (let n = 0; working; n += 1) {
      const outcome = await request(port, `/rest/cms/v2/posts?per_page=1&n=${n}`);
      outcomes[outcome] += 1;
      if (outcome === 'refused') await pause(5);
    }
  };
  const all = Array.from({ length: clients }, client);
  return {
    outcomes,
    reset: () => void Object.assign(outcomes, { answered: 0, refused: 0, reset: 0 }),
    async stop() {
      working = false;
      await Promise.all(all);
    },
  };
}

function request(port: number, url: string): Promise<keyof Outcomes> {
  return new Promise((resolve) => {
    let response = '';
    let isConnected = false;
    const socket = connect(port, '127.0.0.1', () => {
      isConnected = true;
      socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (data) => (response += data));
    socket.on('error', () => {});
    socket.on('close', () => {
      const isWhole = response.startsWith('HTTP/1.1 200 ') && response.trimEnd().endsWith(']');
      resolve(isWhole ? 'answered' : isConnected ? 'reset' : 'refused');
    });
  });
}
