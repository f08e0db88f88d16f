// What clients see of their connections, whichever way their answer takes: past the framework, from memory, or through it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { Changes } from '../database/changes.ts';
import { noStore } from '../files/no-store.ts';
import { makeSite } from '../site.ts';
import { makeEdge } from './edge.ts';
import { KeptAnswers } from './kept-answers.ts';
import { mountsOf } from './mounts.ts';
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

  beforeEach(async () => {
    making = async () => {};
    agent = new Agent({ keepAlive: true });
    app = makeEdge({
      dispatch: async (asked) => {
        await making();
        return { status: 200, headers: {}, route: undefined, body: `["${asked.method} ${asked.path}"]` };
      },
      answers: new KeptAnswers(new Changes(), () => {}, 1_000_000),
      isReady: async () => true,
      logger: pino({ level: 'silent' }),
      origins: [],
      mounts: mountsOf(makeSite('http://site.test'), true),
      pages: emptyPages,
      files: noStore,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    agent.destroy();
    await app.close();
  });

  async function ask(headers: Record<string, string> = {}, url = path, method = 'GET'): Promise<Heard> {
    const { port } = app.server.address() as AddressInfo;
    const asked = request({ port, path: url, method, headers, agent }).end();
    const [response] = await once(asked, 'response');
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
  }

  it('hears of addresses that nobody can decode, and of the pages below the root, what the framework says', async () => {
    assert.match((await ask({}, '/rest/%zz')).body, /"rest_no_route"/);
    for (const root of ['/rest', '/wp-json']) {
      assert.equal((await ask({}, `${root}/openapi.json`)).body, emptyPages.openApi());
      assert.match(String((await ask({}, `${root}/docs?x`)).headers['content-type']), /^text\/html/);
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
      const { status, body } = await ask(headers);
      assert.equal(status, 500);
      assert.equal(JSON.parse(body).code, 'internal_server_error');
    }
  });
});
