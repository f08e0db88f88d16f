// Tests that wrong credentials are reported as the reason for every 401. Each route and method responds with the status and
// error code for anonymous callers and, if the status is 401, with a message about the credentials.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toText } from '../server/http/json-text.ts';
import { wrongCredentialMessage } from '../server/http/permission-checks.ts';
import { makeRequest } from '../server/http/request.ts';
import { openTestSite, type TestSite } from './site.ts';

const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

let site: TestSite;
before(async () => {
  site = await openTestSite({ extensions: ['union'], pause: async () => {} });
});
after(() => site.database.close());

let senderCount = 0;

/** Sends a request from a new IP address, so that previous failures are not counted. */
async function request(method: string, path: string, authorization?: string, json?: object) {
  senderCount += 1;
  const ip = `192.0.${senderCount >> 8}.${senderCount & 255}`;
  const headers = authorization === undefined ? {} : { authorization };
  const response = await site.service.dispatch(makeRequest(method, path, { from: ip, headers, ...(json && { json }) }));
  return { ...response, body: JSON.parse(toText(response.body ?? 'null')) };
}

describe('wrong credentials', () => {
  it('are reported as the reason for every 401, with the code and status for anonymous callers', async () => {
    let rejected = 0;
    for (const { declared, endpoints } of site.service.table.routes) {
      const path = declared.path.replace(/<\w+>/g, '1');
      for (const method of endpoints.flatMap((endpoint) => endpoint.declared.methods)) {
        const label = `${method} ${path}`;
        const body = method === 'GET' ? undefined : {};
        const anonymous = await request(method, path, undefined, body);
        const wrong = await request(method, path, basic('admin', 'wrong'), body);
        assert.deepEqual([wrong.status, wrong.body?.code], [anonymous.status, anonymous.body?.code], label);
        if (wrong.status !== 401) continue;
        rejected += 1;
        assert.equal(wrong.body.message, wrongCredentialMessage, label);
        assert.notEqual(anonymous.body.message, wrongCredentialMessage, label);
        assert.equal(wrong.headers['X-CMS-Credential'], 'refused', label);
      }
    }
    assert.ok(rejected > 100, `${rejected} routes and methods returned 401, more than 100 were expected`);
  });

  const cases: readonly (readonly [kind: string, authorization: string])[] = [
    ['an unknown user', basic('unknown-user', 'wrong')],
    ["the account's own password", basic('admin', 'correct horse')],
    ['another scheme', 'Bearer abc'],
    ['an unreadable header', 'Basic !!!!'],
  ];
  for (const [kind, authorization] of cases) {
    it(`are reported without the part that is wrong: ${kind}`, async () => {
      const { status, body } = await request('GET', '/cms/v2/users/me', authorization);
      assert.deepEqual(
        [status, body],
        [401, { code: 'rest_not_logged_in', message: wrongCredentialMessage, data: { status: 401 } }],
      );
    });
  }

  it('are reported when the signed-in user is updated or deleted, with status 404', async () => {
    for (const method of ['POST', 'DELETE']) {
      const json = method === 'POST' ? { name: 'New' } : { force: true, reassign: false };
      const { status, body } = await request(method, '/cms/v2/users/me', basic('admin', 'wrong'), json);
      assert.deepEqual([status, body.code, body.message], [404, 'rest_user_invalid_id', wrongCredentialMessage]);
      const anonymous = await request(method, '/cms/v2/users/me', undefined, json);
      assert.notEqual(anonymous.body.message, wrongCredentialMessage);
    }
  });

  it('are reported in the responses to the requests of a batch', async () => {
    const requests = [{ path: '/cms/v2/posts', body: { title: 'New' } }];
    const { status, body } = await request('POST', '/batch/v1', basic('admin', 'wrong'), { requests });
    const [response] = body.responses;
    assert.deepEqual(
      [status, response.status, response.body.code, response.body.message],
      [207, 401, 'rest_cannot_create', wrongCredentialMessage],
    );
  });

  it('get the responses for anonymous callers, including errors inside records', async () => {
    const draft = await site.create('/cms/v2/pages', { title: 'Hidden', status: 'draft' });
    const page = await site.create('/cms/v2/pages', { title: 'Below', status: 'publish', parent: draft.id });
    const path = `/cms/v2/pages/${page.id}?_embed`;
    const wrong = await request('GET', path, basic('admin', 'wrong'));
    const anonymous = await request('GET', path);
    assert.equal(anonymous.body._embedded.up[0].code, 'rest_forbidden');
    assert.deepEqual(wrong.body, anonymous.body);
  });
});
