// Tests that the HTTP server serves every address of `localhost` in the same way. The addresses are set by the test, because the
// name has only one on some machines.
import assert from 'node:assert/strict';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { pino } from 'pino';
import { edgeDeps, getText, mountsFor } from '../../test/edge.ts';
import { makeEdge } from './edge.ts';

const unavailable = '192.0.2.1';

it('an HTTP server on localhost serves every available address of this name, and closes all of them', async (context) => {
  const addresses = ['127.0.0.1', '127.0.0.2', unavailable].map((address) => ({ address, family: 4 }));
  context.mock.method(dns, 'lookup', async () => addresses);
  const events: { readonly msg?: string; readonly url?: string }[] = [];
  const mounts = mountsFor(async ({ path }) => ({ status: 200, headers: {}, route: undefined, body: `["${path}"]` }));
  const logger = pino({}, { write: (line: string) => void events.push(JSON.parse(line)) });
  const app = makeEdge(edgeDeps(mounts, { observers: { logger } }));
  await app.listen({ host: 'localhost', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  assert.deepEqual(
    events.map(({ msg, url }) => [msg, url]),
    ['127.0.0.1', '127.0.0.2'].map((address) => ['server listening', `http://${address}:${port}`]),
  );
  for (const host of ['127.0.0.1', '127.0.0.2']) {
    const malformed = connect(port, host);
    malformed.end('no HTTP\r\n\r\n');
    assert.match(await text(malformed), /^HTTP\/1\.1 400 .*"rest_bad_request"/s);
    const idle = connect(port, host);
    idle.write(getText('/rest/x'));
    assert.match(String((await once(idle, 'data'))[0]), /^HTTP\/1\.1 200 .*\["\/x"\]/s);
    idle.resume();
  }
  await Promise.all([app.close(), app.close()]);
  for (const host of ['127.0.0.1', '127.0.0.2'])
    await assert.rejects(once(connect(port, host), 'connect'), { code: 'ECONNREFUSED' });
});
