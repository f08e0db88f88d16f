// Tests requests that another HTTP server of the process has received.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openEdge, type TestEdge } from '../../test/edge.ts';

describe('a request of another server', () => {
  const slow = Promise.withResolvers<void>();
  let edge: TestEdge;
  let origin: string;
  const server = createServer((request, response) => edge.app.handleRequest(request, response));
  before(async () => {
    edge = await openEdge(async ({ path }) => {
      if (path === '/slow') await slow.promise;
      return { status: 200, headers: { 'X-Stored': 'é' }, route: path, body: '{}' };
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await edge.app.close();
  });

  it('gets a response with encoded headers', async () => {
    const response = await fetch(`${origin}/rest/anything`);
    assert.equal(response.headers.get('x-stored'), '%C3%A9');
    assert.deepEqual(await response.json(), {});
  });

  it('may have an absolute target, as proxies send it', async () => {
    const request = send(origin, { path: 'http://site.test/rest/anything?x=1' }).end();
    const [response] = await once(request, 'response');
    assert.equal(response.statusCode, 200);
    assert.equal(await new Response(response).text(), '{}');
  });

  it('keeps its connection open', async () => {
    const response = await fetch(`${origin}/healthz`);
    await response.text();
    assert.equal(response.headers.get('connection'), 'keep-alive');
  });

  it('gets one response to Expect: 100-continue', async () => {
    const request = send(`${origin}/rest/anything`, { method: 'POST', headers: { expect: '100-continue' } });
    let interimResponses = 0;
    request.on('information', () => {
      interimResponses += 1;
    });
    request.on('continue', () => request.end('text'));
    request.flushHeaders();
    const [response] = await once(request, 'response');
    response.resume();
    await once(response, 'end');
    assert.deepEqual([response.statusCode, interimResponses], [200, 1]);
  });

  it('is rejected if it is one of HTTP/2', () => {
    const http2 = createHttp2Server();
    const call = edge.app.handleRequest.bind(edge.app) as (...values: object[]) => void;
    assert.throws(() => call({}, http2), new TypeError('The service handles only requests of HTTP/1.'));
  });

  it('is completed when the service closes; later ones get 503, and their server goes on', async () => {
    const arrived = once(server, 'request');
    const pending = fetch(`${origin}/rest/slow`);
    await arrived;
    let isClosed = false;
    const closed = edge.app.close().then(() => {
      isClosed = true;
    });
    await pause(50);
    assert.equal(isClosed, false);
    slow.resolve();
    assert.equal((await pending).status, 200);
    await closed;
    const response = await fetch(`${origin}/rest/anything`);
    assert.deepEqual([response.status, await response.text()], [503, 'The service is stopped.\n']);
    assert.equal(server.listening, true);
  });
});
