// Connections that the system has completed before the service stops are served (server/edge/draining.ts).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { Changes } from '../database/changes.ts';
import { noStore } from '../files/no-store.ts';
import { Draining } from './draining.ts';
import { makeEdge } from './edge.ts';
import { mountsFor } from './edge-for-tests.ts';
import { KeptAnswers } from './kept-answers.ts';
import { emptyPages } from './pages-for-tests.ts';

const COUNT = 60;

describe('an edge that drains', () => {
  let app: ReturnType<typeof makeEdge>;
  let draining: Draining;
  let port: number;

  beforeEach(async () => {
    draining = new Draining();
    app = makeEdge({
      answers: new KeptAnswers(new Changes(), () => {}, 1_000_000),
      isReady: async () => !draining.isActive,
      logger: pino({ level: 'silent' }),
      origins: [],
      mounts: mountsFor(async ({ path }) => ({ status: 200, headers: {}, route: undefined, body: `["${path}"]` })),
      pages: emptyPages,
      files: noStore,
      draining,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(() => app.close());

  /** Connects and sends a request; the response as text, or the code of the error. */
  const request = (url: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nHost: site.test\r\n\r\n`);
    return text(socket).catch((error) => error.code);
  };

  /** Requests on connections that the system has completed and this process has not accepted. */
  const queuedRequests = async (): Promise<Promise<string>[]> => {
    const responses = Array.from({ length: COUNT }, (_, n) => request(`/rest/${n}`));
    // Sockets connect in the next tick; connections are accepted in a later round of the event loop.
    await new Promise<void>((connected) => process.nextTick(connected));
    assert.equal(draining.connections, 0);
    return responses;
  };

  it('serves the connections that wait to be accepted, and says that each of them ends', async () => {
    const responses = await queuedRequests();
    await draining.run();
    assert.equal(app.server.listening, false);
    await app.close();
    for (const [n, response] of (await Promise.all(responses)).entries())
      assert.match(response, new RegExp(`^HTTP/1.1 200 .*Connection: close.*\\["/${n}"\\]$`, 's'));
    assert.equal(await request('/rest/late'), 'ECONNREFUSED');
  });

  it('goes on accepting while others say that connections may come', async () => {
    let sayQuiet = () => {};
    const untilQuiet = new Promise<void>((resolve) => (sayQuiet = resolve));
    const running = draining.run(untilQuiet);
    const response = request('/readyz');
    while (draining.connections === 0) await once(app.server, 'connection');
    assert.equal(app.server.listening, true);
    sayQuiet();
    await running;
    assert.match(await response, /^HTTP\/1.1 503 /);
  });
});
