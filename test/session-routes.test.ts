// Tests the routes of browser sessions and of the numbers of entries of users.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { callers, type Row } from './permission-rows.ts';
import { screensSite } from './screens-site.ts';
import type { Caller } from './site.ts';
import { openVisitor } from './visitor.ts';

const pathOf = (user: number | 'me') => `/octavo/v1/users/${user}/sessions`;

describeEachEngine('the routes of sessions', (engine) => {
  const { site, resetThrottle, signedIn, auditActions } = screensSite(engine);
  const editorsPassword = 'battery staple';
  const signInAsEditor = async () => {
    resetThrottle();
    const browser = openVisitor(site);
    await browser.signIn('editor', editorsPassword);
    return browser;
  };
  const statusesOf = async (requestAs: (caller: Caller) => Promise<{ readonly status: number }>) => {
    const statuses = [];
    for (const caller of callers) statuses.push((await requestAs(caller)).status);
    return statuses;
  };

  it('are for oneself, and for users who may edit others', async () => {
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { password: editorsPassword });
    await signInAsEditor();
    const { body } = await site.request('administrator', 'GET', pathOf(site.ids.editor));
    const others: Row = [401, 403, 403, 403, 200, 200];
    const own: Row = [401, 200, 200, 200, 200, 200];
    const item = `${pathOf(site.ids.editor)}/${body[0].id}`;
    assert.deepEqual(
      {
        list: await statusesOf((caller) => site.request(caller, 'GET', pathOf(site.ids.editor))),
        ownList: await statusesOf((caller) => site.request(caller, 'GET', pathOf('me'))),
        ownEnd: await statusesOf((caller) => site.request(caller, 'DELETE', pathOf('me'))),
      },
      { list: others, ownList: own, ownEnd: own },
    );
    await signInAsEditor();
    assert.equal((await site.request('author', 'DELETE', item)).status, 403);
    assert.equal((await site.request('anonymous', 'DELETE', item)).status, 401);
    assert.equal((await site.request('author', 'DELETE', pathOf(site.ids.editor))).status, 403);
    assert.equal((await site.request('administrator', 'GET', pathOf(9999))).status, 404);
    assert.equal((await site.request('administrator', 'GET', pathOf(site.ids.editor))).body.length, 1);
  });

  it('describe a session without its token', async () => {
    const browser = await signInAsEditor();
    const { body } = await site.request('administrator', 'GET', pathOf(site.ids.editor));
    const keys = ['id', 'user', 'current', 'device', 'user_agent', 'ip', 'created', 'last_seen', 'expires'];
    assert.deepEqual(Object.keys(body[0]), keys);
    const { user, current, device, ip } = body[0];
    assert.deepEqual([user, current, device, ip], [site.ids.editor, false, 'Firefox on Linux', '192.0.2.7']);
    const token = browser.jar.get('cms_session') ?? 'none';
    assert.ok(!JSON.stringify(body).includes(token));
  });

  it('end one session, or all except the current one', async () => {
    const browsers = [await signInAsEditor(), await signInAsEditor(), await signInAsEditor()];
    const [first, second, third] = browsers;
    assert.ok(first && second && third);
    const headers = { cookie: third.cookie(), 'x-cms-nonce': await third.nonce() };
    const { body } = await site.request('anonymous', 'GET', pathOf('me'), undefined, headers);
    const current = body.filter((each: { current: boolean }) => each.current);
    assert.equal(current.length, 1);
    const isSignedIn = async (browser: typeof first) => (await browser.get('/account/profile')).status === 200;
    const oldest = body.at(-1).id;
    const ended = await site.request('anonymous', 'DELETE', `${pathOf('me')}/${oldest}`, undefined, headers);
    assert.deepEqual([ended.status, ended.body.previous.id], [200, oldest]);
    assert.equal(
      (await site.request('anonymous', 'DELETE', `${pathOf('me')}/${oldest}`, undefined, headers)).status,
      404,
    );
    const all = await site.request('anonymous', 'DELETE', pathOf('me'), undefined, headers);
    assert.deepEqual([all.status, all.body.deleted], [200, true]);
    assert.ok(all.body.count >= 1);
    assert.deepEqual(
      [await isSignedIn(first), await isSignedIn(second), await isSignedIn(third)],
      [false, false, true],
    );
    const byAdministrator = await site.request('administrator', 'DELETE', pathOf(site.ids.editor));
    assert.equal(byAdministrator.body.count, 1);
    assert.equal(await isSignedIn(third), false);
    assert.ok((await auditActions()).filter((action) => action === 'signed-out').length >= 3);
  });

  it('do not end a session of another user under the ID of this one', async () => {
    resetThrottle();
    await signedIn();
    const { body } = await site.request('administrator', 'GET', pathOf('me'));
    const url = `${pathOf(site.ids.editor)}/${body[0].id}`;
    assert.equal((await site.request('administrator', 'DELETE', url)).status, 404);
    assert.equal((await site.request('administrator', 'GET', pathOf('me'))).body.length, body.length);
  });

  it('count the entries of users for those who may list users', async () => {
    const { ids } = site;
    await site.create('/cms/v2/posts', { title: 'One', status: 'publish', author: ids.author });
    await site.create('/cms/v2/posts', { title: 'Two', author: ids.author });
    await site.create('/cms/v2/pages', { title: 'Three', author: ids.author });
    await site.create('/octavo/v1/auto-drafts', { type: 'post' }, 'author');
    const url = `/octavo/v1/entry-counts?authors=${ids.subscriber},${ids.author}`;
    const row: Row = [401, 403, 403, 403, 403, 200];
    assert.deepEqual(await statusesOf((caller) => site.request(caller, 'GET', url)), row);
    const { body } = await site.request('administrator', 'GET', url);
    assert.deepEqual(body, [
      { author: ids.subscriber, total: 0, published: 0, types: {} },
      { author: ids.author, total: 3, published: 1, types: { page: 1, post: 2 } },
    ]);
    await site.create('/cms/v2/templates', { slug: 'four', content: 'x', author: ids.author });
    const compatible = await site.requestCompatible('administrator', 'GET', url);
    assert.deepEqual(compatible.body[1].types, { page: 1, post: 2, wp_template: 1 });
    assert.equal((await site.request('administrator', 'GET', '/octavo/v1/entry-counts')).status, 400);
  });
});
