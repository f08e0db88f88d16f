// Tests of the screen that authorizes an application.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { basic, screensSite } from '../../test/screens-site.ts';
import { tokenIn } from '../../test/visitor.ts';
import { listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';

describeEachEngine('authorizing an application', (engine) => {
  const { site, signedIn } = screensSite(engine);

  const authorizePath = (more: Readonly<Record<string, string>>) =>
    `/account/authorize?${new URLSearchParams({ app_name: 'An app', ...more })}`;

  it('creates an application password and redirects with it to the callback URL', async () => {
    const browser = await signedIn();
    const app_id = 'f4a1e2d3-0000-4000-8000-000000000000';
    const address = authorizePath({ app_id, success_url: 'https://app.example/done?state=1' });
    const { status, location = '' } = await browser.submitForm(address, { app_name: 'Renamed', approve: 'yes' });
    assert.equal(status, 303);
    const callbackUrl = new URL(location);
    assert.equal(callbackUrl.origin + callbackUrl.pathname, 'https://app.example/done');
    const { state, site_url, user_login, password: secret = '' } = Object.fromEntries(callbackUrl.searchParams);
    assert.deepEqual([state, site_url, user_login], ['1', 'http://site.test', 'admin']);
    assert.match(secret, /^[A-Za-z0-9]{24}$/);
    const { body } = await site.request(
      'anonymous',
      'GET',
      '/cms/v2/users/me/application-passwords/introspect',
      undefined,
      {
        authorization: basic('admin', secret),
      },
    );
    assert.deepEqual([body.name, body.app_id], ['Renamed', app_id]);
  });

  it('names the application and the callback host, and displays the password when there is no callback URL', async () => {
    const browser = await signedIn();
    const { body } = await browser.get(authorizePath({ app_name: '<img src=x>', success_url: 'myapp://callback' }));
    assert.ok(
      body.includes('&lt;img src=x&gt;') &&
        body.includes('<strong>callback</strong>') &&
        body.includes('administrator'),
    );
    const grantedPage = await browser.submitForm(authorizePath({}), { app_name: 'An app', approve: 'yes' });
    assert.match(grantedPage.body, /value="(\w{4} ){5}\w{4}"/);
  });

  it('redirects a rejection to the reject URL and creates no password', async () => {
    const browser = await signedIn();
    const count = async () => (await listApplicationPasswordRows(site.database.read, site.ids.administrator)).length;
    const before = await count();
    for (const [more, location] of [
      [{ success_url: 'https://app.example/', reject_url: 'https://app.example/no' }, 'https://app.example/no'],
      [{ success_url: 'https://app.example/?a=b' }, 'https://app.example/?a=b&success=false'],
      [{}, '/account/profile'],
    ] as const)
      assert.equal(
        (await browser.submitForm(authorizePath(more), { app_name: 'An app', reject: 'yes' })).location,
        location,
      );
    assert.equal((await browser.submitForm(authorizePath({}), { app_name: ' ', approve: 'yes' })).status, 400);
    assert.equal(await count(), before);
  });

  it('rejects unsafe callback URLs, both when the form is displayed and when it is submitted', async () => {
    const browser = await signedIn();
    const token = tokenIn((await browser.get(authorizePath({}))).body);
    for (const more of [
      { success_url: 'javascript://x/%0aalert(1)' },
      { reject_url: 'data:text/html,x' },
      { success_url: '//evil.example' },
      { success_url: 'http://app.example/' },
      { success_url: 'https://site.test@evil.example/' },
      { app_id: 'no uuid' },
      { app_id: 'F4A1E2D3-0000-4000-8000-000000000000' },
    ]) {
      const { status, body } = await browser.get(authorizePath(more));
      assert.deepEqual([status, body.includes('<form')], [400, false], JSON.stringify(more));
      const submittedForm = await browser.post(authorizePath(more), { token, app_name: 'An app', approve: 'yes' });
      assert.deepEqual([submittedForm.status, submittedForm.location], [400, undefined]);
    }
  });

  it('rejects a forged form', async () => {
    const browser = await signedIn();
    const { status } = await browser.post(authorizePath({ success_url: 'https://evil.example/' }), {
      app_name: 'x',
      approve: 'yes',
    });
    assert.equal(status, 403);
  });
});
