// Starts clients that open a new connection for each request, and counts refused and reset connections separately, for fault
// tests.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Outcomes {
  /** Number of requests with a complete response. */
  answered: number;
  /** Number of connections that were refused before they were established. */
  refused: number;
  /** Number of connections that were established and closed without a complete response. */
  reset: number;
}

/** Clients that open a new connection for each request, and the outcomes of their requests. */
export interface NewConnections {
  /** Outcomes of requests since the last call of `reset`. */
  readonly outcomes: Outcomes;
  /** Resets the counters. Requests in flight are counted after the reset. */
  reset(): void;
  /** Stops all clients, and resolves when the last connection of each client is closed. */
  stop(): Promise<void>;
}

/** Starts clients that send requests to a port, each one as soon as it has received the previous response. */
export function openNewConnections(port: number, clients: number): NewConnections {
  const outcomes: Outcomes = { answered: 0, refused: 0, reset: 0 };
  let isRunning = true;
  const client = async () => {
    for (let n = 0; isRunning; n += 1) {
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
      isRunning = false;
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
      const isComplete = response.startsWith('HTTP/1.1 200 ') && response.trimEnd().endsWith(']');
      resolve(isComplete ? 'answered' : isConnected ? 'reset' : 'refused');
    });
  });
}
