// Tests connections from the client's point of view, for cached responses and for those of anonymous and authenticated requests.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { edgeDeps, mountsFor } from '../../test/edge.ts';
import { Changes } from '../database/changes.ts';
import { makeEdge } from './edge.ts';
import { ResponseCache } from './response-cache.ts';

interface ReceivedResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const path = '/rest/cms/v2/posts';
const signedIn = { authorization: 'Basic eDp5' };

describe('a connection', () => {
  let app: ReturnType<typeof makeEdge>;
  let agent: Agent;
  /** Called for each request before its response. */
  let beforeResponse: () => Promise<void>;
  /** Appended to the body of responses. */
  let more: string;

  beforeEach(async () => {
    beforeResponse = async () => {};
    more = '';
    agent = new Agent({ keepAlive: true });
    const mounts = mountsFor(async (asked) => {
      await beforeResponse();
      return { status: 200, headers: {}, route: undefined, body: `["${asked.method} ${asked.path}${more}"]` };
    });
    app = makeEdge(edgeDeps(mounts, { api: { cache: new ResponseCache(new Changes(), () => {}, 1_000_000) } }));
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    agent.destroy();
    await app.close();
  });

  const port = () => (app.server.address() as AddressInfo).port;

  /** Sends a request and returns its response before the body has been read. */
  async function begin(headers: Record<string, string>, url = path, method = 'GET'): Promise<IncomingMessage> {
    const [response] = await once(request({ port: port(), path: url, method, headers, agent }).end(), 'response');
    return response;
  }

  async function send(headers: Record<string, string> = {}, url?: string, method?: string): Promise<ReceivedResponse> {
    const response = await begin(headers, url, method);
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it('may be idle for longer than the connections of proxies', async () => {
    for (const { headers, body } of [await send(), await send(), await send(signedIn)]) {
      assert.equal(body, '["GET /cms/v2/posts"]');
      assert.ok(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1]) > 60, JSON.stringify(headers));
    }
  });

  for (const [client, headers] of [
    ['an anonymous client', {}],
    ['an authenticated client', signedIn],
  ] as const) {
    it(`of ${client} is closed after its last response when the service stops, without waiting for a timeout`, async () => {
      await send(headers);
      let closed: Promise<unknown> = Promise.reject(new Error('not stopped'));
      closed.catch(() => {});
      beforeResponse = async () => {
        closed = app.close();
        // Waits until the service has closed the connections that are idle now.
        await pause(20);
      };
      assert.equal((await send(headers, `${path}/1`)).status, 200);
      const startedAt = performance.now();
      await closed;
      assert.ok(performance.now() - startedAt < 30_000);
    });

    it(`of ${client} receives all of a long response when reading slowly, even while the service stops`, async () => {
      // Exceeds the buffers of the operating system.
      more = 'x'.repeat(30_000_000);
      let closed = Promise.resolve();
      beforeResponse = async () => {
        closed = app.close();
      };
      const response = await begin(headers);
      // Waits until the service has checked for idle connections.
      await pause(100);
      assert.equal((await text(response)).length, Number(response.headers['content-length']));
      await closed;
    });
  }

  it('with an unread request is not closed before its response when the service stops', async () => {
    const socket = connect(port(), '127.0.0.1');
    const asked = `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
    socket.write(asked);
    await once(socket, 'data');
    // The operating system has received the request, and no turn of the event loop has read it.
    socket.write(asked);
    const closed = app.close();
    assert.match(await text(socket), /Connection: close.*"GET/s);
    await closed;
  });

  it('delivers all of a response that was written before the service stops', async () => {
    more = 'x'.repeat(30_000_000);
    const response = await begin({});
    const closed = app.close();
    assert.equal((await text(response)).length, Number(response.headers['content-length']));
    await closed;
  });

  it('gets responses of the edge for malformed URLs and for pages below the root', async () => {
    assert.match((await send({}, '/rest/%zz')).body, /"rest_no_route"/);
    for (const root of ['/rest', '/wp-json']) {
      assert.equal((await send({}, `${root}/openapi.json`)).body, '');
      for (const more of ['?x', '#x'])
        assert.match(String((await send({}, `${root}/docs${more}`)).headers['content-type']), /^text\/html/);
    }
    assert.equal((await send({}, '/rest/docs/')).body, '["GET /docs/"]');
    assert.equal((await send({}, '/wp-json?x=1')).body, '["GET /"]');
  });

  it('gets API errors for methods that no route has (protocol.md §2, §8.2)', async () => {
    for (const root of ['/rest', '/wp-json']) {
      const { body, headers } = await send({ origin: 'https://other.test' }, `${root}/x`, 'PROPFIND');
      assert.equal(body, '["PROPFIND /x"]');
      assert.equal(headers['access-control-allow-origin'], '*');
    }
  });

  it('gets a single 500 when the response cannot be produced', async () => {
    beforeResponse = async () => {
      throw new Error('no response');
    };
    for (const headers of [{}, signedIn]) {
      const { status, headers: responseHeaders, body } = await send(headers);
      assert.equal(status, 500);
      assert.equal(responseHeaders['content-length'], String(body.length));
      assert.equal(JSON.parse(body).code, 'internal_server_error');
    }
  });
});
