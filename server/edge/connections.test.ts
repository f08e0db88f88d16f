// What clients see of their connections, whichever way their answer takes: past the framework, from memory, or through it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { Changes } from '../database/changes.ts';
import { noStore } from '../files/no-store.ts';
import { makeEdge } from './edge.ts';
import { mountsFor } from './edge-for-tests.ts';
import { KeptAnswers } from './kept-answers.ts';
import { emptyPages } from './pages-for-tests.ts';

interface Heard {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const path = '/rest/cms/v2/posts';
const signedIn = { authorization: 'Basic eDp5' };

describe('a connection', () => {
  let app: ReturnType<typeof makeEdge>;
  let agent: Agent;
  /** Called for each request that is to be made an answer. */
  let making: () => Promise<void>;
  /** What answers end with. */
  let more: string;

  beforeEach(async () => {
    making = async () => {};
    more = '';
    agent = new Agent({ keepAlive: true });
    app = makeEdge({
      answers: new KeptAnswers(new Changes(), () => {}, 1_000_000),
      isReady: async () => true,
      logger: pino({ level: 'silent' }),
      origins: [],
      mounts: mountsFor(async (asked) => {
        await making();
        return { status: 200, headers: {}, route: undefined, body: `["${asked.method} ${asked.path}${more}"]` };
      }),
      pages: emptyPages,
      files: noStore,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    agent.destroy();
    await app.close();
  });

  const port = () => (app.server.address() as AddressInfo).port;

  /** An answer of which nobody has read the body. */
  async function begin(headers: Record<string, string>, url = path, method = 'GET'): Promise<IncomingMessage> {
    const [response] = await once(request({ port: port(), path: url, method, headers, agent }).end(), 'response');
    return response;
  }

  async function ask(headers: Record<string, string> = {}, url?: string, method?: string): Promise<Heard> {
    const response = await begin(headers, url, method);
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it('may be idle for longer than proxies keep theirs', async () => {
    for (const { headers, body } of [await ask(), await ask(), await ask(signedIn)]) {
      assert.equal(body, '["GET /cms/v2/posts"]');
      assert.ok(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1]) > 60, JSON.stringify(headers));
    }
  });

  for (const [whose, headers] of [
    ['nobody', {}],
    ['somebody', signedIn],
  ] as const) {
    it(`of ${whose} is closed after its last answer when the service stops, not when it times out`, async () => {
      await ask(headers);
      let closed: Promise<unknown> = Promise.reject(new Error('it was not asked to stop'));
      closed.catch(() => {});
      making = async () => {
        closed = app.close();
        // Until it has closed what is idle by now.
        await pause(20);
      };
      assert.equal((await ask(headers, `${path}/1`)).status, 200);
      const began = performance.now();
      await closed;
      assert.ok(performance.now() - began < 30_000);
    });

    it(`of ${whose} gives the whole of a long answer to who reads slowly, also when the service stops`, async () => {
      // More than what the system takes before anybody has read.
      more = 'x'.repeat(30_000_000);
      let closed = Promise.resolve();
      making = async () => {
        closed = app.close();
      };
      const response = await begin(headers);
      // Until the service has looked for what is idle.
      await pause(100);
      assert.equal((await text(response)).length, Number(response.headers['content-length']));
      await closed;
    });
  }

  it('through which a request has come is not closed before its answer when the service stops', async () => {
    const socket = connect(port(), '127.0.0.1');
    const asked = `GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`;
    socket.write(asked);
    await once(socket, 'data');
    // It is with the system now, and no turn of the event loop has read it.
    socket.write(asked);
    const closed = app.close();
    assert.match(await text(socket), /Connection: close.*"GET/s);
    await closed;
  });

  it('that was given its answer before the service stops brings the whole of it', async () => {
    more = 'x'.repeat(30_000_000);
    const response = await begin({});
    const closed = app.close();
    assert.equal((await text(response)).length, Number(response.headers['content-length']));
    await closed;
  });

  it('hears of addresses that nobody can decode, and of the pages below the root, what the framework says', async () => {
    assert.match((await ask({}, '/rest/%zz')).body, /"rest_no_route"/);
    for (const root of ['/rest', '/wp-json']) {
      assert.equal((await ask({}, `${root}/openapi.json`)).body, '');
      for (const more of ['?x', '#x'])
        assert.match(String((await ask({}, `${root}/docs${more}`)).headers['content-type']), /^text\/html/);
    }
    assert.equal((await ask({}, '/rest/docs/')).body, '["GET /docs/"]');
    assert.equal((await ask({}, '/wp-json?x=1')).body, '["GET /"]');
  });

  it('hears of methods that the framework does not know what every refusal says (protocol.md §2, §8.2)', async () => {
    for (const root of ['/rest', '/wp-json']) {
      const { body, headers } = await ask({ origin: 'https://other.test' }, `${root}/x`, 'PROPFIND');
      assert.equal(body, '["PROPFIND /x"]');
      assert.equal(headers['access-control-allow-origin'], '*');
    }
  });

  it('hears that the fault is ours, once, where no answer can be made', async () => {
    making = async () => {
      throw new Error('no answer');
    };
    for (const headers of [{}, signedIn]) {
      const { status, headers: told, body } = await ask(headers);
      assert.equal(status, 500);
      assert.equal(told['content-length'], String(body.length));
      assert.equal(JSON.parse(body).code, 'internal_server_error');
    }
  });
});
