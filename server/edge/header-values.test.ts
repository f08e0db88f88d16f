// Tests that headers with stored text are sent as single lines of ASCII, and that every request gets a response.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { openEdge, type TestEdge } from '../../test/edge.ts';
import { encodeHeaderValue } from './header-values.ts';

const stored = 'a 名前 é "q", 100%; \r\nSet-Cookie: stolen=1\0\u{1f600}\ud800\x7f';
const encoded = 'a %E5%90%8D%E5%89%8D %C3%A9 "q", 100%; %0D%0ASet-Cookie: stolen=1%00%F0%9F%98%80%EF%BF%BD%7F';

it('encodeHeaderValue percent-encodes everything but visible ASCII, spaces and tabs', () => {
  assert.equal(encodeHeaderValue(stored), encoded);
  const plain = String.fromCharCode(9, ...Array.from({ length: 95 }, (_, n) => 32 + n));
  assert.equal(encodeHeaderValue(plain), plain);
  assert.equal(encodeHeaderValue(encoded), encoded, 'encoded text is not encoded twice');
});

describe('responses with headers of stored text', () => {
  let edge: TestEdge;
  const lines: string[] = [];
  before(async () => {
    const headers = { Location: stored, Link: stored, 'Content-Disposition': stored, 'X-CMS-Anything': stored };
    const respondTo: Readonly<Record<string, { headers: Record<string, string>; status?: number }>> = {
      '/stored': { headers },
      '/no-name': { headers: { 'no name': 'x' } },
      '/no-status': { headers: {}, status: 42 },
    };
    edge = await openEdge(
      async ({ path }) => {
        const { status = 200, headers } = respondTo[path.replace('/stream', '')] ?? { headers: {} };
        const stream = async function* () {
          yield 'text';
        };
        return { status, headers, route: path, body: '{}', ...(path.endsWith('/stream') && { stream }) };
      },
      {
        observers: { logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) },
        handlers: {
          screens: {
            screens: {
              handle: async () => ({ status: 302, headers: [['Location', stored]], body: '' }),
            },
            base: '',
            compatible: false,
          },
          servePage: async () => ({ status: 302, body: '', headers: { Location: stored } }),
          handleMcp: async () => ({ status: 200, headers: { 'X-CMS-Anything': stored } }),
        },
      },
    );
  });
  after(() => edge.app.close());

  /** Returns the complete response to a request, as received. */
  async function respond(method: string, path: string): Promise<string> {
    const socket = await edge.connect();
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString('latin1'))).resume();
    await once(socket, 'close');
    return text;
  }

  for (const [method, path, name] of [
    ...['Location', 'Link', 'Content-Disposition', 'X-CMS-Anything'].flatMap((name) => [
      ['GET', '/rest/stored', name] as const,
      ['POST', '/rest/stored', name] as const,
      ['GET', '/rest/stored/stream', name] as const,
    ]),
    ['POST', '/wp-json/stored', 'Location'],
    ['POST', '/wp-json/stored', 'X-CMS-Anything'],
    ['GET', '/account/anything', 'Location'],
    ['GET', '/a-page', 'Location'],
    ['POST', '/mcp', 'X-CMS-Anything'],
  ] as const)
    it(`have an encoded ${name}: ${method} ${path}`, async () => {
      const [head = ''] = (await respond(method, path)).split('\r\n\r\n');
      const values = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `));
      assert.deepEqual(
        values.map((line) => line.slice(name.length + 2)),
        [encoded],
      );
      assert.doesNotMatch(head, /\r\nset-cookie/i);
    });

  for (const path of ['/no-name', '/no-status', '/no-name/stream'])
    it(`become a logged 500 when they cannot be sent: ${path}`, async () => {
      lines.length = 0;
      const text = await respond('POST', `/rest${path}`);
      assert.match(text, /^HTTP\/1\.1 500 /);
      assert.match(text, /"code":"internal_server_error"/);
      assert.equal(lines.length, 1);
    });
});
