// Former texts and autosaves: what is kept, what is told of it, and who may see it (posts-and-pages.md §15, §16;
// contract/README.md, decisions 4 and 8).
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertRevision } from '../server/cms-v2/entries/revisions-store.ts';
import { writeHistory } from '../server/cms-v2/revisions/store.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';
import { people } from './who-may.ts';

const kinds = ['posts', 'pages', 'blocks', 'navigation'] as const;

describeEachEngine('former texts', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
  });

  const later = () => {
    time += 1000;
  };
  const change = async (address: string, json: object, person: Person = 'administrator') => {
    later();
    const answer = await site.ask(person, 'POST', address, json);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const listed = async (address: string, person: Person = 'administrator') =>
    (await site.ask(person, 'GET', `${address}/revisions?context=edit`)).body;

  for (const kind of kinds) {
    it(`of ${kind} are kept with each change of the text, newest first, and tell who made it`, async () => {
      const { id } = await site.make(`/cms/v2/${kind}`, { title: 'One', content: 'First', status: 'publish' });
      const address = `/cms/v2/${kind}/${id}`;
      assert.deepEqual(await listed(address), []);
      await change(address, { content: 'Second' });
      await change(address, { content: ' Second ' });
      await change(address, { slug: 'another' });
      await change(address, { title: 'Two' });
      const found = await listed(address);
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
      const { _links: links } = (await site.ask('administrator', 'GET', address)).body;
      assert.equal(links['version-history'][0].count, 2);
      assert.equal(links['predecessor-version'][0].id, found[0].id);
    });
  }

  it('show their dynamic blocks as the entry does', async () => {
    await site.make('/cms/v2/posts', { title: 'Listed here', status: 'publish' });
    const { id } = await site.make('/cms/v2/pages', { title: 'Lists', status: 'publish' });
    const { content } = await change(`/cms/v2/pages/${id}`, { content: '<!-- wp:latest-posts /-->' });
    assert.match(content.rendered, /Listed here/);
    const [revision] = await listed(`/cms/v2/pages/${id}`);
    assert.equal(revision.content.rendered, content.rendered);
  });

  it('have numbers that no entry has', async () => {
    const made = new Set<number>();
    for (let n = 0; n < 5; n += 1) {
      const { id } = await site.make('/cms/v2/posts', { title: `Numbered ${n}` });
      await change(`/cms/v2/posts/${id}`, { content: 'Changed' });
      const [revision] = await listed(`/cms/v2/posts/${id}`);
      for (const number of [id, revision.id]) {
        assert.ok(!made.has(number), `${number} is given twice`);
        made.add(number);
      }
      assert.equal((await site.ask('administrator', 'GET', `/cms/v2/posts/${revision.id}`)).status, 404);
    }
  });

  it('are deleted for good alone, by who may delete the entry, and then count no more', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Kept' }, 'author');
    const address = `/cms/v2/posts/${id}`;
    await change(address, { content: 'One' }, 'author');
    await change(address, { content: 'Two' }, 'author');
    const [newest, oldest] = await listed(address);
    const one = `${address}/revisions/${newest.id}`;
    for (const [person, status, code] of [
      ['anonymous', 401, 'rest_cannot_delete'],
      ['subscriber', 403, 'rest_cannot_delete'],
      ['other', 403, 'rest_cannot_delete'],
      ['author', 501, 'rest_trash_not_supported'],
    ] as const) {
      const answer = await site.ask(person, 'DELETE', person === 'author' ? one : `${one}?force=true`);
      assert.deepEqual([answer.status, answer.body.code], [status, code], person);
    }
    const { status, body } = await site.ask('author', 'DELETE', `${one}?force=true`);
    assert.deepEqual([status, body.deleted, body.previous.content.raw], [200, true, 'Two']);
    const { _links: links } = (await site.ask('author', 'GET', address)).body;
    assert.equal(links['version-history'][0].count, 1);
    assert.equal(links['predecessor-version'][0].id, oldest.id);
    assert.equal((await site.ask('author', 'DELETE', `${one}?force=true`)).body.code, 'rest_post_invalid_id');
  });

  it('stand beside one autosave of each author, which changes nothing of the entry but its count', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Shown', content: 'Shown', status: 'publish' }, 'author');
    const address = `/cms/v2/posts/${id}`;
    const save = async (person: Person, json: object) => {
      later();
      const { status, body } = await site.ask(person, 'POST', `${address}/autosaves`, json);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const first = await save('author', { content: 'Saved', status: 'draft', author: 1, categories: [] });
    assert.deepEqual([first.title.raw, first.content.raw, first.slug], ['', 'Saved', `${id}-autosave-v1`]);
    const again = await save('author', { title: 'Titled' });
    assert.deepEqual([again.id, again.title.raw, again.content.raw], [first.id, 'Titled', 'Saved']);
    const ofEditor = await save('editor', { content: 'Other' });
    assert.notEqual(ofEditor.id, first.id);
    assert.equal((await save('editor', { content: 'Shown' })).content.raw, 'Other', 'the same as the entry');
    const { body: all } = await site.ask('editor', 'GET', `${address}/autosaves`);
    assert.deepEqual(
      all.map((one: { id: number }) => one.id),
      [ofEditor.id, first.id],
    );
    const { body: entry } = await site.ask('administrator', 'GET', `${address}?context=edit`);
    assert.deepEqual([entry.status, entry.content.raw, entry.author], ['publish', 'Shown', site.ids.author]);
    assert.equal(entry._links['version-history'][0].count, 2);
    await change(address, { content: 'Changed' }, 'author');
    assert.equal((await listed(address)).length, 3, 'an autosave is not what a revision is compared with');
  });

  it('are not made of a draft that its author saves while writing', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Draft' }, 'author');
    const address = `/cms/v2/posts/${id}`;
    later();
    const { body } = await site.ask('author', 'POST', `${address}/autosaves`, { content: 'More', status: 'publish' });
    assert.deepEqual([body.id, body.parent, body.content.raw], [id, 0, 'More']);
    const { body: draft } = await site.ask('author', 'GET', `${address}?context=edit`);
    assert.deepEqual([draft.status, draft.content.raw], ['draft', 'More']);
    assert.equal(draft.date, new Date(time).toISOString().slice(0, 19), 'a date that was never given moves on');
    assert.deepEqual(await listed(address, 'author'), []);
    for (const kind of ['posts', 'blocks']) {
      const own = await site.make(`/cms/v2/${kind}`, { title: 'Words' }, 'author');
      const emptied = await site.ask('author', 'POST', `/cms/v2/${kind}/${own.id}/autosaves`, { title: '' });
      assert.deepEqual([emptied.status, emptied.body.code], [400, 'empty_content'], kind);
    }
    const page = await site.make('/cms/v2/pages', { title: 'Words', date: '2026-02-01T10:00:00' });
    const emptied = await site.ask('administrator', 'POST', `/cms/v2/pages/${page.id}/autosaves`, { title: '' });
    assert.deepEqual([emptied.status, emptied.body.date], [200, '2026-02-01T10:00:00']);
  });

  it('are chosen by what is to be included, whatever is to be left out', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Chosen' });
    const address = `/cms/v2/posts/${id}`;
    for (const title of ['Two', 'Three']) await change(address, { title });
    const [newest, oldest] = await listed(address);
    const among = async (query: string) => {
      const { headers, body } = await site.ask('administrator', 'GET', `${address}/revisions?${query}`);
      return [headers['X-CMS-Total'], ...body.map((one: { id: number }) => one.id)];
    };
    assert.deepEqual(await among(`exclude=${newest.id}`), ['1', oldest.id]);
    assert.deepEqual(await among(`include=${newest.id}&exclude=${newest.id}`), ['1', newest.id]);
  });

  it('go to the heir of who made them, who keeps an autosave of their own', async () => {
    const user = { username: 'leaving', email: 'leaving@example.com', password: 'a long password', roles: ['editor'] };
    const { id: leaving } = await site.make('/cms/v2/users', user);
    const { id } = await site.make('/cms/v2/posts', { title: 'Theirs', status: 'publish', author: leaving });
    await site.database.transaction(async (tx) => {
      const texts = { title: '', content: 'x', excerpt: '', meta: '{}', date: '2026-01-01T00:00:00' };
      const row = { ...texts, entry_id: id, date_gmt: texts.date, author: leaving };
      await insertRevision(tx, { ...row, autosave: 1 });
      await insertRevision(tx, { ...row, autosave: 0 });
      await writeHistory(tx, id, 2);
    });
    await site.ask('editor', 'POST', `/cms/v2/posts/${id}/autosaves`, { content: 'own' });
    const heir = site.ids.editor;
    const removed = await site.ask('administrator', 'DELETE', `/cms/v2/users/${leaving}?force=true&reassign=${heir}`);
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    const { body } = await site.ask('editor', 'GET', `/cms/v2/posts/${id}/revisions?context=edit`);
    assert.deepEqual(
      body.map((one: { author: number; content: { raw: string } }) => [one.author, one.content.raw]),
      [
        [heir, 'own'],
        [heir, 'x'],
      ],
    );
  });
});

describeEachEngine('a number of former texts that are kept', (engine) => {
  it('is that of the newest ones, autosaves aside, in the transaction that adds one', async () => {
    let time = Date.parse('2026-03-01T10:00:00Z');
    const site = await openTestSite({
      database: await engine.open(),
      config: { revisionsKept: { post: 3, page: 0 } },
      clock: () => (time += 1000),
    });
    const { id } = await site.make('/cms/v2/posts', { title: 'Kept', status: 'publish' });
    await site.ask('editor', 'POST', `/cms/v2/posts/${id}/autosaves`, { content: 'Saved' });
    for (let n = 1; n <= 6; n += 1)
      await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { content: `Text ${n}` });
    const { body } = await site.ask('administrator', 'GET', `/cms/v2/posts/${id}/revisions?context=edit`);
    const texts = body.map((one: { content: { raw: string } }) => one.content.raw);
    assert.deepEqual(texts, ['Text 6', 'Text 5', 'Text 4', 'Saved']);
    const { _links: links } = (await site.ask('administrator', 'GET', `/cms/v2/posts/${id}`)).body;
    assert.deepEqual([links['version-history'][0].count, links['predecessor-version'][0].id], [4, body[0].id]);

    const { id: page } = await site.make('/cms/v2/pages', { title: 'None', status: 'publish' });
    await site.ask('administrator', 'POST', `/cms/v2/pages/${page}`, { content: 'Changed' });
    const { body: shown } = await site.ask('administrator', 'GET', `/cms/v2/pages/${page}`);
    assert.equal(shown._links['version-history'][0].count, 0);
    assert.equal(shown._links['predecessor-version'], undefined);
    assert.deepEqual(site.faults, []);
  });

  it('does not slow the entry down that has very many', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const { id } = await site.make('/cms/v2/posts', { title: 'Often changed', status: 'publish' });
    const count = 5000;
    await site.database.transaction(async (tx) => {
      const texts = { title: '', content: 'x'.repeat(200), excerpt: '', meta: '{}', date: '2026-01-01T00:00:00' };
      const row = { ...texts, entry_id: id, date_gmt: texts.date, author: 1, autosave: 0 };
      for (let n = 0; n < count; n += 1) await insertRevision(tx, row);
      await writeHistory(tx, id, count);
    });
    for (const address of [`/cms/v2/posts/${id}`, `/cms/v2/posts/${id}/revisions?per_page=10&context=edit`]) {
      const times: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        const began = performance.now();
        const { status, headers } = await site.ask('administrator', 'GET', address);
        times.push(performance.now() - began);
        assert.equal(status, 200);
        if (address.includes('revisions')) assert.equal(headers['X-CMS-Total'], String(count));
      }
      assert.ok(Math.min(...times) < 50, `${address} takes ${Math.min(...times)} ms`);
    }
  });
});

describe('an address to look at an entry before it is published', () => {
  it('shows the entry and its autosave to whoever has it, for two days, and nothing else', async () => {
    let time = Date.parse('2026-03-01T10:00:00Z');
    const site = await openTestSite({ clock: () => time });
    const { id } = await site.make(
      '/cms/v2/posts',
      { title: 'Secret draft', password: 'x', content: 'Locked' },
      'author',
    );
    const { id: other } = await site.make('/cms/v2/posts', { title: 'Other draft' }, 'author');
    const { body: saved } = await site.ask('editor', 'POST', `/cms/v2/posts/${id}/autosaves`, { title: 'Saved' });
    const address = new URL(saved.preview_link);
    assert.equal(address.searchParams.get('preview_id'), String(id));
    const sign = address.searchParams.get('preview_nonce');
    const ask = (path: string, nonce = sign) => site.ask('anonymous', 'GET', `${path}?preview_nonce=${nonce}`);
    const shown = await ask(`/cms/v2/posts/${id}`);
    assert.deepEqual([shown.status, shown.body.title.rendered], [200, 'Secret draft']);
    assert.ok(!JSON.stringify(shown.body).includes('Locked'), 'a password is asked for all the same');
    assert.match(String(shown.headers['Cache-Control']), /no-store/);
    const autosave = await ask(`/cms/v2/posts/${id}/autosaves/${saved.id}`);
    assert.deepEqual([autosave.status, autosave.body.title.rendered], [200, 'Saved']);
    assert.match(String(autosave.headers['Cache-Control']), /no-store/);
    for (const path of [`/cms/v2/posts/${other}`, `/cms/v2/posts/${id}/revisions`, `/cms/v2/posts/${id}/autosaves`])
      assert.equal((await ask(path)).status, 401, path);
    assert.equal(
      (await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}?context=edit&preview_nonce=${sign}`)).status,
      401,
    );
    const [until = '', mac = ''] = (sign ?? '').split('_');
    const forged = [`${Number.parseInt(until, 36) + 1}_${mac}`, `zzzzzzzz_${mac}`, `${until}_`, '', '_', `${sign}0`];
    for (const nonce of forged) assert.equal((await ask(`/cms/v2/posts/${id}`, nonce)).status, 401, nonce);
    time += 2.5 * 24 * 3600 * 1000;
    assert.equal((await ask(`/cms/v2/posts/${id}`)).status, 401, 'it has expired');
    assert.deepEqual(site.faults, []);
    await site.database.close();
  });
});

describe('who may see and make former texts', () => {
  /** Statuses for each of them; the entry is an author's, of navigation the administrator's. */
  const table = {
    posts: { list: [401, 403, 403, 200, 200, 200], save: [401, 403, 403, 200, 200, 200] },
    pages: { list: [401, 403, 403, 403, 200, 200], save: [401, 403, 403, 403, 200, 200] },
    blocks: { list: [401, 403, 403, 200, 200, 200], save: [401, 403, 403, 200, 200, 200] },
    navigation: { list: [401, 403, 403, 403, 403, 200], save: [401, 403, 403, 403, 403, 200] },
  } as const;

  for (const kind of kinds) {
    it(`of ${kind}`, async () => {
      const site = await openTestSite();
      const owner: Person = kind === 'posts' || kind === 'blocks' ? 'author' : 'administrator';
      const { id } = await site.make(
        `/cms/v2/${kind}`,
        { title: 'One', content: 'Text', status: 'publish', password: 'secret' },
        owner,
      );
      const address = `/cms/v2/${kind}/${id}`;
      await site.ask(owner, 'POST', address, { content: 'Hidden words' });
      const [revision] = (await site.ask(owner, 'GET', `${address}/revisions`)).body;
      for (const [at, person] of people.entries()) {
        for (const [place, code] of [
          [`${address}/revisions`, 'rest_cannot_read'],
          [`${address}/revisions?context=embed`, 'rest_cannot_read'],
          [`${address}/revisions/${revision.id}`, 'rest_cannot_read'],
          [`${address}/autosaves`, 'rest_cannot_read'],
        ] as const) {
          const answer = await site.ask(person, 'GET', place);
          assert.equal(answer.status, table[kind].list[at], `${person} ${place}`);
          if (answer.status !== 200) {
            assert.equal(answer.body.code, code);
            assert.ok(!JSON.stringify(answer.body).includes('Hidden'));
          }
        }
        const saved = await site.ask(person, 'POST', `${address}/autosaves`, { content: `By ${person}` });
        assert.equal(saved.status, table[kind].save[at], `${person} saves`);
        if (saved.status !== 200) assert.equal(saved.body.code, 'rest_cannot_edit');
      }
      assert.deepEqual(site.faults, []);
      await site.database.close();
    });
  }

  it('a subscriber who may read no block, and a contributor who may, see none of its protected text', async () => {
    const site = await openTestSite();
    const { id } = await site.make('/cms/v2/blocks', {
      title: 'Locked',
      content: 'Hidden words',
      status: 'publish',
      password: 'secret',
    });
    assert.equal((await site.ask('subscriber', 'GET', `/cms/v2/blocks/${id}`)).status, 403);
    for (const context of ['view', 'embed']) {
      const { status, body } = await site.ask('contributor', 'GET', `/cms/v2/blocks/${id}?context=${context}`);
      assert.equal(status, 200);
      assert.ok(!JSON.stringify(body).includes('Hidden'), context);
    }
    const { body } = await site.ask('editor', 'GET', `/cms/v2/blocks/${id}`);
    assert.equal(body.content.raw, 'Hidden words');
    const { id: menu } = await site.make('/cms/v2/navigation', {
      title: 'Locked',
      content: 'Hidden words',
      status: 'publish',
      password: 'secret',
    });
    for (const context of ['view', 'embed']) {
      const answer = await site.ask('anonymous', 'GET', `/cms/v2/navigation/${menu}?context=${context}`);
      assert.ok(!JSON.stringify(answer.body).includes('Hidden'), context);
    }
    await site.database.close();
  });
});
