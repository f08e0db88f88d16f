// Wrong credentials are named as the reason wherever they are one: every route, by every method, answers them with the status
// and code that anonymous callers get, and with a message about the credentials where that is 401.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { textOf } from '../server/http/json-text.ts';
import { wrongCredentialMessage } from '../server/http/permit.ts';
import { makeRequest } from '../server/http/request.ts';
import { openTestSite, type TestSite } from './site.ts';

const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

let site: TestSite;
before(async () => {
  site = await openTestSite({ extensions: ['union'], pause: async () => {} });
});
after(() => site.database.close());

let senders = 0;

/** Sends a request from an IP address of its own, so that the failures before it do not count. */
async function ask(method: string, path: string, authorization?: string, json?: object) {
  senders += 1;
  const from = `192.0.${senders >> 8}.${senders & 255}`;
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await site.service.dispatch(makeRequest(method, path, { from, headers, ...(json && { json }) }));
  return { ...answer, body: JSON.parse(textOf(answer.body ?? 'null')) };
}

describe('wrong credentials', () => {
  it('are the reason that every 401 gives, with the code and status that anonymous callers get', async () => {
    let rejected = 0;
    for (const { declared, endpoints } of site.service.table.routes) {
      const path = declared.path.replace(/<\w+>/g, '1');
      for (const method of endpoints.flatMap((endpoint) => endpoint.declared.methods)) {
        const where = `${method} ${path}`;
        const body = method === 'GET' ? undefined : {};
        const anonymous = await ask(method, path, undefined, body);
        const wrong = await ask(method, path, basic('admin', 'wrong'), body);
        assert.deepEqual([wrong.status, wrong.body?.code], [anonymous.status, anonymous.body?.code], where);
        if (wrong.status !== 401) continue;
        rejected += 1;
        assert.equal(wrong.body.message, wrongCredentialMessage, where);
        assert.notEqual(anonymous.body.message, wrongCredentialMessage, where);
        assert.equal(wrong.headers['X-CMS-Credential'], 'refused', where);
      }
    }
    assert.ok(rejected > 100, `only ${rejected} routes and methods were 401`);
  });

  const kinds: readonly (readonly [kind: string, authorization: string])[] = [
    ['an unknown user', basic('unknown-user', 'wrong')],
    ["the account's own password", basic('admin', 'correct horse')],
    ['another scheme', 'Bearer abc'],
    ['an unreadable header', 'Basic !!!!'],
  ];
  for (const [kind, authorization] of kinds) {
    it(`${kind}: the message does not tell which part is wrong`, async () => {
      const { status, body } = await ask('GET', '/cms/v2/users/me', authorization);
      assert.deepEqual(
        [status, body],
        [401, { code: 'rest_not_logged_in', message: wrongCredentialMessage, data: { status: 401 } }],
      );
    });
  }

  it('are named where the signed-in user is changed or deleted, which is 404', async () => {
    for (const method of ['POST', 'DELETE']) {
      const json = method === 'POST' ? { name: 'New' } : { force: true, reassign: false };
      const { status, body } = await ask(method, '/cms/v2/users/me', basic('admin', 'wrong'), json);
      assert.deepEqual([status, body.code, body.message], [404, 'rest_user_invalid_id', wrongCredentialMessage]);
      const anonymous = await ask(method, '/cms/v2/users/me', undefined, json);
      assert.notEqual(anonymous.body.message, wrongCredentialMessage);
    }
  });

  it('are named in the responses to the requests of a batch', async () => {
    const requests = [{ path: '/cms/v2/posts', body: { title: 'New' } }];
    const { status, body } = await ask('POST', '/batch/v1', basic('admin', 'wrong'), { requests });
    const [response] = body.responses;
    assert.deepEqual(
      [status, response.status, response.body.code, response.body.message],
      [207, 401, 'rest_cannot_create', wrongCredentialMessage],
    );
  });

  it('change nothing in what anonymous callers are shown, errors inside records included', async () => {
    const draft = await site.make('/cms/v2/pages', { title: 'Hidden', status: 'draft' });
    const page = await site.make('/cms/v2/pages', { title: 'Below', status: 'publish', parent: draft.id });
    const address = `/cms/v2/pages/${page.id}?_embed`;
    const wrong = await ask('GET', address, basic('admin', 'wrong'));
    const anonymous = await ask('GET', address);
    assert.equal(anonymous.body._embedded.up[0].code, 'rest_forbidden');
    assert.deepEqual(wrong.body, anonymous.body);
  });
});
