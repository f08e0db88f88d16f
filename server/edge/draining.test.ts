// Tests that connections in the accept queue are served when the service stops (server/edge/draining.ts).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { edgeDeps, mountsFor } from '../../test/edge.ts';
import { Changes } from '../database/changes.ts';
import { Draining } from './draining.ts';
import { makeEdge } from './edge.ts';
import { ResponseCache } from './response-cache.ts';

const COUNT = 60;

describe('a draining edge', () => {
  let app: ReturnType<typeof makeEdge>;
  let draining: Draining;
  let port: number;

  beforeEach(async () => {
    draining = new Draining();
    const mounts = mountsFor(async ({ path }) => ({ status: 200, headers: {}, route: undefined, body: `["${path}"]` }));
    app = makeEdge(
      edgeDeps(mounts, {
        api: { cache: new ResponseCache(new Changes(), () => {}, 1_000_000) },
        handlers: { availability: { findObstacles: async () => (draining.isActive ? ['shutdown'] : []) } },
        draining,
      }),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(() => app.close());

  /** Connects and sends a request. Resolves with the text of the response, or the code of the error. */
  const request = (url: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nHost: site.test\r\n\r\n`);
    return text(socket).catch((error) => error.code);
  };

  /** Sends requests on connections that are in the accept queue of the operating system. */
  const queuedRequests = async (): Promise<Promise<string>[]> => {
    const responses = Array.from({ length: COUNT }, (_, n) => request(`/rest/${n}`));
    // Sockets connect in the next tick; connections are accepted in a later turn of the event loop.
    await new Promise<void>((connected) => process.nextTick(connected));
    assert.equal(draining.connections, 0);
    return responses;
  };

  it('serves connections in the accept queue and closes each after its response', async () => {
    const responses = await queuedRequests();
    await draining.run();
    assert.equal(app.server.listening, false);
    await app.close();
    for (const [n, response] of (await Promise.all(responses)).entries())
      assert.match(response, new RegExp(`^HTTP/1.1 200 .*Connection: close.*\\["/${n}"\\]$`, 's'));
    assert.equal(await request('/rest/late'), 'ECONNREFUSED');
  });

  it('serves connections in the accept queue even if the process does not run for some seconds', async () => {
    const responses = await queuedRequests();
    const running = draining.run();
    setImmediate(() => {
      for (const startedAt = performance.now(); performance.now() - startedAt < 2100; );
    });
    await running;
    for (const response of await Promise.all(responses)) assert.match(response, /^HTTP\/1.1 200 /);
  });

  it('accepts connections until the given promise resolves', async () => {
    let resolveIdle = () => {};
    const untilIdle = new Promise<void>((resolve) => (resolveIdle = resolve));
    const running = draining.run(untilIdle);
    const response = request('/readyz');
    while (draining.connections === 0) await once(app.server, 'connection');
    assert.equal(app.server.listening, true);
    resolveIdle();
    await running;
    assert.match(await response, /^HTTP\/1.1 503 [\s\S]*\{"status":"not ready","waiting_for":\["shutdown"\]\}$/);
  });

  // Further connections would be reset when the socket is closed, if the process does not run before that.
  it('completes no more than a few connections that it does not accept', {
    skip: process.platform !== 'linux',
  }, async () => {
    let resolveIdle = () => {};
    const running = draining.run(new Promise<void>((resolve) => (resolveIdle = resolve)));
    const countConnections = `
      let count = 0;
      for (let n = 0; n < ${COUNT}; n += 1) {
        const socket = require('node:net').connect(${port}, '127.0.0.1', () => (count += 1));
        socket.on('error', () => {});
      }
      setTimeout(() => { console.log(count); process.exit(); }, 300);`;
    // The event loop is blocked while the other process runs.
    const connected = Number(execFileSync(process.execPath, ['-e', countConnections], { encoding: 'utf8' }));
    resolveIdle();
    await running;
    assert.ok(connected <= 2, `${connected} connections are in the accept queue`);
  });
});
