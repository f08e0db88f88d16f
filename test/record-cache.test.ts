// Tests that a cached record is returned only to callers with the same permissions (docs/architecture.md, Caching) and is never stale: it
// equals the record that the service would present without the cache.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';

const callers: readonly Caller[] = [...roles, 'other', 'anonymous'];

/** Paths of requests. `:post` and similar segments are placeholders for IDs of records. */
const paths = [
  '/cms/v2/posts?context=edit',
  '/cms/v2/posts?context=edit&_embed',
  '/cms/v2/posts?_fields=id,_links.self',
  '/cms/v2/posts?_fields=id,_links',
  '/cms/v2/posts?status=draft&context=edit',
  '/cms/v2/posts',
  '/cms/v2/posts/:private?context=edit',
  '/cms/v2/posts/:locked?context=edit',
  '/cms/v2/posts/:locked',
  '/cms/v2/posts/:locked?password=secret',
  '/cms/v2/posts/:locked?password=wrong',
  '/cms/v2/posts/:long?excerpt_length=3',
  '/cms/v2/posts/:long',
  '/cms/v2/users?context=edit',
  '/cms/v2/users/me?context=edit',
  '/cms/v2/users',
  '/cms/v2/categories?context=edit',
  '/cms/v2/comments?context=edit',
  '/cms/v2/comments',
] as const;

async function fill(site: TestSite): Promise<(path: string) => string> {
  const createPost = (caller: Caller, more: object) =>
    site.create('/cms/v2/posts', { content: 'Text', status: 'publish', ...more }, caller);
  const made = {
    own: await createPost('author', { title: 'Of the author' }),
    other: await createPost('other', { title: 'Of another' }),
    draft: await createPost('contributor', { title: 'A draft', status: 'draft' }),
    private: await createPost('editor', { title: 'Private', status: 'private' }),
    locked: await createPost('author', { title: 'Locked', content: 'What is behind the password', password: 'secret' }),
    long: await createPost('editor', { title: 'Long', content: 'One two three four five six seven' }),
  };
  await site.create('/cms/v2/comments', { post: made.own.id, content: 'Said' }, 'subscriber');
  return (path) => path.replace(/:(\w+)/, (_, name: keyof typeof made) => String(made[name].id));
}

const summaryOf = ({ status, body, headers }: Awaited<ReturnType<TestSite['request']>>) => ({
  status,
  body,
  total: headers['X-WP-Total'] ?? headers['X-CMS-Total'],
});

describeEachEngine('cached records', (engine) => {
  it('equal newly presented records, for every caller', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const at = await fill(site);
    const requests = paths.flatMap((path) => callers.map((caller) => ({ caller, path: at(path) })));
    for (const { caller, path } of requests) await site.request(caller, 'GET', path);
    const cached = [];
    for (const { caller, path } of requests) cached.push(summaryOf(await site.request(caller, 'GET', path)));
    for (const [n, { caller, path }] of requests.entries()) {
      // All records depend on the settings, so changing the settings invalidates all cached records.
      await site.request('administrator', 'POST', '/cms/v2/settings', { description: `Told for the ${n}th time` });
      assert.deepEqual(cached[n], summaryOf(await site.request(caller, 'GET', path)), `${caller} ${path}`);
    }
    assert.deepEqual(site.errors, []);
  });
});

describe('cached records', () => {
  it('change with the permissions of the caller', async () => {
    const site = await openTestSite();
    const { id } = await site.create('/cms/v2/posts', { title: 'Seen', content: 'Text', status: 'publish' });
    const path = `/cms/v2/posts/${id}`;
    const hints = async () => (await site.request('editor', 'GET', path)).body._links.self[0].targetHints.allow;
    assert.deepEqual(await hints(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    assert.equal((await site.request('editor', 'GET', `${path}?context=edit`)).status, 200);
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { roles: ['subscriber'] });
    assert.deepEqual(await hints(), ['GET']);
    assert.equal((await site.request('editor', 'GET', `${path}?context=edit`)).status, 403);
  });

  it('are updated by a write, for its caller and for later readers', async () => {
    const site = await openTestSite();
    const { id } = await site.create('/cms/v2/posts', { title: 'Title 0', status: 'publish' });
    const titleFor = async (caller: Caller) =>
      (await site.request(caller, 'GET', '/cms/v2/posts?context=edit')).body.find(
        (post: { id: number }) => post.id === id,
      ).title.raw;
    for (let n = 1; n <= 20; n += 1) {
      const response = await site.request('editor', 'POST', `/cms/v2/posts/${id}`, { title: `Title ${n}` });
      assert.equal(response.body.title.raw, `Title ${n}`);
      assert.deepEqual([await titleFor('editor'), await titleFor('administrator')], [`Title ${n}`, `Title ${n}`]);
    }
  });

  it('of a read-only password link no other methods', async () => {
    const site = await openTestSite();
    const { id } = await site.create('/cms/v2/posts', { title: 'Seen', status: 'publish' });
    const hints = async (headers?: Record<string, string>) =>
      (await site.request('editor', 'GET', `/cms/v2/posts/${id}`, undefined, headers)).body._links.self[0].targetHints
        .allow;
    const path = '/cms/v2/users/me/application-passwords';
    const { password } = await site.create(path, { name: 'Reader', read_only: true }, 'editor');
    const reader = { authorization: `Basic ${Buffer.from(`editor:${password}`).toString('base64')}` };
    assert.deepEqual(await hints(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    assert.deepEqual(await hints(reader), ['GET']);
    assert.deepEqual(await hints(), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
  });
});
