// Chooses ports for servers that tests start in other processes.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that operating systems choose for connections and for servers without a fixed port, and above those that `fetch` rejects, of
 * which 10080 is the highest.
 */
const RANGE = [10_081, 32_000] as const;

/**
 * Returns a port of 127.0.0.1 that no server listens on. The operating system does not choose it for other connections and servers, so
 * it remains free until the test uses it, while other tests run.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...RANGE);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((closed) => probe.close(closed));
    return port;
  }
}
