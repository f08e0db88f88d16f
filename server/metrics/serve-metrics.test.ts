// Tests the responses of the metrics port.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { serveMetrics } from './serve-metrics.ts';

it('renders the text for the first request, at most once a second, and again after an error', async (t) => {
  // The first request may arrive within the first second of the process, when the clock is close to zero.
  t.mock.method(performance, 'now', () => 100);
  let calls = 0;
  const server = await serveMetrics(0, async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return `calls ${calls}`;
  });
  const { port } = server.address() as AddressInfo;
  const get = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    return [response.status, await response.text()];
  };
  assert.deepEqual(
    [await get(), await get(), await get()],
    [
      [503, ''],
      [200, 'calls 2'],
      [200, 'calls 2'],
    ],
  );
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  await new Promise((closed) => server.close(closed).closeAllConnections());
});
