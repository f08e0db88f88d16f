// Tests cross-origin access of browsers (contract/README.md decisions 13 and 19) at both mounts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mountsFor, openEdge, type TestEdge } from '../../test/edge.ts';
import { ApiError } from '../api-error.ts';
import type { ApiResponse } from '../http/request.ts';
import { maxAnonymousBodyBytes } from '../http/unread-bodies.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../http/upload.ts';

type Headers = Readonly<Record<string, string | null>>;

const [listed, unlisted] = ['https://listed.test', 'https://unlisted.test'];

const general = ['Authorization', 'Content-Disposition', 'Content-MD5', 'Content-Type'];
const conditional = ['X-HTTP-Method-Override', 'If-Match', 'If-None-Match'];
const nonces = ['X-CMS-Nonce', 'X-WP-Nonce'];
const readable = ['Link', 'Allow', 'ETag', 'Location', 'Retry-After'];

/** Headers that pages may send and read at each mount, in its spelling. */
const mounts = [
  {
    mount: '/rest',
    accepted: [...general, ...conditional, ...nonces],
    exposed: [...readable, 'X-CMS-Total', 'X-CMS-TotalPages', 'X-CMS-Credential', ...nonces],
  },
  {
    mount: '/wp-json',
    accepted: [...general, ...conditional, ...nonces],
    exposed: [...readable, 'X-WP-Total', 'X-WP-TotalPages', 'X-WP-Credential', ...nonces],
  },
] as const;

const toAll = { 'access-control-allow-origin': '*', 'access-control-allow-credentials': null };
const toListed = { 'access-control-allow-origin': listed, 'access-control-allow-credentials': 'true' };
const preflightHeaders = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' };

const cases: readonly (readonly [
  name: string,
  method: string,
  requestHeaders: Readonly<Record<string, string>>,
  Headers,
])[] = [
  ['a read without an origin', 'GET', {}, { 'access-control-allow-origin': null, 'access-control-max-age': null }],
  ['a read from an unlisted origin', 'GET', { origin: unlisted }, { ...toAll, 'access-control-max-age': null }],
  ['a read from a listed origin', 'GET', { origin: listed }, { ...toListed, vary: 'Origin, Authorization, Cookie' }],
  ['a read from an opaque origin', 'GET', { origin: 'null' }, toAll],
  ['a write from a listed origin', 'POST', { origin: listed }, { ...toListed, vary: 'Origin' }],
  [
    'a preflight from an unlisted origin',
    'OPTIONS',
    { origin: unlisted, ...preflightHeaders },
    { ...toAll, vary: 'Origin' },
  ],
  [
    'a preflight from a listed origin',
    'OPTIONS',
    { origin: listed, ...preflightHeaders },
    { ...toListed, vary: 'Origin' },
  ],
  [
    'OPTIONS that is not a preflight',
    'OPTIONS',
    { origin: listed },
    { ...toListed, 'access-control-max-age': null, vary: 'Origin' },
  ],
];

let edge: TestEdge;
let respond: () => ApiResponse;
before(async () => {
  edge = await openEdge(async () => respond(), {
    api: {
      origins: [listed],
      mounts: mountsFor(async () => respond(), {
        rejectLargeBody: () => new ApiError('rest_not_logged_in', 401, 'Not without credentials.'),
      }),
    },
  });
});
after(() => edge.app.close());

const send = (path: string, method: string, headers: Readonly<Record<string, string>>) =>
  fetch(`http://127.0.0.1:${edge.port}${path}`, { method, headers });

const namesIn = (value: string | null): string[] => (value ?? '').split(', ').sort();

for (const { mount, accepted, exposed } of mounts) {
  describe(`cross-origin requests at ${mount}`, () => {
    before(() => {
      respond = () => ({ status: 200, route: '/', headers: {}, body: '{"a":1}' });
    });

    for (const [name, method, requestHeaders, expected] of cases) {
      it(`${name} has the CORS headers and an unchanged response`, async () => {
        const response = await send(`${mount}/cms/v2/posts`, method, requestHeaders);
        assert.deepEqual([response.status, await response.text()], [200, '{"a":1}']);
        const { headers } = response;
        assert.deepEqual(namesIn(headers.get('access-control-allow-headers')), [...accepted].sort());
        assert.deepEqual(namesIn(headers.get('access-control-expose-headers')), [...exposed].sort());
        for (const [header, value] of Object.entries(expected)) assert.equal(headers.get(header), value, header);
        const methods = 'origin' in requestHeaders ? 'OPTIONS, GET, POST, PUT, PATCH, DELETE' : null;
        assert.equal(headers.get('access-control-allow-methods'), methods);
        const isPreflight = 'access-control-request-method' in requestHeaders;
        assert.equal(Number(headers.get('access-control-max-age')) > 0, isPreflight);
      });
    }

    it('have CORS headers in error responses of the edge', async () => {
      respond = () => {
        throw new Error('failure');
      };
      const address = `POST ${mount}/cms/v2/posts HTTP/1.1`;
      const signedIn = 'Authorization: Basic YTpi';
      const errors = [
        [404, `GET ${mount}/%zz HTTP/1.1`],
        [500, `GET ${mount}/cms/v2/posts HTTP/1.1`],
        [500, `GET ${mount}/cms/v2/posts HTTP/1.1`, signedIn],
        [401, address, `Content-Length: ${maxAnonymousBodyBytes + 1}`],
        [413, address, signedIn, 'Content-Type: application/json', `Content-Length: ${DEFAULT_MAX_BODY_BYTES + 1}`],
      ] as const;
      for (const [status, ...lines] of errors) {
        const head = await headOf([...lines, 'Host: site.test', `Origin: ${unlisted}`]);
        assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
        assert.match(head, /^access-control-allow-origin: \*$/im);
        assert.match(head, /^access-control-expose-headers: .*Retry-After/im);
      }
    });
  });
}

/** Returns the head of the response to a request without a body, or with a body that never arrives. */
async function headOf(lines: readonly string[]): Promise<string> {
  const socket = await edge.connect();
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes('\r\n\r\n')) break;
  }
  return text.split('\r\n\r\n', 1)[0] ?? '';
}
