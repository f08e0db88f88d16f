// Tests the headers for shared caches: which responses have them, and which changes purge them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeEachEngine } from '../engines.ts';
import { close, openNode, type TestNode } from '../test-node.ts';
import { addRecords } from './random-changes.ts';
import { openTaggedSite, requestTagged, type TaggedSite } from './tagged-site.ts';

const sharedHeaders = ['cache-control', 'cache-tag'];

const headersOf = ({ headers }: Response) => sharedHeaders.map((name) => headers.get(name));

describeEachEngine('headers for shared caches', (engine) => {
  let site: TaggedSite;
  before(async () => {
    site = await openTaggedSite(engine);
    await addRecords(site);
    await site.purged();
  });
  after(() => site.close());

  const first = (kind: 'posts' | 'pages' | 'categories') => site.records[kind][0] ?? 0;
  const tagsOf = async (path: string): Promise<string[]> =>
    ((await requestTagged(site.node, path)).headers.get('cache-tag') ?? '').split(',');

  it('are sent with new, cached and unmodified responses, and with those to HEAD', async () => {
    const path = `/rest/cms/v2/posts/${first('posts')}`;
    const expected = ['public, max-age=0, s-maxage=600', `site,post-${first('posts')},term-1`];
    const response = await requestTagged(site.node, path);
    assert.deepEqual(headersOf(response), expected);
    assert.deepEqual(headersOf(await requestTagged(site.node, path)), expected, 'from the cache');
    assert.deepEqual(headersOf(await requestTagged(site.node, path, { method: 'HEAD' })), expected);
    assert.deepEqual(
      headersOf(await requestTagged(site.node, `${path}?utm_source=mail`)),
      expected,
      'with a parameter without effect',
    );
    const etag = response.headers.get('etag') ?? '';
    const unmodified = await requestTagged(site.node, path, { headers: { 'if-none-match': etag } });
    assert.equal(unmodified.status, 304);
    assert.deepEqual(headersOf(unmodified), expected);
  });

  it('are never sent to requests with credentials, and responses say that they depend on these', async () => {
    const authorization = site.node.site.authorizationOf('administrator') ?? '';
    for (const path of ['/rest/cms/v2/posts', `/p${first('posts')}/`, '/feed/']) {
      const anonymous = await requestTagged(site.node, path);
      const vary = (anonymous.headers.get('vary') ?? '').split(', ');
      assert.ok(vary.includes('Authorization') && vary.includes('Cookie'), `${path}: ${vary}`);
      assert.match(anonymous.headers.get('cache-control') ?? '', /s-maxage/);
      for (const headers of [{ authorization }, { authorization: 'Basic eDp5' }, { cookie: 'a=b' }]) {
        const response = await site.node.request(path, { headers });
        assert.doesNotMatch(
          response.headers.get('cache-control') ?? '',
          /s-maxage/,
          `${path} ${JSON.stringify(headers)}`,
        );
        assert.equal(response.headers.get('cache-tag'), null);
      }
    }
  });

  it('are never sent with errors, redirects, writes, password-protected texts and previews', async () => {
    const { body } = await site.node.site.request('administrator', 'POST', '/cms/v2/posts', {
      ...{ title: 'Locked', content: 'Hidden', status: 'publish', password: 'secret', slug: 'locked' },
    });
    const paths = [
      '/rest/cms/v2/posts/999999',
      '/no-page/',
      `/?p=${first('posts')}`,
      '/locked/',
      '/rest/cms/v2/nothing',
    ];
    for (const path of [...paths, `/rest/cms/v2/posts/${body.id}?password=secret`, '/rest/cms/v2/posts?per_page=0']) {
      const response = await site.node.request(path, { headers: { accept: 'text/html' } });
      assert.doesNotMatch(response.headers.get('cache-control') ?? '', /s-maxage/, path);
      assert.equal(response.headers.get('cache-tag'), null, path);
    }
    const write = await site.node.request('/rest/cms/v2/posts', { method: 'POST' });
    assert.deepEqual([write.headers.get('cache-tag'), write.status], [null, 401]);
  });

  it('name the embedded records', async () => {
    const tags = await tagsOf(`/rest/cms/v2/posts/${first('posts')}?_embed`);
    assert.ok(tags.includes(`user-${site.node.site.ids.author}`), tags.join());
    const comments = await tagsOf(`/rest/cms/v2/comments?post=${first('posts')}`);
    assert.ok(comments.includes(`comments-of-${first('posts')}`), comments.join());
  });

  it('name no record that is not public', async () => {
    const created = async (status: string) =>
      (await site.node.site.create('/cms/v2/pages', { title: status, status, parent: first('pages') })).id as number;
    const hidden = [await created('draft'), await created('private')];
    const block = (await site.node.site.create('/cms/v2/blocks', { title: 'B', content: 'B', status: 'draft' })).id;
    const content = `<!-- wp:block {"ref":${block}} /--><!-- wp:page-list /-->`;
    await site.change('POST', `/cms/v2/posts/${first('posts')}`, { content });
    const seen = await site.look();
    const tags = new Set([...seen.values()].flatMap((response) => response.tags ?? []));
    for (const id of [...hidden, block]) assert.ok(!tags.has(`post-${id}`), String(id));
  });

  it('of another entry are not purged by a change of texts', async () => {
    const [changed = 0, other = 0] = site.records.posts;
    await site.purged();
    await site.change('POST', `/cms/v2/posts/${changed}`, { title: 'Changed', content: 'Without blocks' });
    const purged = await site.purged();
    const isPurged = async (path: string) => (await tagsOf(path)).some((tag) => purged.has(tag));
    for (const path of [
      `/rest/cms/v2/posts/${other}`,
      `/rest/cms/v2/posts/${other}?_embed`,
      '/rest/cms/v2/pages',
      '/rest/cms/v2/users',
    ])
      assert.equal(await isPurged(path), false, `${path}: ${await tagsOf(path)}; purged: ${[...purged]}`);
    for (const path of [`/rest/cms/v2/posts/${changed}`, '/rest/cms/v2/posts', '/', '/feed/', '/sitemap.xml'])
      assert.equal(await isPurged(path), true, path);
  });

  it('of lists of files are purged when the deletion of a draft makes its files public', async () => {
    const { id } = await site.node.site.create('/cms/v2/posts', { title: 'Draft' });
    const file = await site.upload(id);
    await site.purged();
    await site.change('DELETE', `/cms/v2/posts/${id}?force=true`);
    const purged = await site.purged();
    assert.ok(purged.has('media') && purged.has(`post-${file}`), [...purged].join());
  });

  it('are purged when what was below something that is not public moves up', async () => {
    const changed = async (change: () => Promise<unknown>, ...paths: string[]) => {
      const tags = await Promise.all(paths.map(tagsOf));
      await site.purged();
      await change();
      const purged = await site.purged();
      paths.forEach((path, at) => {
        assert.ok(
          tags[at]?.some((tag) => purged.has(tag)),
          `${path}: ${tags[at]}; purged: ${[...purged]}`,
        );
      });
    };
    const remove = (path: string) => () => site.change('DELETE', `${path}?force=true`);
    const { create } = site.node.site;
    const parent: { id: number } = await create('/cms/v2/pages', { title: 'Parent', status: 'draft' });
    const child: { id: number } = await create('/cms/v2/pages', {
      title: 'Child',
      parent: parent.id,
      status: 'publish',
    });
    await changed(
      remove(`/cms/v2/pages/${parent.id}`),
      ...['/rest/cms/v2/pages?parent=0', `/rest/cms/v2/pages/${child.id}`],
    );
    const post = first('posts');
    const comment = { post, content: 'A comment with a reply', status: 'approve' };
    const answered: { id: number } = await create('/cms/v2/comments', comment);
    const reply: { id: number } = await create('/cms/v2/comments', {
      ...comment,
      content: 'A reply',
      parent: answered.id,
    });
    await site.change('DELETE', `/cms/v2/comments/${answered.id}`);
    await changed(
      remove(`/cms/v2/comments/${answered.id}`),
      ...[`/rest/cms/v2/comments/${reply.id}`, '/rest/cms/v2/comments', `/p${post}/`],
    );
    const draft: { id: number } = await create('/cms/v2/posts', { title: 'Draft' });
    const file = await site.upload(draft.id);
    await create('/cms/v2/comments', { post: file, content: 'About a file', status: 'approve' });
    await changed(
      () => site.change('POST', `/cms/v2/media/${file}`, { post }),
      ...['/rest/cms/v2/comments', '/rest/cms/v2/media'],
    );
  });

  it('are purged by their entries if a deleted comment has too many replies for one tag each', async () => {
    const { create } = site.node.site;
    const [post = 0, other = 0] = site.records.posts;
    const comment = { post, content: 'A comment with many replies', status: 'approve' };
    const { id }: { id: number } = await create('/cms/v2/comments', comment);
    const replies: number[] = [];
    for (let n = 0; n < 205; n += 1)
      replies.push((await create('/cms/v2/comments', { ...comment, content: `Reply ${n}`, parent: id })).id);
    // The comment leaves its replies behind.
    await site.change('POST', `/cms/v2/comments/${id}`, { post: other });
    await site.purged();
    await site.change('DELETE', `/cms/v2/comments/${id}?force=true`);
    const purged = await site.purged();
    assert.equal(replies.filter((reply) => purged.has(`comment-${reply}`)).length, 200);
    for (const reply of replies.slice(-10)) {
      const tags = await tagsOf(`/rest/cms/v2/comments/${reply}`);
      assert.ok(
        tags.some((tag) => purged.has(tag)),
        `${tags}`,
      );
    }
  });

  it('of files are purged when the date in the URL of their entry changes', async () => {
    await site.node.site.service.settings.set({ permalink_structure: '/%year%/%postname%/' });
    const post = first('posts');
    const file = await site.upload(post);
    const path = `/rest/cms/v2/media/${file}`;
    const [tags, { link }] = [
      await tagsOf(path),
      (await site.node.request(path).then((response) => response.json())) as { link: string },
    ];
    await site.purged();
    await site.change('POST', `/cms/v2/posts/${post}`, { date: '2011-02-03T04:05:06' });
    const purged = await site.purged();
    const after = (await site.node.request(path).then((response) => response.json())) as { link: string };
    await site.node.site.service.settings.set({ permalink_structure: '/%postname%/' });
    assert.notEqual(after.link, link);
    assert.ok(
      tags.some((tag) => purged.has(tag) && tag !== 'site'),
      `${tags}; purged: ${[...purged]}`,
    );
  });

  it('are not purged by changes that nobody can see', async () => {
    await site.purged();
    const { id } = await site.node.site.create('/cms/v2/posts', { title: 'Draft' });
    await site.change('POST', `/cms/v2/posts/${id}`, { title: 'Draft 2', status: 'private' });
    await site.change('DELETE', `/cms/v2/posts/${id}?force=true`);
    await site.node.site.create('/cms/v2/comments', { post: first('posts'), content: 'Held', status: 'hold' });
    assert.deepEqual([...(await site.purged())], []);
  });
});

describe('a service without cache tags', () => {
  let node: TestNode;
  before(async () => {
    node = await openNode({ kind: 'memory' });
  });
  after(() => close(node));

  it('sends no headers for shared caches', async () => {
    for (const path of ['/rest/cms/v2/posts', '/rest/cms/v2/posts?_embed', '/', '/feed/']) {
      const response = await node.request(path, { headers: { accept: 'text/html' } });
      assert.deepEqual([response.status, ...headersOf(response)], [200, null, null], path);
    }
  });
});
