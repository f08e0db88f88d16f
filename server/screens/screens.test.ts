// What the screens do and refuse, without a browser.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { tokenIn, type Visitor, visit } from '../../test/visitor.ts';
import { lifetimes } from '../access/sessions.ts';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findApplicationPasswords } from '../cms-v2/application-passwords/store.ts';
import { type Slots, statement } from '../database/statement.ts';

const password = 'correct horse';
const mails = statement((q, p: Slots<{ kind: string }>) =>
  q.selectFrom('mails').select(['recipient', 'subject', 'text']).where('kind', '=', p.kind).orderBy('id'),
);

const deeds = statement((q) => q.selectFrom('audit_log').select('action'));

describeEachEngine('screens', (engine) => {
  let site: TestSite;
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
  });
  const signedIn = async (): Promise<Visitor> => {
    const browser = visit(site);
    await browser.signIn('admin', password);
    return browser;
  };
  /** Gets the limits against guessing to forget what a test has tried. */
  const rest = () => (time += 3600_000);
  const session = 'cms_session';

  describe('signing in', () => {
    it('takes the login or the address, whatever its case, and leads to the profile or where one wanted to go', async () => {
      for (const login of ['admin', 'ADMIN', 'Admin@Example.com', ' admin ']) {
        const browser = visit(site);
        const { status, location, cookies } = await browser.fill('/account/sign-in', { login, password });
        assert.deepEqual([status, location], [303, '/account/profile'], login);
        assert.match(cookies[0] ?? '', /^cms_session=\w{43}; Path=\/; HttpOnly; SameSite=Lax$/);
      }
      const there = await visit(site).fill('/account/sign-in?next=/account/authorize%3Fa=b', {
        login: 'admin',
        password,
      });
      assert.equal(there.location, '/account/authorize?a=b');
      const elsewhere = await visit(site).fill('/account/sign-in?next=//evil.example', { login: 'admin', password });
      assert.equal(elsewhere.location, '/account/profile');
    });

    it('keeps the cookie for two weeks where that is wished for', async () => {
      const { cookies } = await visit(site).fill('/account/sign-in', { login: 'admin', password, remember: 'yes' });
      assert.match(cookies[0] ?? '', new RegExp(`; Max-Age=${lifetimes.remembered / 1000}; HttpOnly`));
    });

    it('says the same of whatever is not right, and gives no session', async () => {
      const said = new Set<string>();
      for (const [login, wrong] of [
        ['admin', 'wrong'],
        ['nobody', 'wrong'],
        ['nobody@example.com', password],
        ['subscriber', 'none'],
        ['admin', ''],
        ['admin', 'x'.repeat(60_000)],
        ['admin', `${password}\u0000`],
        ["' or 1=1 --", "' or 1=1 --"],
      ] as const) {
        const browser = visit(site);
        const { status, body, cookies } = await browser.fill('/account/sign-in', { login, password: wrong });
        assert.equal(status, 401, login);
        assert.deepEqual(cookies, []);
        said.add(body.replace(/value="[^"]*"/g, ''));
      }
      assert.equal(said.size, 1);
      rest();
    });

    it('check 19: takes no application password', async () => {
      const { database, service, ids } = site;
      const made = await issueApplicationPassword(database, service.key, ids.administrator, 'x', service.clock);
      const { status } = await visit(site).fill('/account/sign-in', { login: 'admin', password: made.password });
      assert.equal(status, 401);
      rest();
    });

    it('always gives a new session, and ends the one that the browser had', async () => {
      const planted = await signedIn();
      const stolen = planted.jar.get(session) ?? '';
      const victim = visit(site);
      victim.jar.set(session, 'chosenbyanattacker');
      await victim.signIn('admin', password);
      assert.notEqual(victim.jar.get(session), 'chosenbyanattacker');
      const again = visit(site);
      again.jar.set(session, stolen);
      const { body } = await again.get('/account/profile');
      const left = await again.post('/account/sign-out', { token: tokenIn(body) });
      assert.equal(left.status, 303);
      assert.equal((await planted.get('/account/profile')).status, 302, 'signing out ends it for every holder');
    });

    it('shows what was typed as text', async () => {
      const { body } = await visit(site).fill('/account/sign-in', { login: '"><script>x</script>', password: 'x' });
      assert.equal(body.includes('<script'), false);
      assert.ok(body.includes('&quot;&gt;&lt;script&gt;'));
      rest();
    });
  });

  describe('forms', () => {
    it('are taken from our own pages only', async () => {
      const other = await signedIn();
      const foreign = tokenIn((await other.get('/account/profile')).body);
      const browser = await signedIn();
      const own = tokenIn((await browser.get('/account/profile')).body);
      const fields = { name: 'Forged' };
      for (const token of ['', 'x', foreign, own.toUpperCase(), `${own} `])
        assert.equal((await browser.post('/account/profile/application-passwords', { token, ...fields })).status, 403);
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://site.test.evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ] as const) {
        const { status } = await browser.post(
          '/account/profile/application-passwords',
          { token: own, ...fields },
          headers,
        );
        assert.equal(status, 403, JSON.stringify(headers));
      }
      const names = (await findApplicationPasswords(site.database.read, site.ids.administrator)).map(
        ({ name }) => name,
      );
      assert.equal(names.includes('Forged'), false);
      const taken = await browser.post(
        '/account/profile/application-passwords',
        { token: own, name: 'Mine' },
        { origin: 'http://site.test', 'sec-fetch-site': 'same-origin' },
      );
      assert.equal(taken.status, 200);
    });

    it('of who is not signed in belong to the browser that has opened them', async () => {
      const login = { login: 'admin', password };
      assert.equal((await visit(site).post('/account/sign-in', login)).status, 403);
      const token = tokenIn((await visit(site).get('/account/sign-in')).body);
      const browser = visit(site);
      await browser.get('/account/sign-in');
      assert.equal((await browser.post('/account/sign-in', { token, ...login })).status, 403);
      assert.equal(browser.jar.has(session), false);
    });

    it('of what one must be signed in for lead to signing in', async () => {
      for (const place of ['/account/profile', '/account/authorize?app_name=x', '/account/profile/password']) {
        const { status, location } = await visit(site).get(place);
        assert.deepEqual([status, location], [302, `/account/sign-in?${new URLSearchParams({ next: place })}`]);
      }
      assert.equal((await visit(site).post('/account/profile/password', {})).status, 303);
    });
  });

  describe('every page', () => {
    it('is kept by nobody, framed by nobody, and runs nothing', async () => {
      const browser = await signedIn();
      for (const address of [
        '/account/profile',
        '/account/sign-out',
        '/account/authorize',
        '/account/forgotten-password',
        '/account/reset-password',
        '/account/nothing',
      ]) {
        const shown = await browser.get(address);
        assert.match(
          shown.header('Content-Security-Policy') ?? '',
          /^default-src 'none'; style-src 'self'; form-action 'self'/,
        );
        assert.match(shown.header('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
        assert.match(shown.header('Cache-Control') ?? '', /no-store/);
        assert.equal(shown.header('X-Frame-Options'), 'DENY');
        assert.equal(/<script|\son\w+=|style="/.test(shown.body), false, address);
      }
    });

    it('that is not there, or takes no such request, is refused', async () => {
      assert.equal((await visit(site).get('/account/nothing')).status, 404);
      for (const [place, allow] of [
        ['/account/nonce', 'GET, HEAD'],
        ['/account/profile', 'GET, HEAD'],
      ] as const) {
        const shown = await visit(site).post(place, {});
        assert.deepEqual([shown.status, shown.header('Allow')], [405, allow]);
      }
    });
  });

  describe('the profile', () => {
    const change = (browser: Visitor, fields: Readonly<Record<string, string>>) =>
      browser.fill('/account/profile', fields, '/account/profile/password');

    it('changes the password of who knows it, signs every other browser out, and gives this one another secret', async () => {
      const [here, there] = [await signedIn(), await signedIn()];
      const next = 'battery staple';
      for (const [fields, why] of [
        [{ password: 'wrong', 'new-password': next, again: next }, /present password/],
        [{ password, 'new-password': next, again: 'other' }, /not the same/],
        [{ password, 'new-password': 'short', again: 'short' }, /at least 8/],
        [{ password, 'new-password': 'back\\slashes', again: 'back\\slashes' }, /backslash/],
        [{ password, 'new-password': 'x'.repeat(5000), again: 'x'.repeat(5000) }, /at most/],
      ] as const) {
        const { status, body } = await change(here, fields);
        assert.equal(status, 400);
        assert.match(body, why);
      }
      const before = here.jar.get(session);
      const { status, location } = await change(here, { password, 'new-password': next, again: next });
      assert.deepEqual([status, location], [303, '/account/profile?told=password-changed']);
      assert.notEqual(here.jar.get(session), before);
      assert.equal((await here.get('/account/profile')).status, 200);
      assert.equal((await there.get('/account/profile')).status, 302);
      rest();
      assert.equal((await visit(site).fill('/account/sign-in', { login: 'admin', password })).status, 401);
      assert.equal((await change(here, { password: next, 'new-password': password, again: password })).status, 303);
      rest();
    });

    it('makes application passwords and revokes them, its own alone', async () => {
      const browser = await signedIn();
      const made = await browser.fill(
        '/account/profile',
        { name: 'An <b>app</b> & more' },
        '/account/profile/application-passwords',
      );
      const secret = /class="secret">([\w ]+)</.exec(made.body)?.[1] ?? '';
      assert.match(secret, /^(\w{4} ){5}\w{4}$/);
      const me = (login: string) =>
        site.service.dispatch({ ...asked, headers: { authorization: basic(login, secret) } });
      assert.equal((await me('admin')).status, 200);
      const [foreign] = await findApplicationPasswords(site.database.read, site.ids.editor);
      await browser.fill('/account/profile', { revoke: foreign?.uuid ?? '' }, '/account/profile/application-passwords');
      assert.equal((await findApplicationPasswords(site.database.read, site.ids.editor)).length, 1);
      const own = await findApplicationPasswords(site.database.read, site.ids.administrator);
      const uuid = own.find(({ name }) => name === 'An app & more')?.uuid ?? '';
      await browser.fill('/account/profile', { revoke: uuid }, '/account/profile/application-passwords');
      assert.equal((await me('admin')).status, 401);
      const unnamed = await browser.fill(
        '/account/profile',
        { name: '<b></b>' },
        '/account/profile/application-passwords',
      );
      assert.equal(unnamed.status, 400);
    });

    it('lists the browsers that are signed in, and signs them out', async () => {
      const [here, there, third] = [await signedIn(), await signedIn(), await signedIn()];
      const { body } = await here.get('/account/profile');
      assert.match(body, /Firefox on Linux/);
      const id = /name="end" value="([^"]+)"/.exec(body)?.[1] ?? '';
      const end = (fields: Readonly<Record<string, string>>) =>
        here.fill('/account/profile', fields, '/account/profile/sessions');
      assert.equal((await end({ end: id })).location, '/account/profile?told=session-ended');
      const log = () => site.database.read.all(deeds, {});
      await end({ others: 'yes' });
      const noted = (await log()).length;
      await end({ others: 'yes' });
      await end({ end: `${id}\u0000` });
      assert.equal((await log()).length, noted, 'what ended nothing leaves no line in the audit log');
      assert.equal((await here.get('/account/profile')).status, 200);
      for (const ended of [there, third]) assert.equal((await ended.get('/account/profile')).status, 302);
    });
  });

  describe('authorizing an application', () => {
    const wish = (more: Readonly<Record<string, string>>) =>
      `/account/authorize?${new URLSearchParams({ app_name: 'An app', ...more })}`;

    it('gives it a password of its own, at the address that it named', async () => {
      const browser = await signedIn();
      const app_id = 'f4a1e2d3-0000-4000-8000-000000000000';
      const address = wish({ app_id, success_url: 'https://app.example/done?state=1' });
      const { status, location = '' } = await browser.fill(address, { app_name: 'Renamed', approve: 'yes' });
      assert.equal(status, 303);
      const told = new URL(location);
      assert.equal(told.origin + told.pathname, 'https://app.example/done');
      const { state, site_url, user_login, password: secret = '' } = Object.fromEntries(told.searchParams);
      assert.deepEqual([state, site_url, user_login], ['1', 'http://site.test', 'admin']);
      assert.match(secret, /^[A-Za-z0-9]{24}$/);
      const { body } = await site.ask(
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

    it('shows who asks and where it leads, and the password where it leads nowhere', async () => {
      const browser = await signedIn();
      const { body } = await browser.get(wish({ app_name: '<img src=x>', success_url: 'myapp://callback' }));
      assert.ok(
        body.includes('&lt;img src=x&gt;') &&
          body.includes('<strong>callback</strong>') &&
          body.includes('administrator'),
      );
      const shown = await browser.fill(wish({}), { app_name: 'An app', approve: 'yes' });
      assert.match(shown.body, /value="(\w{4} ){5}\w{4}"/);
    });

    it('sends a refusal where it belongs, and makes nothing', async () => {
      const browser = await signedIn();
      const count = async () => (await findApplicationPasswords(site.database.read, site.ids.administrator)).length;
      const before = await count();
      for (const [more, location] of [
        [{ success_url: 'https://app.example/', reject_url: 'https://app.example/no' }, 'https://app.example/no'],
        [{ success_url: 'https://app.example/?a=b' }, 'https://app.example/?a=b&success=false'],
        [{}, '/account/profile'],
      ] as const)
        assert.equal((await browser.fill(wish(more), { app_name: 'An app', reject: 'yes' })).location, location);
      assert.equal((await browser.fill(wish({}), { app_name: ' ', approve: 'yes' })).status, 400);
      assert.equal(await count(), before);
    });

    it('check 21: is not offered for addresses that cannot be trusted, nor when the form comes back for one', async () => {
      const browser = await signedIn();
      const token = tokenIn((await browser.get(wish({}))).body);
      for (const more of [
        { success_url: 'javascript://x/%0aalert(1)' },
        { reject_url: 'data:text/html,x' },
        { success_url: '//evil.example' },
        { success_url: 'http://app.example/' },
        { success_url: 'https://site.test@evil.example/' },
        { app_id: 'no uuid' },
        { app_id: 'F4A1E2D3-0000-4000-8000-000000000000' },
      ]) {
        const { status, body } = await browser.get(wish(more));
        assert.deepEqual([status, body.includes('<form')], [400, false], JSON.stringify(more));
        const sent = await browser.post(wish(more), { token, app_name: 'An app', approve: 'yes' });
        assert.deepEqual([sent.status, sent.location], [400, undefined]);
      }
    });

    it('is not done by a forged form', async () => {
      const browser = await signedIn();
      const { status } = await browser.post(wish({ success_url: 'https://evil.example/' }), {
        app_name: 'x',
        approve: 'yes',
      });
      assert.equal(status, 403);
    });
  });

  describe('a forgotten password', () => {
    const ask = async (login: string) => {
      const shown = await visit(site).fill('/account/forgotten-password', { login });
      await site.service.screens.settle();
      return { ...shown, sent: await site.database.read.all(mails, { kind: 'password-reset' }) };
    };
    const keyIn = (text = '') => /reset-password\?key=(\w+)/.exec(text)?.[1] ?? '';

    it('check 23: is answered alike for those there are and those there are not', async () => {
      const [known, unknown] = [await ask('editor'), await ask('nobody')];
      assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
      assert.deepEqual(
        unknown.sent.map(({ recipient }) => recipient),
        ['editor@site.test'],
      );
      assert.match(unknown.sent[0]?.text ?? '', /http:\/\/site\.test\/account\/reset-password\?key=\w{43}\n/);
    });

    it('is chosen anew once, within an hour, and signs every browser out', async () => {
      rest();
      const browser = await signedIn();
      const key = keyIn((await ask('admin@example.com')).sent.at(-1)?.text);
      const again = await ask('admin');
      assert.equal(keyIn(again.sent.at(-1)?.text), key, 'no second letter so soon');
      const reset = `/account/reset-password?key=${key}`;
      assert.equal((await visit(site).get(reset)).status, 200);
      assert.equal((await visit(site).get(`${reset}x`)).status, 400);
      const next = { 'new-password': 'battery staple', again: 'battery staple' };
      assert.equal((await visit(site).fill(reset, { ...next, again: 'other' })).status, 400);
      assert.equal((await visit(site).fill(reset, next)).location, '/account/sign-in?told=password-changed');
      assert.equal((await browser.get('/account/profile')).status, 302);
      assert.equal((await visit(site).get(reset)).status, 400, 'it works once');
      await visit(site).signIn('admin', 'battery staple');
      await site.ask('administrator', 'POST', '/cms/v2/users/me', { password });
      time += 3 * 60_000;
      const late = `/account/reset-password?key=${keyIn((await ask('admin')).sent.at(-1)?.text)}`;
      time += 3600_000;
      assert.equal((await visit(site).get(late)).status, 400, 'it holds for an hour');
    });

    it('is asked for ten times a minute by one sender, whatever the name', async () => {
      rest();
      const statuses = [];
      for (const login of ['admin', 'nobody', 'author', ...Array.from({ length: 9 }, (_, n) => `name ${n}`), 'admin'])
        statuses.push((await ask(login)).status);
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429, 429, 429]);
      const refused = await ask('nobody');
      assert.deepEqual([refused.status, refused.header('Retry-After')], [429, '60']);
      time += 60_000;
      assert.equal((await ask('nobody')).status, 200);
    });

    it('has five letters an hour, however often it is asked for, and the last one holds meanwhile', async () => {
      const lettersTo = (sent: readonly { readonly recipient: string; readonly text: string }[]) =>
        sent.filter(({ recipient }) => recipient === 'author@site.test');
      rest();
      const before = lettersTo((await ask('nobody')).sent).length;
      for (let n = 0; n < 15; n += 1) {
        await ask('author');
        time += 150_000;
      }
      const { sent } = await ask('author');
      assert.equal(lettersTo(sent).length - before, 5);
      const key = keyIn(lettersTo(sent).at(-1)?.text);
      assert.equal((await visit(site).get(`/account/reset-password?key=${key}`)).status, 200);
    });

    it('is not chosen with a letter to an address that is no longer the user’s', async () => {
      const key = keyIn((await ask('editor')).sent.at(-1)?.text);
      await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { email: 'new@site.test' });
      assert.equal((await visit(site).get(`/account/reset-password?key=${key}`)).status, 400);
    });
  });

  it('send nobody letters without end, whoever changes their own password and address', async () => {
    const told = async (recipient: string) => {
      const kinds = ['password-changed', 'email-changed'];
      const sent = await Promise.all(kinds.map((kind) => site.database.read.all(mails, { kind })));
      return sent.map((letters) => letters.filter((letter) => letter.recipient === recipient).length);
    };
    const change = (fields: object) => site.ask('subscriber', 'POST', '/cms/v2/users/me', fields);
    await change({ email: 'victim@elsewhere.example' });
    assert.deepEqual(await told('subscriber@site.test'), [0, 1], 'who has had the address hears of it');
    for (let n = 0; n < 8; n += 1) {
      await change({ password: `battery ${n}` });
      await change({ email: `victim+${n}@elsewhere.example` });
      await change({ email: 'victim@elsewhere.example' });
    }
    assert.deepEqual(await told('victim@elsewhere.example'), [5, 2]);
    rest();
    await change({ password: 'battery staple' });
    assert.deepEqual(await told('victim@elsewhere.example'), [6, 2]);
    await change({ email: 'subscriber@site.test' });
  });

  it('leave traces: letters to whose password it was, and lines in the audit log', async () => {
    const letters = await site.database.read.all(mails, { kind: 'password-changed' });
    assert.ok(letters.filter(({ recipient }) => recipient === 'admin@example.com').length >= 3);
    const moved = await site.database.read.all(mails, { kind: 'email-changed' });
    assert.deepEqual(
      moved.map(({ recipient }) => recipient).filter((recipient) => recipient.startsWith('editor')),
      ['editor@site.test'],
    );
    const noted = new Set((await site.database.read.all(deeds, {})).map(({ action }) => action));
    for (const action of ['signed-in', 'signed-out', 'user-password-changed', 'application-password-revoked'])
      assert.ok(noted.has(action), action);
  });

  it('are asked for without any fault of ours', () => assert.deepEqual(site.faults, []));
});

const basic = (login: string, secret: string) => `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;

const asked = { method: 'GET', path: '/cms/v2/users/me', query: '', body: new Uint8Array(), from: '192.0.2.7' };
