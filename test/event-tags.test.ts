// Tests the tags of events: they name all resources that the event affects (docs/events.md, Tags).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { publishDue } from '../server/cms-v2/entries/publish-due.ts';
import { deliverEvents, registerListeners } from '../server/events/deliver-events.ts';
import { type EventKind, eventKinds, type SiteEvent } from '../server/events/event.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('tags of events', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  const received: SiteEvent[] = [];
  const listener = { name: 'all', kinds: eventKinds, onEvent: async (event: SiteEvent) => received.push(event) };
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
    await registerListeners({ database: site.database, listeners: [listener] });
  });

  const change = async (path: string, json: object) => {
    const { status, body } = await site.request('administrator', 'POST', path, json);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const remove = async (path: string) => {
    const { status, body } = await site.request('administrator', 'DELETE', `${path}?force=true`);
    assert.equal(status, 200, JSON.stringify(body));
  };
  /** Performs an action that causes one event of a kind. Returns the tags of the event, without those of its subject. */
  const tagsOf = async (kind: EventKind, subject: number, action: () => Promise<unknown>): Promise<string[]> => {
    const onFailure = (error: unknown) => assert.fail(String(error));
    const deliver = () =>
      deliverEvents({ database: site.database, listeners: [listener], clock: () => time, onFailure });
    await deliver();
    received.length = 0;
    await action();
    await deliver();
    const found = received.filter((event) => event.kind === kind && event.subject === subject);
    assert.equal(found.length, 1, JSON.stringify(received));
    const [resourceType] = kind.split('.');
    const subjectTags = [`${resourceType}:${subject}`, `type:${found[0]?.type}`, resourceType];
    return (found[0]?.tags ?? []).filter((tag) => !subjectTags.includes(tag)).toSorted();
  };
  const term = async (taxonomy = 'tags', json: object = {}) =>
    (await site.create(`/cms/v2/${taxonomy}`, { name: `T ${Math.random()}`, ...json })).id as number;
  const page = async (json: object = {}) =>
    (await site.create('/cms/v2/pages', { title: 'P', status: 'publish', author: site.ids.editor, ...json }))
      .id as number;
  const names = (...tags: string[]) => tags.toSorted();

  it('of an entry include its previous and current terms and authors, even if these do not change', async () => {
    const [removed, retained, added, category] = [await term(), await term(), await term(), await term('categories')];
    const { id } = await site.create('/cms/v2/posts', {
      ...{
        title: 'One',
        status: 'publish',
        tags: [removed, retained],
        categories: [category],
        author: site.ids.author,
      },
    });
    const of = (action: () => Promise<unknown>) => tagsOf('entry.updated', id, action);
    const author = `user:${site.ids.author}`;
    assert.deepEqual(
      await of(() => change(`/cms/v2/posts/${id}`, { title: 'Two' })),
      names(author, `term:${removed}`, `term:${retained}`, `term:${category}`),
      'the title occurs in every list that contains the entry',
    );
    assert.deepEqual(
      await of(() => change(`/cms/v2/posts/${id}`, { tags: [retained, added], author: site.ids.other })),
      names(author, `user:${site.ids.other}`, ...[removed, retained, added, category].map((each) => `term:${each}`)),
    );
    assert.deepEqual(
      await tagsOf('entry.deleted', id, () => remove(`/cms/v2/posts/${id}`)),
      names(`user:${site.ids.other}`, ...[retained, added, category].map((each) => `term:${each}`)),
    );
  });

  it('of a page include its parents, and all entries whose URL changes', async () => {
    const [parent, sibling] = [await page(), await page()];
    const id = await page({ parent });
    const child = await page({ parent: id });
    const grandchild = await page({ parent: child });
    const editor = `user:${site.ids.editor}`;
    const of = (json: object) => tagsOf('entry.updated', id, () => change(`/cms/v2/pages/${id}`, json));
    assert.deepEqual(await of({ title: 'Other' }), names(editor, `entry:${parent}`));
    assert.deepEqual(
      await of({ slug: 'renamed' }),
      names(editor, `entry:${parent}`, `entry:${child}`, `entry:${grandchild}`),
    );
    assert.deepEqual(
      await of({ parent: sibling }),
      names(editor, ...[parent, sibling, child, grandchild].map((each) => `entry:${each}`)),
    );
    assert.deepEqual(
      await tagsOf('entry.deleted', id, () => remove(`/cms/v2/pages/${id}`)),
      names(editor, ...[sibling, child, grandchild].map((each) => `entry:${each}`)),
    );
  });

  it('of a scheduled entry that is published equal those of a manual change', async () => {
    const tag = await term();
    const { id, categories } = await site.create('/cms/v2/posts', {
      ...{ title: 'Later', status: 'future', date_gmt: '2026-03-01T11:00:00', tags: [tag], author: site.ids.author },
    });
    const tags = await tagsOf('entry.updated', id, async () => {
      time += 3_600_001;
      assert.equal(await publishDue(site.service.entries), 1);
    });
    assert.deepEqual(tags, names(`user:${site.ids.author}`, ...[tag, ...categories].map((each) => `term:${each}`)));
  });

  it('of the front page include the settings that refer to it', async () => {
    const front = await page();
    await change('/cms/v2/settings', { show_on_front: 'page', page_on_front: front });
    const tags = await tagsOf('settings.updated', 0, () => remove(`/cms/v2/pages/${front}`));
    assert.deepEqual(tags, ['setting:page_on_front', 'setting:show_on_front']);
  });

  it('of a term include its parents, its children, and the terms that its entries move to', async () => {
    const [parent, sibling] = [await term('categories'), await term('categories')];
    const id = await term('categories', { parent });
    const child = await term('categories', { parent: id });
    const of = (json: object) => tagsOf('term.updated', id, () => change(`/cms/v2/categories/${id}`, json));
    assert.deepEqual(await of({ name: 'Other' }), [`term:${parent}`]);
    assert.deepEqual(await of({ slug: 'renamed' }), names(`term:${parent}`, `term:${child}`));
    assert.deepEqual(await of({ parent: sibling }), names(`term:${parent}`, `term:${sibling}`, `term:${child}`));
    await site.create('/cms/v2/posts', { title: 'Lonely', status: 'publish', categories: [id] });
    const { default_category: standard } = (await site.request('administrator', 'GET', '/cms/v2/settings')).body;
    assert.deepEqual(
      await tagsOf('term.deleted', id, () => remove(`/cms/v2/categories/${id}`)),
      names(`term:${sibling}`, `term:${child}`, `term:${standard}`),
    );
  });

  it('of merged terms include the children that move, and the menus and items that link to the other term', async () => {
    const [parent, into, menus] = [await term('categories'), await term('categories'), await term('menus')];
    const id = await term('categories', { parent });
    const child = await term('categories', { parent: id });
    const grandchild = await term('categories', { parent: child });
    const item = await site.create('/cms/v2/menu-items', {
      ...{ type: 'taxonomy', object: 'category', object_id: id, menus, status: 'publish' },
    });
    const changed = names(`entry:${item.id}`, ...[parent, child, grandchild, menus].map((each) => `term:${each}`));
    assert.deepEqual(
      await tagsOf('term.updated', into, () => change(`/octavo/v1/terms/${id}/merge`, { into })),
      changed,
    );
    const other = await term('categories');
    assert.deepEqual(
      await tagsOf('term.deleted', into, () => change(`/octavo/v1/terms/${into}/merge`, { into: other })),
      names(`entry:${item.id}`, ...[child, grandchild, menus, other].map((each) => `term:${each}`)),
    );
  });

  it('of a comment include its previous and current entry', async () => {
    const [one, other] = await Promise.all(
      ['One', 'Two'].map(
        async (title) => (await site.create('/cms/v2/posts', { title, status: 'publish' })).id as number,
      ),
    );
    const { id } = await site.create('/cms/v2/comments', { post: one, content: 'Well said.' });
    const reply = await site.create('/cms/v2/comments', { post: one, parent: id, content: 'It was.' });
    const of = (subject: number, json: object) =>
      tagsOf('comment.updated', subject, () => change(`/cms/v2/comments/${subject}`, json));
    assert.deepEqual(await of(reply.id, { status: 'hold' }), names(`entry:${one}`, `comment:${id}`));
    assert.deepEqual(await of(id, { post: other }), names(`entry:${one}`, `entry:${other}`));
  });

  it('of a deleted user include the user that its entries are reassigned to', async () => {
    const newOwner = site.ids.editor;
    const tags = await tagsOf('user.deleted', site.ids.other, async () => {
      const path = `/cms/v2/users/${site.ids.other}?force=true&reassign=${newOwner}`;
      assert.equal((await site.request('administrator', 'DELETE', path)).status, 200);
    });
    assert.deepEqual(tags, [`user:${newOwner}`]);
    assert.deepEqual(site.errors, []);
  });
});
