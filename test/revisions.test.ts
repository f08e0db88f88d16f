// Tests the retention, content and permissions of revisions and autosaves (posts-and-pages.md §15, §16; contract/README.md,
// decisions 4 and 8).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertRevision, updateHistory } from '../server/cms-v2/entries/revisions-store.ts';
import { describeEachEngine } from './engines.ts';
import { callers } from './permission-rows.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const kinds = ['posts', 'pages', 'blocks', 'navigation'] as const;

describeEachEngine('revisions', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
  });

  const later = () => {
    time += 1000;
  };
  const update = async (entryPath: string, input: object, caller: Caller = 'administrator') => {
    later();
    const response = await site.request(caller, 'POST', entryPath, input);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body;
  };
  const listRevisions = async (entryPath: string, caller: Caller = 'administrator') =>
    (await site.request(caller, 'GET', `${entryPath}/revisions?context=edit`)).body;

  for (const kind of kinds) {
    it(`of ${kind} are stored with each change to the text, listed newest first, and have the author of the change`, async () => {
      const { id } = await site.create(`/cms/v2/${kind}`, { title: 'One', content: 'First', status: 'publish' });
      const entryPath = `/cms/v2/${kind}/${id}`;
      assert.deepEqual(await listRevisions(entryPath), []);
      await update(entryPath, { content: 'Second' });
      await update(entryPath, { content: ' Second ' });
      await update(entryPath, { slug: 'another' });
      await update(entryPath, { title: 'Two' });
      const found = await listRevisions(entryPath);
      assert.deepEqual(
        found.map((one: { content: { raw: string }; title: { raw: string } }) => [one.title.raw, one.content.raw]),
        [
          ['Two', ' Second '],
          ['One', 'Second'],
        ],
      );
      for (const one of found) {
        assert.equal(one.author, site.ids.administrator);
        assert.equal(one.parent, id);
        assert.equal(one.slug, `${id}-revision-v1`);
      }
      const { _links: links } = (await site.request('administrator', 'GET', entryPath)).body;
      assert.equal(links['version-history'][0].count, 2);
      assert.equal(links['predecessor-version'][0].id, found[0].id);
    });
  }

  it('render dynamic blocks as the entry does', async () => {
    await site.create('/cms/v2/posts', { title: 'Listed here', status: 'publish' });
    const { id } = await site.create('/cms/v2/pages', { title: 'Lists', status: 'publish' });
    const { content } = await update(`/cms/v2/pages/${id}`, { content: '<!-- wp:latest-posts /-->' });
    assert.match(content.rendered, /Listed here/);
    const [revision] = await listRevisions(`/cms/v2/pages/${id}`);
    assert.equal(revision.content.rendered, content.rendered);
  });

  it('have IDs that differ from those of entries', async () => {
    const usedIds = new Set<number>();
    for (let n = 0; n < 5; n += 1) {
      const { id } = await site.create('/cms/v2/posts', { title: `Numbered ${n}` });
      await update(`/cms/v2/posts/${id}`, { content: 'Changed' });
      const [revision] = await listRevisions(`/cms/v2/posts/${id}`);
      for (const usedId of [id, revision.id]) {
        assert.ok(!usedIds.has(usedId), `the ID ${usedId} is unique`);
        usedIds.add(usedId);
      }
      assert.equal((await site.request('administrator', 'GET', `/cms/v2/posts/${revision.id}`)).status, 404);
    }
  });

  it('can only be deleted permanently, by users who may delete the entry, and are then no longer counted', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'Kept' }, 'author');
    const entryPath = `/cms/v2/posts/${id}`;
    await update(entryPath, { content: 'One' }, 'author');
    await update(entryPath, { content: 'Two' }, 'author');
    const [newest, oldest] = await listRevisions(entryPath);
    const one = `${entryPath}/revisions/${newest.id}`;
    for (const [caller, status, code] of [
      ['anonymous', 401, 'rest_cannot_delete'],
      ['subscriber', 403, 'rest_cannot_delete'],
      ['other', 403, 'rest_cannot_delete'],
      ['author', 501, 'rest_trash_not_supported'],
    ] as const) {
      const response = await site.request(caller, 'DELETE', caller === 'author' ? one : `${one}?force=true`);
      assert.deepEqual([response.status, response.body.code], [status, code], caller);
    }
    const { status, body } = await site.request('author', 'DELETE', `${one}?force=true`);
    assert.deepEqual([status, body.deleted, body.previous.content.raw], [200, true, 'Two']);
    const { _links: links } = (await site.request('author', 'GET', entryPath)).body;
    assert.equal(links['version-history'][0].count, 1);
    assert.equal(links['predecessor-version'][0].id, oldest.id);
    assert.equal((await site.request('author', 'DELETE', `${one}?force=true`)).body.code, 'rest_post_invalid_id');
  });

  it('are stored in addition to one autosave per author, which changes only the count of the entry', async () => {
    const { id } = await site.create(
      '/cms/v2/posts',
      { title: 'Shown', content: 'Shown', status: 'publish' },
      'author',
    );
    const entryPath = `/cms/v2/posts/${id}`;
    const save = async (caller: Caller, input: object) => {
      later();
      const { status, body } = await site.request(caller, 'POST', `${entryPath}/autosaves`, input);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const first = await save('author', { content: 'Saved', status: 'draft', author: 1, categories: [] });
    assert.deepEqual([first.title.raw, first.content.raw, first.slug], ['', 'Saved', `${id}-autosave-v1`]);
    const again = await save('author', { title: 'Titled' });
    assert.deepEqual([again.id, again.title.raw, again.content.raw], [first.id, 'Titled', 'Saved']);
    const ofEditor = await save('editor', { content: 'Other' });
    assert.notEqual(ofEditor.id, first.id);
    assert.equal((await save('editor', { content: 'Shown' })).content.raw, 'Other', 'it equals the entry');
    const { body: all } = await site.request('editor', 'GET', `${entryPath}/autosaves`);
    assert.deepEqual(
      all.map((one: { id: number }) => one.id),
      [ofEditor.id, first.id],
    );
    const { body: entry } = await site.request('administrator', 'GET', `${entryPath}?context=edit`);
    assert.deepEqual([entry.status, entry.content.raw, entry.author], ['publish', 'Shown', site.ids.author]);
    assert.equal(entry._links['version-history'][0].count, 2);
    await update(entryPath, { content: 'Changed' }, 'author');
    assert.equal((await listRevisions(entryPath)).length, 3, 'revisions are not compared with autosaves');
  });

  it('are not created when the author of a draft autosaves it', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'Draft' }, 'author');
    const entryPath = `/cms/v2/posts/${id}`;
    later();
    const { body } = await site.request('author', 'POST', `${entryPath}/autosaves`, {
      content: 'More',
      status: 'publish',
    });
    assert.deepEqual([body.id, body.parent, body.content.raw], [id, 0, 'More']);
    const { body: draft } = await site.request('author', 'GET', `${entryPath}?context=edit`);
    assert.deepEqual([draft.status, draft.content.raw], ['draft', 'More']);
    assert.equal(
      draft.date,
      new Date(time).toISOString().slice(0, 19),
      'a draft without a set date gets the current date',
    );
    assert.deepEqual(await listRevisions(entryPath, 'author'), []);
    for (const kind of ['posts', 'blocks']) {
      const entry = await site.create(`/cms/v2/${kind}`, { title: 'Words' }, 'author');
      const emptied = await site.request('author', 'POST', `/cms/v2/${kind}/${entry.id}/autosaves`, { title: '' });
      assert.deepEqual([emptied.status, emptied.body.code], [400, 'empty_content'], kind);
    }
    const page = await site.create('/cms/v2/pages', { title: 'Words', date: '2026-02-01T10:00:00' });
    const emptied = await site.request('administrator', 'POST', `/cms/v2/pages/${page.id}/autosaves`, { title: '' });
    assert.deepEqual([emptied.status, emptied.body.date], [200, '2026-02-01T10:00:00']);
  });

  it('can be filtered by include, which takes precedence over exclude', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'Chosen' });
    const entryPath = `/cms/v2/posts/${id}`;
    for (const title of ['Two', 'Three']) await update(entryPath, { title });
    const [newest, oldest] = await listRevisions(entryPath);
    const idsMatching = async (query: string) => {
      const { headers, body } = await site.request('administrator', 'GET', `${entryPath}/revisions?${query}`);
      return [headers['X-CMS-Total'], ...body.map((one: { id: number }) => one.id)];
    };
    assert.deepEqual(await idsMatching(`exclude=${newest.id}`), ['1', oldest.id]);
    assert.deepEqual(await idsMatching(`include=${newest.id}&exclude=${newest.id}`), ['1', newest.id]);
  });

  it('are reassigned when their author is deleted, and the new owner keeps their own autosave', async () => {
    const user = { username: 'leaving', email: 'leaving@example.com', password: 'a long password', roles: ['editor'] };
    const { id: deletedUser } = await site.create('/cms/v2/users', user);
    const { id } = await site.create('/cms/v2/posts', { title: 'Theirs', status: 'publish', author: deletedUser });
    await site.database.transaction(async (tx) => {
      const texts = { title: '', content: 'x', excerpt: '', meta: '{}', date: '2026-01-01T00:00:00' };
      const row = { ...texts, entry_id: id, date_gmt: texts.date, author: deletedUser };
      await insertRevision(tx, { ...row, autosave: 1 });
      await insertRevision(tx, { ...row, autosave: 0 });
      await updateHistory(tx, id, 2);
    });
    await site.request('editor', 'POST', `/cms/v2/posts/${id}/autosaves`, { content: 'own' });
    const newOwner = site.ids.editor;
    const deletion = await site.request(
      'administrator',
      'DELETE',
      `/cms/v2/users/${deletedUser}?force=true&reassign=${newOwner}`,
    );
    assert.equal(deletion.status, 200, JSON.stringify(deletion.body));
    const { body } = await site.request('editor', 'GET', `/cms/v2/posts/${id}/revisions?context=edit`);
    assert.deepEqual(
      body.map((one: { author: number; content: { raw: string } }) => [one.author, one.content.raw]),
      [
        [newOwner, 'own'],
        [newOwner, 'x'],
      ],
    );
  });
});

describeEachEngine('the maximum number of revisions', (engine) => {
  it('keeps the newest revisions, does not count autosaves, and is enforced in the transaction that adds a revision', async () => {
    let time = Date.parse('2026-03-01T10:00:00Z');
    const site = await openTestSite({
      database: await engine.open(),
      config: { revisionsKept: { post: 3, page: 0 } },
      clock: () => (time += 1000),
    });
    const { id } = await site.create('/cms/v2/posts', { title: 'Kept', status: 'publish' });
    await site.request('editor', 'POST', `/cms/v2/posts/${id}/autosaves`, { content: 'Saved' });
    for (let n = 1; n <= 6; n += 1)
      await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { content: `Text ${n}` });
    const { body } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}/revisions?context=edit`);
    const texts = body.map((one: { content: { raw: string } }) => one.content.raw);
    assert.deepEqual(texts, ['Text 6', 'Text 5', 'Text 4', 'Saved']);
    const { _links: links } = (await site.request('administrator', 'GET', `/cms/v2/posts/${id}`)).body;
    assert.deepEqual([links['version-history'][0].count, links['predecessor-version'][0].id], [4, body[0].id]);

    const { id: page } = await site.create('/cms/v2/pages', { title: 'None', status: 'publish' });
    await site.request('administrator', 'POST', `/cms/v2/pages/${page}`, { content: 'Changed' });
    const { body: presented } = await site.request('administrator', 'GET', `/cms/v2/pages/${page}`);
    assert.equal(presented._links['version-history'][0].count, 0);
    assert.equal(presented._links['predecessor-version'], undefined);
    assert.deepEqual(site.errors, []);
  });

  it('reads an entry with thousands of revisions quickly', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const createEntry = async (count: number): Promise<number> => {
      const { id } = await site.create('/cms/v2/posts', { title: `Changed ${count} times`, status: 'publish' });
      await site.database.transaction(async (tx) => {
        const texts = { title: '', content: 'x'.repeat(200), excerpt: '', meta: '{}', date: '2026-01-01T00:00:00' };
        const row = { ...texts, entry_id: id, date_gmt: texts.date, author: 1, autosave: 0 };
        for (let n = 0; n < count; n += 1) await insertRevision(tx, row);
        await updateHistory(tx, id, count);
      });
      return id;
    };
    const manyCount = 5000;
    const [few, many] = [await createEntry(10), await createEntry(manyCount)];
    const measure = async (path: string, count: number) => {
      const startedAt = performance.now();
      const { status, headers } = await site.request('administrator', 'GET', path);
      const durationMs = performance.now() - startedAt;
      assert.equal(status, 200);
      if (path.includes('revisions')) assert.equal(headers['X-CMS-Total'], String(count));
      return durationMs;
    };
    for (const suffix of ['', '/revisions?per_page=10&context=edit']) {
      let [fewMs, manyMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      // A busy machine takes longer for an entry with few revisions, too.
      for (let run = 0; run < 5 || (run < 50 && manyMs >= Math.max(50, 2 * fewMs)); run += 1) {
        fewMs = Math.min(fewMs, await measure(`/cms/v2/posts/${few}${suffix}`, 10));
        manyMs = Math.min(manyMs, await measure(`/cms/v2/posts/${many}${suffix}`, manyCount));
      }
      assert.ok(manyMs < Math.max(50, 2 * fewMs), `${suffix} takes ${manyMs} ms, and ${fewMs} ms for 10 revisions`);
    }
  });
});

describe('a preview link', () => {
  it('presents the entry and its autosave, and no other data, without an account for two days', async () => {
    let time = Date.parse('2026-03-01T10:00:00Z');
    const site = await openTestSite({ clock: () => time });
    const { id } = await site.create(
      '/cms/v2/posts',
      { title: 'Secret draft', password: 'x', content: 'Locked' },
      'author',
    );
    const { id: other } = await site.create('/cms/v2/posts', { title: 'Other draft' }, 'author');
    const { body: saved } = await site.request('editor', 'POST', `/cms/v2/posts/${id}/autosaves`, { title: 'Saved' });
    const link = new URL(saved.preview_link);
    assert.equal(link.searchParams.get('preview_id'), String(id));
    const previewNonce = link.searchParams.get('preview_nonce');
    const getWithNonce = (path: string, nonce = previewNonce) =>
      site.request('anonymous', 'GET', `${path}?preview_nonce=${nonce}`);
    const presented = await getWithNonce(`/cms/v2/posts/${id}`);
    assert.deepEqual([presented.status, presented.body.title.rendered], [200, 'Secret draft']);
    assert.ok(!JSON.stringify(presented.body).includes('Locked'), 'the password is still required');
    assert.match(String(presented.headers['Cache-Control']), /no-store/);
    const autosave = await getWithNonce(`/cms/v2/posts/${id}/autosaves/${saved.id}`);
    assert.deepEqual([autosave.status, autosave.body.title.rendered], [200, 'Saved']);
    assert.match(String(autosave.headers['Cache-Control']), /no-store/);
    for (const path of [`/cms/v2/posts/${other}`, `/cms/v2/posts/${id}/revisions`, `/cms/v2/posts/${id}/autosaves`])
      assert.equal((await getWithNonce(path)).status, 401, path);
    assert.equal(
      (await site.request('anonymous', 'GET', `/cms/v2/posts/${id}?context=edit&preview_nonce=${previewNonce}`)).status,
      401,
    );
    const [until = '', mac = ''] = (previewNonce ?? '').split('_');
    const forged = [
      `${Number.parseInt(until, 36) + 1}_${mac}`,
      `zzzzzzzz_${mac}`,
      `${until}_`,
      '',
      '_',
      `${previewNonce}0`,
    ];
    for (const nonce of forged) assert.equal((await getWithNonce(`/cms/v2/posts/${id}`, nonce)).status, 401, nonce);
    time += 2.5 * 24 * 3600 * 1000;
    assert.equal((await getWithNonce(`/cms/v2/posts/${id}`)).status, 401, 'the preview link has expired');
    assert.deepEqual(site.errors, []);
    await site.database.close();
  });
});

describe('permissions for revisions and autosaves', () => {
  /** Expected statuses by caller. Posts and blocks belong to the author, pages and navigation menus to the administrator. */
  const expectedStatuses = {
    posts: { list: [401, 403, 403, 200, 200, 200], save: [401, 403, 403, 200, 200, 200] },
    pages: { list: [401, 403, 403, 403, 200, 200], save: [401, 403, 403, 403, 200, 200] },
    blocks: { list: [401, 403, 403, 200, 200, 200], save: [401, 403, 403, 200, 200, 200] },
    navigation: { list: [401, 403, 403, 403, 403, 200], save: [401, 403, 403, 403, 403, 200] },
  } as const;

  for (const kind of kinds) {
    it(`of ${kind}`, async () => {
      const site = await openTestSite();
      const owner: Caller = kind === 'posts' || kind === 'blocks' ? 'author' : 'administrator';
      const { id } = await site.create(
        `/cms/v2/${kind}`,
        { title: 'One', content: 'Text', status: 'publish', password: 'secret' },
        owner,
      );
      const entryPath = `/cms/v2/${kind}/${id}`;
      await site.request(owner, 'POST', entryPath, { content: 'Hidden words' });
      const [revision] = (await site.request(owner, 'GET', `${entryPath}/revisions`)).body;
      for (const [at, caller] of callers.entries()) {
        for (const [route, code] of [
          [`${entryPath}/revisions`, 'rest_cannot_read'],
          [`${entryPath}/revisions?context=embed`, 'rest_cannot_read'],
          [`${entryPath}/revisions/${revision.id}`, 'rest_cannot_read'],
          [`${entryPath}/autosaves`, 'rest_cannot_read'],
        ] as const) {
          const response = await site.request(caller, 'GET', route);
          assert.equal(response.status, expectedStatuses[kind].list[at], `${caller} ${route}`);
          if (response.status !== 200) {
            assert.equal(response.body.code, code);
            assert.ok(!JSON.stringify(response.body).includes('Hidden'));
          }
        }
        const saved = await site.request(caller, 'POST', `${entryPath}/autosaves`, { content: `By ${caller}` });
        assert.equal(saved.status, expectedStatuses[kind].save[at], `${caller} saves`);
        if (saved.status !== 200) assert.equal(saved.body.code, 'rest_cannot_edit');
      }
      assert.deepEqual(site.errors, []);
      await site.database.close();
    });
  }

  it('protected content of a block is presented neither to subscribers, who may not read blocks, nor to contributors, who may', async () => {
    const site = await openTestSite();
    const { id } = await site.create('/cms/v2/blocks', {
      title: 'Locked',
      content: 'Hidden words',
      status: 'publish',
      password: 'secret',
    });
    assert.equal((await site.request('subscriber', 'GET', `/cms/v2/blocks/${id}`)).status, 403);
    for (const context of ['view', 'embed']) {
      const { status, body } = await site.request('contributor', 'GET', `/cms/v2/blocks/${id}?context=${context}`);
      assert.equal(status, 200);
      assert.ok(!JSON.stringify(body).includes('Hidden'), context);
    }
    const { body } = await site.request('editor', 'GET', `/cms/v2/blocks/${id}`);
    assert.equal(body.content.raw, 'Hidden words');
    const { id: menu } = await site.create('/cms/v2/navigation', {
      title: 'Locked',
      content: 'Hidden words',
      status: 'publish',
      password: 'secret',
    });
    for (const context of ['view', 'embed']) {
      const response = await site.request('anonymous', 'GET', `/cms/v2/navigation/${menu}?context=${context}`);
      assert.ok(!JSON.stringify(response.body).includes('Hidden'), context);
    }
    await site.database.close();
  });
});
