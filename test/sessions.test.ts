// Who a request of the API is from that comes with a browser's session (users-and-comments.md §2.3).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { hashPassword } from '../server/access/secrets.ts';
import { writePasswordHash } from '../server/cms-v2/users/store.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { type Answered, openTestSite, type TestSite } from './site.ts';
import { type Visitor, visit } from './visitor.ts';

const me = '/cms/v2/users/me';
const noStore = 'no-cache, must-revalidate, max-age=0, no-store, private';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describeEachEngine('a session at the API', (engine) => {
  let site: TestSite;
  let browser: Visitor;
  let nonce: string;
  const open = async (login: string, password: string) => {
    const opened = visit(site);
    await opened.signIn(login, password);
    return opened;
  };
  const ask = (method: string, address: string, headers: Readonly<Record<string, string>>, json?: unknown) =>
    site.ask('anonymous', method, address, json, headers);
  const outcome = ({ status, body, headers }: Answered) => [status, body?.code ?? body?.id, headers['X-CMS-Nonce']];

  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    const hash = await hashPassword('the author knows');
    await site.database.transaction((tx) => writePasswordHash(tx, site.ids.author, hash));
    browser = await open('admin', 'correct horse');
    nonce = await browser.nonce();
  });

  it('counts with its nonce, in a header, a query or a form, and gets a fresh one', async () => {
    const cookie = browser.cookie();
    const signedIn = [200, site.ids.administrator, nonce];
    assert.deepEqual(outcome(await ask('GET', me, { cookie, 'x-cms-nonce': nonce })), signedIn);
    assert.deepEqual(outcome(await ask('GET', `${me}?_cmsnonce=${nonce}`, { cookie })), signedIn);
    const inForm = makeRequest('POST', me, {
      headers: { cookie, ...form },
      body: Buffer.from(`_cmsnonce=${nonce}&nickname=x`),
    });
    const { status, headers } = await site.service.dispatch(inForm);
    assert.deepEqual([status, headers['X-CMS-Nonce'], headers['Cache-Control']], [200, nonce, noStore]);
  });

  it('reads as nobody without a nonce, whatever credentials come beside it, and nobody keeps that', async () => {
    const cookie = browser.cookie();
    const authorization = site.authorizationOf('author') ?? '';
    for (const more of [{}, { authorization }]) {
      const refused = await ask('GET', me, { cookie, ...more });
      assert.deepEqual(outcome(refused), [401, 'rest_not_logged_in', undefined]);
      const read = await ask('GET', '/cms/v2/posts', { cookie, ...more });
      assert.deepEqual([read.status, read.headers['Cache-Control']], [200, noStore]);
    }
    assert.equal((await ask('POST', '/cms/v2/posts', { cookie }, { title: 'Forged' })).status, 401);
  });

  it('check 18: with a nonce that is not its own is refused before anything else, everywhere', async () => {
    const cookie = browser.cookie();
    const foreign = await (await open('author', 'the author knows')).nonce();
    const second = await (await open('admin', 'correct horse')).nonce();
    const refused = [403, 'rest_cookie_invalid_nonce', undefined];
    for (const wrong of [
      foreign,
      second,
      '',
      '0',
      nonce.slice(1),
      `${nonce}0`,
      nonce.toUpperCase().replace(/\d/g, 'F'),
    ])
      for (const address of [me, '/cms/v2/posts', '/nothing/here', '/']) {
        const answer = await ask('GET', address, { cookie, 'x-cms-nonce': wrong });
        assert.deepEqual(outcome(answer), refused, `${wrong} at ${address}`);
        assert.deepEqual([answer.headers['Cache-Control'], answer.headers.Allow], [noStore, undefined]);
      }
    const posted = await ask('POST', '/cms/v2/posts', { 'x-cms-nonce': nonce }, { title: 'x' });
    assert.deepEqual([...outcome(posted), posted.headers['Cache-Control']], [...refused, noStore]);
    assert.deepEqual(outcome(await ask('GET', me, { 'x-cms-nonce': nonce })), refused, 'without a session');
    assert.deepEqual(outcome(await ask('GET', `${me}?_cmsnonce[]=${nonce}`, { cookie })), refused, 'a list');
    const both = await ask('GET', `${me}?_cmsnonce=x`, { cookie, 'x-cms-nonce': nonce });
    assert.deepEqual(outcome(both), refused, 'the parameter goes before the header');
  });

  it('leaves credentials alone where the cookie is no session, and a nonce beside them unread', async () => {
    const authorization = site.authorizationOf('author') ?? '';
    for (const cookie of ['cms_session=forged', 'cms_session=', 'other=1', `cms_session=${'x'.repeat(9000)}`, '=;;=']) {
      const answer = await ask('GET', me, { cookie, authorization, 'x-cms-nonce': 'x' });
      assert.deepEqual(outcome(answer), [200, site.ids.author, undefined], cookie.slice(0, 30));
    }
  });

  it('is no application password', async () => {
    const headers = { cookie: browser.cookie(), 'x-cms-nonce': nonce };
    const answer = await ask('GET', `${me}/application-passwords/introspect`, headers);
    assert.deepEqual(outcome(answer).slice(0, 2), [404, 'rest_no_authenticated_app_password']);
  });

  it('does in a batch what it may do', async () => {
    const headers = { cookie: browser.cookie(), 'x-cms-nonce': nonce };
    const requests = [{ path: '/cms/v2/posts', method: 'POST', body: { title: 'One' }, headers: { Cookie: 'x=y' } }];
    const { status, body } = await ask('POST', '/batch/v1', headers, { requests });
    assert.deepEqual([status, body.responses[0].status], [207, 201]);
  });

  it('check 20: ends with another password, but for the one in which it was chosen', async () => {
    const [here, there] = [await open('admin', 'correct horse'), await open('admin', 'correct horse')];
    const [own, other] = [await here.nonce(), await there.nonce()];
    const changed = await ask(
      'POST',
      me,
      { cookie: here.cookie(), 'x-cms-nonce': own },
      { password: 'battery staple' },
    );
    assert.equal(changed.status, 200);
    assert.equal((await ask('GET', me, { cookie: here.cookie(), 'x-cms-nonce': own })).status, 200);
    assert.deepEqual(outcome(await ask('GET', me, { cookie: there.cookie(), 'x-cms-nonce': other })).slice(0, 2), [
      403,
      'rest_cookie_invalid_nonce',
    ]);
    assert.equal(await there.nonce(), '0');
    await site.ask('administrator', 'POST', me, { password: 'correct horse' });
    assert.equal(await here.nonce(), '0', 'a program has changed it: no browser is spared');
  });

  it('has the rights of the moment', async () => {
    const author = await open('author', 'the author knows');
    const headers = { cookie: author.cookie(), 'x-cms-nonce': await author.nonce() };
    assert.equal((await ask('POST', '/cms/v2/pages', headers, { title: 'A page' })).status, 403);
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { roles: ['editor'] });
    assert.equal((await ask('POST', '/cms/v2/pages', headers, { title: 'A page' })).status, 201);
    await site.ask('administrator', 'DELETE', `/cms/v2/users/${site.ids.author}?force=true&reassign=false`);
    assert.equal((await ask('GET', me, headers)).status, 403);
    assert.deepEqual(site.faults, []);
  });
});

describe('the index', () => {
  it('tells where applications are authorized', async () => {
    const site = await openTestSite();
    const { body } = await site.ask('anonymous', 'GET', '/?_fields=authentication');
    const { authorization } = body.authentication['application-passwords'].endpoints;
    assert.equal(authorization, 'http://site.test/account/authorize');
    await site.database.close();
  });
});
