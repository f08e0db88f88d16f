// Tests the authentication of API requests with the session of a browser (users-and-comments.md §2.3).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { hashPassword } from '../server/access/secrets.ts';
import { updatePasswordHash } from '../server/cms-v2/users/store.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestResponse, type TestSite } from './site.ts';
import { openVisitor, type Visitor } from './visitor.ts';

const me = '/cms/v2/users/me';
const noStore = 'no-cache, must-revalidate, max-age=0, no-store, private';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describeEachEngine('a session', (engine) => {
  let site: TestSite;
  let browser: Visitor;
  let nonce: string;
  const open = async (login: string, password: string) => {
    const visitor = openVisitor(site);
    await visitor.signIn(login, password);
    return visitor;
  };
  const request = (method: string, path: string, headers: Readonly<Record<string, string>>, json?: unknown) =>
    site.request('anonymous', method, path, json, headers);
  const summaryOf = ({ status, body, headers }: TestResponse) => [
    status,
    body?.code ?? body?.id,
    headers['X-CMS-Nonce'],
  ];

  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    const hash = await hashPassword('the author knows');
    await site.database.transaction((tx) => updatePasswordHash(tx, site.ids.author, hash));
    browser = await open('admin', 'correct horse');
    nonce = await browser.nonce();
  });

  it('authenticates with its nonce in a header, the query or a form, and returns a fresh one', async () => {
    const cookie = browser.cookie();
    const signedIn = [200, site.ids.administrator, nonce];
    assert.deepEqual(summaryOf(await request('GET', me, { cookie, 'x-cms-nonce': nonce })), signedIn);
    assert.deepEqual(summaryOf(await request('GET', `${me}?_cmsnonce=${nonce}`, { cookie })), signedIn);
    const inForm = makeRequest('POST', me, {
      headers: { cookie, ...form },
      body: Buffer.from(`_cmsnonce=${nonce}&nickname=x`),
    });
    const { status, headers } = await site.service.dispatch(inForm);
    assert.deepEqual([status, headers['X-CMS-Nonce'], headers['Cache-Control']], [200, nonce, noStore]);
  });

  it('is ignored without a nonce, regardless of other credentials, and the response is not cacheable', async () => {
    const cookie = browser.cookie();
    const authorization = site.authorizationOf('author') ?? '';
    for (const more of [{}, { authorization }]) {
      const rejection = await request('GET', me, { cookie, ...more });
      assert.deepEqual(summaryOf(rejection), [401, 'rest_not_logged_in', undefined]);
      const read = await request('GET', '/cms/v2/posts', { cookie, ...more });
      assert.deepEqual([read.status, read.headers['Cache-Control']], [200, noStore]);
    }
    assert.equal((await request('POST', '/cms/v2/posts', { cookie }, { title: 'Forged' })).status, 401);
  });

  it('is rejected with the nonce of another session on every route', async () => {
    const cookie = browser.cookie();
    const foreign = await (await open('author', 'the author knows')).nonce();
    const second = await (await open('admin', 'correct horse')).nonce();
    const rejection = [403, 'rest_cookie_invalid_nonce', undefined];
    for (const wrong of [
      foreign,
      second,
      '',
      '0',
      nonce.slice(1),
      `${nonce}0`,
      nonce.toUpperCase().replace(/\d/g, 'F'),
    ])
      for (const path of [me, '/cms/v2/posts', '/nothing/here', '/']) {
        const response = await request('GET', path, { cookie, 'x-cms-nonce': wrong });
        assert.deepEqual(summaryOf(response), rejection, `${wrong} at ${path}`);
        assert.deepEqual([response.headers['Cache-Control'], response.headers.Allow], [noStore, undefined]);
      }
    const posted = await request('POST', '/cms/v2/posts', { 'x-cms-nonce': nonce }, { title: 'x' });
    assert.deepEqual([...summaryOf(posted), posted.headers['Cache-Control']], [...rejection, noStore]);
    assert.deepEqual(summaryOf(await request('GET', me, { 'x-cms-nonce': nonce })), rejection, 'without a session');
    assert.deepEqual(summaryOf(await request('GET', `${me}?_cmsnonce[]=${nonce}`, { cookie })), rejection, 'an array');
    const both = await request('GET', `${me}?_cmsnonce=x`, { cookie, 'x-cms-nonce': nonce });
    assert.deepEqual(summaryOf(both), rejection, 'the parameter takes precedence over the header');
  });

  it('is ignored if the cookie is invalid; then other credentials are used, and the nonce is not checked', async () => {
    const authorization = site.authorizationOf('author') ?? '';
    for (const cookie of ['cms_session=forged', 'cms_session=', 'other=1', `cms_session=${'x'.repeat(9000)}`, '=;;=']) {
      const response = await request('GET', me, { cookie, authorization, 'x-cms-nonce': 'x' });
      assert.deepEqual(summaryOf(response), [200, site.ids.author, undefined], cookie.slice(0, 30));
    }
  });

  it('is not an application password', async () => {
    const headers = { cookie: browser.cookie(), 'x-cms-nonce': nonce };
    const response = await request('GET', `${me}/application-passwords/introspect`, headers);
    assert.deepEqual(summaryOf(response).slice(0, 2), [404, 'rest_no_authenticated_app_password']);
  });

  it('authenticates the requests of a batch', async () => {
    const headers = { cookie: browser.cookie(), 'x-cms-nonce': nonce };
    const requests = [{ path: '/cms/v2/posts', method: 'POST', body: { title: 'One' }, headers: { Cookie: 'x=y' } }];
    const { status, body } = await request('POST', '/batch/v1', headers, { requests });
    assert.deepEqual([status, body.responses[0].status], [207, 201]);
  });

  it('ends when the password changes, except for the session that changed it', async () => {
    const [here, there] = [await open('admin', 'correct horse'), await open('admin', 'correct horse')];
    const [ownNonce, otherNonce] = [await here.nonce(), await there.nonce()];
    const changed = await request(
      'POST',
      me,
      { cookie: here.cookie(), 'x-cms-nonce': ownNonce },
      { password: 'battery staple' },
    );
    assert.equal(changed.status, 200);
    assert.equal((await request('GET', me, { cookie: here.cookie(), 'x-cms-nonce': ownNonce })).status, 200);
    assert.deepEqual(
      summaryOf(await request('GET', me, { cookie: there.cookie(), 'x-cms-nonce': otherNonce })).slice(0, 2),
      [403, 'rest_cookie_invalid_nonce'],
    );
    assert.equal(await there.nonce(), '0');
    await site.request('administrator', 'POST', me, { password: 'correct horse' });
    assert.equal(await here.nonce(), '0', 'every session ends, because the password was not changed with a session');
  });

  it('uses the current roles of the user', async () => {
    const author = await open('author', 'the author knows');
    const headers = { cookie: author.cookie(), 'x-cms-nonce': await author.nonce() };
    assert.equal((await request('POST', '/cms/v2/pages', headers, { title: 'A page' })).status, 403);
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { roles: ['editor'] });
    assert.equal((await request('POST', '/cms/v2/pages', headers, { title: 'A page' })).status, 201);
    await site.request('administrator', 'DELETE', `/cms/v2/users/${site.ids.author}?force=true&reassign=false`);
    assert.equal((await request('GET', me, headers)).status, 403);
    assert.deepEqual(site.errors, []);
  });
});

describe('the index', () => {
  it('contains the URL at which applications are authorized', async () => {
    const site = await openTestSite();
    const { body } = await site.request('anonymous', 'GET', '/?_fields=authentication');
    const { authorization } = body.authentication['application-passwords'].endpoints;
    assert.equal(authorization, 'http://site.test/account/authorize');
    await site.database.close();
  });
});
