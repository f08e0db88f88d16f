import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { openEdge } from '../../test/edge.ts';

/** Returns the client address of a request that reaches an edge from `remoteAddress` with this `X-Forwarded-For` header. */
async function clientAddressOf(
  proxies: string[],
  remoteAddress: string,
  forwarded?: string,
  url = '/rest/cms/v2/posts',
): Promise<string> {
  let from = '';
  const dispatch = async (request: { readonly from: string }) => {
    from = request.from;
    return { status: 200, headers: {}, route: undefined, body: '{}' };
  };
  const { app, port } = await openEdge(dispatch, {
    proxies,
    handlers: {
      handleMcp: async (request) => {
        from = request.from;
        return { status: 202, headers: {} };
      },
    },
  });
  app.server.on('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  });
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', headers });
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
