import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { Changes } from '../database/changes.ts';
import { noStore } from '../files/no-store.ts';
import { makeEdge } from './edge.ts';
import { mountsFor } from './edge-for-tests.ts';
import { emptyPages } from './pages-for-tests.ts';
import { ResponseCache } from './response-cache.ts';

/** Returns the client address of a request that reaches an edge from `at` with this `X-Forwarded-For` header. */
async function clientAddressOf(
  proxies: string[],
  remoteAddress: string,
  forwarded?: string,
  url = '/rest/cms/v2/posts',
): Promise<string> {
  let from = '';
  const app = makeEdge({
    cache: new ResponseCache(new Changes(), () => {}, 0),
    isReady: async () => true,
    logger: pino({ level: 'silent' }),
    origins: [],
    proxies,
    mounts: mountsFor(async (request) => {
      from = request.from;
      return { status: 200, headers: {}, route: undefined, body: '{}' };
    }),
    pages: emptyPages,
    files: noStore,
    handleMcp: async (request) => {
      from = request.from;
      return { status: 202, headers: {} };
    },
  });
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  await app.inject({ method: 'POST', url, remoteAddress, headers });
  await app.close();
  return from;
}

describe('the client address of a request', () => {
  test('is that of the socket, or the one that a trusted proxy forwards', async () => {
    assert.equal(await clientAddressOf([], '127.0.0.1', '198.51.100.1'), '127.0.0.1');
    assert.equal(await clientAddressOf(['10.0.0.0/8'], '127.0.0.1', '198.51.100.1'), '127.0.0.1');
    assert.equal(await clientAddressOf(['127.0.0.1'], '127.0.0.1'), '127.0.0.1');
    assert.equal(await clientAddressOf(['127.0.0.1'], '127.0.0.1', '198.51.100.1'), '198.51.100.1');
    assert.equal(await clientAddressOf(['::1', 'fd00::/8'], 'fd00::7', '2001:db8::1'), '2001:db8::1');
    assert.equal(await clientAddressOf(['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1'), '198.51.100.1');
  });

  test('is the last one that is not a trusted proxy, regardless of earlier ones, which the client may have sent', async () => {
    assert.equal(await clientAddressOf(['127.0.0.0/8'], '127.0.0.1', '203.0.113.7, 198.51.100.1'), '198.51.100.1');
    const two = ['127.0.0.1', '10.0.0.0/8'];
    assert.equal(await clientAddressOf(two, '127.0.0.1', '203.0.113.7, 198.51.100.1, 10.1.2.3'), '198.51.100.1');
    for (const nonsense of ['203.0.113.7, unknown', '<script>', '', '1.2.3.4:80'])
      for (const url of ['/rest/cms/v2/posts', '/mcp'])
        assert.equal(await clientAddressOf(['127.0.0.1'], '127.0.0.1', nonsense, url), '127.0.0.1', nonsense);
  });
});
