// Tests of the protection against cross-site request forgery.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { password, screensSite, session } from '../../test/screens-site.ts';
import { openVisitor, tokenIn } from '../../test/visitor.ts';
import { listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';

describeEachEngine('forms', (engine) => {
  const { site, signedIn } = screensSite(engine);

  it('are accepted only from pages of the site', async () => {
    const other = await signedIn();
    const otherSessionToken = tokenIn((await other.get('/account/profile')).body);
    const browser = await signedIn();
    const ownToken = tokenIn((await browser.get('/account/profile')).body);
    const fields = { name: 'Forged' };
    for (const token of ['', 'x', otherSessionToken, ownToken.toUpperCase(), `${ownToken} `])
      assert.equal((await browser.post('/account/profile/application-passwords', { token, ...fields })).status, 403);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://site.test.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ] as const) {
      const { status } = await browser.post(
        '/account/profile/application-passwords',
        { token: ownToken, ...fields },
        headers,
      );
      assert.equal(status, 403, JSON.stringify(headers));
    }
    const names = (await listApplicationPasswordRows(site.database.read, site.ids.administrator)).map(
      ({ name }) => name,
    );
    assert.equal(names.includes('Forged'), false);
    const taken = await browser.post(
      '/account/profile/application-passwords',
      { token: ownToken, name: 'Mine' },
      { origin: 'http://site.test', 'sec-fetch-site': 'same-origin' },
    );
    assert.equal(taken.status, 200);
  });

  it('of anonymous visitors are bound to the browser that opened them', async () => {
    const login = { login: 'admin', password };
    assert.equal((await openVisitor(site).post('/account/sign-in', login)).status, 403);
    const token = tokenIn((await openVisitor(site).get('/account/sign-in')).body);
    const browser = openVisitor(site);
    await browser.get('/account/sign-in');
    assert.equal((await browser.post('/account/sign-in', { token, ...login })).status, 403);
    assert.equal(browser.jar.has(session), false);
  });

  it('that require a user redirect anonymous visitors to the sign-in screen', async () => {
    for (const screenPath of ['/account/profile', '/account/authorize?app_name=x', '/account/profile/password']) {
      const { status, location } = await openVisitor(site).get(screenPath);
      assert.deepEqual([status, location], [302, `/account/sign-in?${new URLSearchParams({ next: screenPath })}`]);
    }
    assert.equal((await openVisitor(site).post('/account/profile/password', {})).status, 303);
  });
});
