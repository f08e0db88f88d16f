// Tests the live channel over HTTP: states of entries and locks, changes of any process, and permissions.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { describeEachEngine } from './engines.ts';
import { followStream, type StreamEvent } from './event-stream.ts';
import { type Caller, roles } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';
import { openVisitor } from './visitor.ts';

const path = '/octavo/v1/live';

describeEachEngine('the live channel', (engine) => {
  let node: TestNode;
  let other: TestNode;
  /** Offset of the clock of the nodes from the system time, in milliseconds. */
  let clockOffsetMs = 0;
  const clock = () => Date.now() + clockOffsetMs;
  before(async () => {
    const place = await engine.location();
    node = await openNode(place, { clock });
    other = await openNode(place, { clock });
  });
  after(async () => {
    assert.deepEqual([...node.site.errors, ...other.site.errors], []);
    await close(node);
    await close(other);
  });

  const create = async (type: string, json: object = {}, author: Caller = 'author'): Promise<number> =>
    (await node.site.create(`/cms/v2/${type}`, { title: 'Secret title', content: 'Secret words', ...json }, author)).id;
  const follow = (caller: Caller, ids: readonly number[], at: TestNode = node, root = '/rest') =>
    followStream(at, `${path}?entries=${ids.join()}`, { caller, root });
  const update = async (id: number, json: object, at: TestNode = other, type = 'posts') => {
    const { status, body } = await at.site.request('administrator', 'POST', `/cms/v2/${type}/${id}`, json);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const lock = (caller: Caller, id: number, json: object = {}, at: TestNode = other) =>
    at.site.request(caller, 'POST', `/octavo/v1/locks/${id}`, json);
  /** Returns the ETag of an entry that consists of its state only. */
  const etagOf = async (id: number, caller: Caller = 'administrator', type = 'posts') => {
    const { etag } = await node.site.request(caller, 'GET', `/cms/v2/${type}/${id}?context=edit`);
    return `"${etag.slice(1, -1).split('.')[1]}"`;
  };
  const namesOf = (events: readonly StreamEvent[]) =>
    events.map(({ event, data }) => `${event} ${data.id ?? data.entry ?? data.entries}`);

  it('sends the current state, then changes of any process within about a second', async () => {
    const [post, locked] = [await create('posts'), await create('posts', { status: 'publish' })];
    await lock('author', locked);
    const follower = await follow('editor', [post, locked, post, 99_999_999]);
    assert.equal(follower.response.statusCode, 200);
    assert.equal(follower.response.headers['content-type'], 'text/event-stream');
    assert.match(String(follower.response.headers['cache-control']), /no-store/);
    await follower.waitForEvents(5);
    const [draft, unlocked, published, held] = follower.events();
    assert.deepEqual(namesOf(follower.events()), [
      `entry ${post}`,
      `unlock ${post}`,
      `entry ${locked}`,
      `lock ${locked}`,
      `ready ${post},${locked}`,
    ]);
    const { body } = await node.site.request('editor', 'GET', `/cms/v2/posts/${post}?context=edit`);
    const { modified, modified_gmt } = body;
    const etag = await etagOf(post, 'editor');
    assert.deepEqual(draft?.data, { id: post, type: 'post', status: 'draft', modified, modified_gmt, etag });
    assert.deepEqual([unlocked?.data, published?.data.status], [{ entry: post }, 'publish']);
    const listed = await node.site.request('editor', 'GET', `/octavo/v1/locks?entries=${locked}`);
    assert.deepEqual(held?.data, listed.body[0]);

    const steps: readonly (readonly [change: () => Promise<unknown>, expected: readonly string[]])[] = [
      [() => update(post, { title: 'Secret title 2' }), [`entry ${post}`]],
      [() => update(post, { title: 'Secret title 3' }, node), [`entry ${post}`]],
      [() => lock('editor', locked, { take_over: true }), [`lock ${locked}`]],
      [() => other.site.request('editor', 'DELETE', `/octavo/v1/locks/${locked}`), [`unlock ${locked}`]],
      [() => lock('author', post), [`lock ${post}`]],
      [async () => (clockOffsetMs += 150_000), [`unlock ${post}`]],
      [() => other.site.request('administrator', 'DELETE', `/cms/v2/posts/${post}`), [`entry ${post}`]],
      [() => other.site.request('administrator', 'DELETE', `/cms/v2/posts/${post}?force=true`), [`deleted ${post}`]],
    ];
    for (const [change, expected] of steps) {
      const count = follower.events().length;
      await change();
      assert.ok((await follower.waitForEvents(count + expected.length)) < 1500, expected.join());
      assert.deepEqual(namesOf(follower.events().slice(count)), expected);
    }
    const events = follower.events();
    assert.equal(events.findLast(({ event }) => event === 'entry')?.data.status, 'trash');
    assert.equal(events.findLast(({ event }) => event === 'lock')?.data.name, 'author');
    assert.doesNotMatch(JSON.stringify(events), /Secret/);
    follower.stop();
  });

  it('sends the ETag that updates of the entry are compared with', async () => {
    const id = await create('posts');
    const follower = await follow('author', [id]);
    await follower.waitForEvents(3);
    const seen = follower.events()[0]?.data.etag;
    for (const caller of ['author', 'editor', 'administrator'] as const)
      assert.equal(await etagOf(id, caller), seen, caller);
    const save = (etag: string) =>
      other.site.request('author', 'POST', `/cms/v2/posts/${id}`, { title: 'Mine' }, { 'if-match': etag });
    assert.equal((await save(seen)).status, 200);
    await follower.waitForEvents(4);
    assert.equal((await save(seen)).status, 412);
    assert.equal((await save(follower.events()[3]?.data.etag)).status, 200);
    follower.stop();
  });

  it('reports every kind of change to the state of an entry, and no others', async () => {
    const { id: category } = await node.site.create('/cms/v2/categories', { name: `Category ${Math.random()}` });
    const { id: author } = await node.site.create('/cms/v2/users', {
      ...{ username: `author${Math.floor(Math.random() * 1e9)}`, password: 'correct horse' },
      ...{ email: `author${Math.random()}@site.test`, roles: ['author'] },
    });
    const parent = await create('pages', {}, 'administrator');
    const post = await create('posts', { categories: [category], author }, 'administrator');
    const child = await create('pages', { parent }, 'administrator');
    const admin = (method: string, target: string, json?: object) =>
      other.site.request('administrator', method, target, json);
    const changes: readonly (readonly [string, () => Promise<unknown>, number | undefined])[] = [
      ['its content, within a second', () => update(post, { content: 'Words Secret' }), post],
      ['its meta', () => update(post, { meta: { footnotes: '[]' } }), post],
      ['its password', () => update(post, { password: 'x' }), post],
      ['its visibility', () => update(post, { password: '' }), post],
      ['its stickiness', () => update(post, { sticky: true }), post],
      [
        'an autosave of a published entry',
        () => admin('POST', `/cms/v2/posts/${post}/autosaves`, { title: 'x' }),
        undefined,
      ],
      ['a comment', () => admin('POST', '/cms/v2/comments', { post: child, content: 'Words' }), undefined],
      [
        'a renewal of a lock',
        () =>
          lock('administrator', child)
            .then(() => (clockOffsetMs += 20_000))
            .then(() => lock('administrator', child)),
        child,
      ],
      ['a deleted category', () => admin('DELETE', `/cms/v2/categories/${category}?force=true`), post],
      ['a deleted author', () => admin('DELETE', `/cms/v2/users/${author}?force=true&reassign=1`), post],
      ['a deleted parent', () => admin('DELETE', `/cms/v2/pages/${parent}?force=true`), child],
    ];
    await update(post, { status: 'publish' });
    const follower = await follow('administrator', [post, child]);
    await follower.waitForEvents(5);
    for (const [what, change, changed] of changes) {
      const count = follower.events().length;
      await change();
      if (changed === undefined) await pause(900);
      else await follower.waitForEvents(count + 1);
      const ids = follower
        .events()
        .slice(count)
        .map(({ data }) => data.id ?? data.entry);
      assert.deepEqual(ids, changed === undefined ? [] : [changed], what);
    }
    const last = (id: number) => follower.events().findLast(({ event, data }) => event === 'entry' && data.id === id);
    assert.equal(last(post)?.data.etag, await etagOf(post));
    assert.equal(last(child)?.data.etag, await etagOf(child, 'administrator', 'pages'));
    // The time zone is part of the dates of all entries.
    const draft = await create('posts');
    const draftFollower = await follow('administrator', [draft]);
    await draftFollower.waitForEvents(3);
    await admin('POST', '/cms/v2/settings', { timezone: 'Asia/Tokyo' });
    await draftFollower.waitFor((events) => events.length >= 4);
    assert.equal(draftFollower.events().at(-1)?.data.etag, await etagOf(draft));
    for (const each of [follower, draftFollower]) each.stop();
  });

  it('reports only entries that the caller may edit', async () => {
    const kinds: Readonly<Record<string, number>> = {
      'a draft of the author': await create('posts'),
      'a post of the author': await create('posts', { status: 'publish' }),
      'a private post of the editor': await create('posts', { status: 'private' }, 'editor'),
      'a draft of the contributor': await create('posts', {}, 'contributor'),
      'a page': await create('pages', {}, 'editor'),
      'a navigation': await create('navigation', {}, 'administrator'),
    };
    const styles = await node.site.request('administrator', 'GET', '/cms/v2/themes/quarto');
    const globalStyles = Number(styles.body._links['cms:user-global-styles'][0].href.split('/').at(-1));
    const ids = [...Object.values(kinds), globalStyles];
    const table: Record<string, unknown> = {};
    for (const caller of ['anonymous', ...roles, 'other'] as const) {
      const follower = await follow(caller, ids);
      if (follower.response.statusCode !== 200) table[caller] = follower.response.statusCode;
      else {
        await follower.waitFor((events) => events.some(({ event }) => event === 'ready'));
        const ready: number[] = follower.events().at(-1)?.data.entries;
        const reported = new Set(
          follower
            .events()
            .slice(0, -1)
            .map(({ data }) => data.id ?? data.entry),
        );
        assert.deepEqual([...reported], ready, caller);
        table[caller] = Object.keys(kinds).filter((kind) => ready.includes(kinds[kind] ?? 0));
        assert.ok(!ready.includes(globalStyles));
      }
      follower.stop();
    }
    const [draft, post, hidden, contributed, page, navigation] = Object.keys(kinds);
    assert.deepEqual(table, {
      anonymous: 401,
      subscriber: 403,
      contributor: [contributed],
      author: [draft, post],
      editor: [draft, post, hidden, contributed, page],
      administrator: [draft, post, hidden, contributed, page, navigation],
      other: [],
    });
  });

  it('stops reporting entries that the caller may no longer edit', async () => {
    const [lost, remaining] = [await create('posts'), await create('posts')];
    const follower = await follow('author', [lost, remaining]);
    await follower.waitForEvents(5);
    await update(lost, { author: node.site.ids.other });
    await update(lost, { title: 'Of another' });
    await lock('other', lost);
    await update(remaining, { title: 'Still mine' });
    await follower.waitForEvents(6);
    await other.site.request('administrator', 'DELETE', `/cms/v2/posts/${lost}?force=true`);
    await update(remaining, { title: 'Still mine 2' });
    await follower.waitForEvents(7);
    assert.deepEqual(namesOf(follower.events()).slice(5), [`entry ${remaining}`, `entry ${remaining}`]);
    const regained = await create('posts', { author: node.site.ids.other }, 'administrator');
    const later = await follow('author', [regained]);
    await later.waitForEvents(1);
    assert.deepEqual(namesOf(later.events()), ['ready ']);
    await update(regained, { author: node.site.ids.author });
    await later.waitForEvents(3);
    assert.deepEqual(namesOf(later.events()).slice(1), [`entry ${regained}`, `unlock ${regained}`]);
    for (const each of [follower, later]) each.stop();
  });

  it('ends when the credentials become invalid or the caller may no longer edit any entries', async () => {
    const id = await create('posts', {}, 'editor');
    const passwords = '/cms/v2/users/me/application-passwords';
    const user = `/cms/v2/users/${node.site.ids.editor}`;
    const revoked = (await node.site.request('editor', 'POST', passwords, { name: 'Revoked' })).body;
    const signIn = { authorization: `Basic ${Buffer.from(`editor:${revoked.password}`).toString('base64')}` };
    const followers = {
      revoked: await followStream(node, `${path}?entries=${id}`, { headers: signIn }),
      demoted: await follow('editor', [id]),
    };
    for (const { waitForEvents } of Object.values(followers)) await waitForEvents(3);
    await other.site.request('administrator', 'DELETE', `${user}/application-passwords/${revoked.uuid}`);
    await update(id, { title: 'After the revocation' });
    await followers.revoked.waitForEnd();
    await followers.demoted.waitForEvents(4);
    await other.site.request('administrator', 'POST', user, { roles: ['subscriber'] });
    await update(id, { title: 'After the demotion' });
    await followers.demoted.waitForEnd();
    await other.site.request('administrator', 'POST', user, { roles: ['editor'] });
    assert.deepEqual([followers.revoked.events().length, followers.demoted.events().length], [3, 4]);
  });

  it('is authenticated by a browser session with a nonce in the query, and ends with the session', async () => {
    const id = await create('posts', {}, 'administrator');
    const browser = openVisitor(node.site);
    await browser.signIn('admin', 'correct horse');
    const [cookie, nonce] = [browser.cookie(), await browser.nonce()];
    const open = (query: string, root: string) =>
      followStream(node, `${path}?entries=${id}${query}`, { caller: 'anonymous', headers: { cookie }, root });
    const followers = [await open(`&_cmsnonce=${nonce}`, '/rest'), await open(`&_wpnonce=${nonce}`, '/wp-json')];
    for (const { response, waitForEvents } of followers) {
      assert.equal(response.statusCode, 200);
      await waitForEvents(3);
    }
    assert.equal((await open('', '/rest')).response.statusCode, 401);
    assert.equal((await open('&_cmsnonce=0', '/rest')).response.statusCode, 403);
    await update(id, { title: 'Signed in' });
    for (const { waitForEvents } of followers) await waitForEvents(4);
    const { status } = await browser.submitForm('/account/profile', {}, '/account/sign-out');
    assert.equal(status, 303);
    await update(id, { title: 'Signed out' });
    for (const { waitForEnd, events } of followers) {
      await waitForEnd();
      assert.equal(events().length, 4);
    }
  });

  it('uses the spelling of the mount at which it is followed', async () => {
    const block = await create('blocks', { status: 'publish' }, 'administrator');
    const follower = await follow('administrator', [block], node, '/wp-json');
    await follower.waitForEvents(3);
    const { type, etag } = follower.events()[0]?.data ?? {};
    assert.deepEqual([type, etag], ['wp_block', await etagOf(block, 'administrator', 'blocks')]);
    const saved = await node.site.requestCompatible(
      'administrator',
      'POST',
      `/wp/v2/blocks/${block}`,
      { title: 'B' },
      {
        'if-match': etag,
      },
    );
    assert.equal(saved.status, 200);
    follower.stop();
  });

  it('rejects invalid requests, and too many streams of a user', async () => {
    const many = Array.from({ length: 51 }, (_, at) => at + 1).join();
    for (const [query, code] of [
      ['', 'rest_missing_callback_param'],
      ['?entries=', 'rest_invalid_param'],
      ['?entries=x', 'rest_invalid_param'],
      [`?entries=${many}`, 'rest_invalid_param'],
    ] as const) {
      const { status, body } = await node.site.request('administrator', 'GET', path + query);
      assert.deepEqual([status, body.code], [400, code], query);
    }
    const id = await create('posts');
    const followers = await Promise.all(Array.from({ length: 10 }, () => follow('author', [id])));
    for (const { waitForEvents } of followers) await waitForEvents(3);
    const rejected = await follow('author', [id]);
    assert.deepEqual([rejected.response.statusCode, rejected.response.headers['retry-after']], [429, '10']);
    for (const each of followers.slice(0, 5)) each.stop();
    let again = await follow('author', [id]);
    // It may take a moment until the service notices that the clients have disconnected.
    for (let n = 0; n < 600 && again.response.statusCode === 429; n += 1) {
      await pause(50);
      again = await follow('author', [id]);
    }
    assert.equal(again.response.statusCode, 200);
    for (const each of [...followers, again]) each.stop();
    const head = await node.request(`/rest${path}?entries=${id}`, {
      method: 'HEAD',
      headers: { authorization: node.site.authorizationOf('administrator') ?? '' },
    });
    assert.deepEqual([head.status, await head.text()], [200, '']);
  });
});
