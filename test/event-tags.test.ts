// What events name: everything whose address, place or list has changed with what has happened (webhooks.md, Tags).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { publishDue } from '../server/cms-v2/entries/publish-due.ts';
import { type EventKind, eventKinds, type SiteEvent } from '../server/events/event.ts';
import { joinListeners, tellEvents } from '../server/events/tell-events.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

describeEachEngine('tags of events', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  const heard: SiteEvent[] = [];
  const listener = { name: 'all', kinds: eventKinds, hear: async (event: SiteEvent) => heard.push(event) };
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
    await joinListeners({ database: site.database, listeners: [listener] });
  });

  const change = async (address: string, json: object) => {
    const { status, body } = await site.ask('administrator', 'POST', address, json);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const remove = async (address: string) => {
    const { status, body } = await site.ask('administrator', 'DELETE', `${address}?force=true`);
    assert.equal(status, 200, JSON.stringify(body));
  };
  /** The tags of the one event of a kind that doing this has caused, without those of the thing itself. */
  const tagsOf = async (kind: EventKind, subject: number, act: () => Promise<unknown>): Promise<string[]> => {
    const onFailure = (error: unknown) => assert.fail(String(error));
    const tell = () => tellEvents({ database: site.database, listeners: [listener], clock: () => time, onFailure });
    await tell();
    heard.length = 0;
    await act();
    await tell();
    const found = heard.filter((event) => event.kind === kind && event.subject === subject);
    assert.equal(found.length, 1, JSON.stringify(heard));
    const [family] = kind.split('.');
    const own = [`${family}:${subject}`, `type:${found[0]?.type}`, family];
    return (found[0]?.tags ?? []).filter((tag) => !own.includes(tag)).toSorted();
  };
  const term = async (taxonomy = 'tags', json: object = {}) =>
    (await site.make(`/cms/v2/${taxonomy}`, { name: `T ${Math.random()}`, ...json })).id as number;
  const page = async (json: object = {}) =>
    (await site.make('/cms/v2/pages', { title: 'P', status: 'publish', author: site.ids.editor, ...json }))
      .id as number;
  const names = (...tags: string[]) => tags.toSorted();

  it('of an entry: the terms and authors before and after, also where they stay', async () => {
    const [left, kept, come, category] = [await term(), await term(), await term(), await term('categories')];
    const { id } = await site.make('/cms/v2/posts', {
      ...{ title: 'One', status: 'publish', tags: [left, kept], categories: [category], author: site.ids.author },
    });
    const of = (act: () => Promise<unknown>) => tagsOf('entry.updated', id, act);
    const author = `user:${site.ids.author}`;
    assert.deepEqual(
      await of(() => change(`/cms/v2/posts/${id}`, { title: 'Two' })),
      names(author, `term:${left}`, `term:${kept}`, `term:${category}`),
      'a title is shown wherever the entry is listed',
    );
    assert.deepEqual(
      await of(() => change(`/cms/v2/posts/${id}`, { tags: [kept, come], author: site.ids.other })),
      names(author, `user:${site.ids.other}`, ...[left, kept, come, category].map((each) => `term:${each}`)),
    );
    assert.deepEqual(
      await tagsOf('entry.deleted', id, () => remove(`/cms/v2/posts/${id}`)),
      names(`user:${site.ids.other}`, ...[kept, come, category].map((each) => `term:${each}`)),
    );
  });

  it('of a page: its parents, and everything whose address moves with it', async () => {
    const [above, beside] = [await page(), await page()];
    const id = await page({ parent: above });
    const child = await page({ parent: id });
    const grandchild = await page({ parent: child });
    const editor = `user:${site.ids.editor}`;
    const of = (json: object) => tagsOf('entry.updated', id, () => change(`/cms/v2/pages/${id}`, json));
    assert.deepEqual(await of({ title: 'Other' }), names(editor, `entry:${above}`));
    assert.deepEqual(
      await of({ slug: 'renamed' }),
      names(editor, `entry:${above}`, `entry:${child}`, `entry:${grandchild}`),
    );
    assert.deepEqual(
      await of({ parent: beside }),
      names(editor, ...[above, beside, child, grandchild].map((each) => `entry:${each}`)),
    );
    assert.deepEqual(
      await tagsOf('entry.deleted', id, () => remove(`/cms/v2/pages/${id}`)),
      names(editor, ...[beside, child, grandchild].map((each) => `entry:${each}`)),
    );
  });

  it('of an entry that the clock publishes: what a change by hand would name', async () => {
    const tag = await term();
    const { id, categories } = await site.make('/cms/v2/posts', {
      ...{ title: 'Later', status: 'future', date_gmt: '2026-03-01T11:00:00', tags: [tag], author: site.ids.author },
    });
    const tags = await tagsOf('entry.updated', id, async () => {
      time += 3_600_001;
      assert.equal(await publishDue(site.service.entries), 1);
    });
    assert.deepEqual(tags, names(`user:${site.ids.author}`, ...[tag, ...categories].map((each) => `term:${each}`)));
  });

  it('of the page that is the front: the settings that let it go', async () => {
    const front = await page();
    await change('/cms/v2/settings', { show_on_front: 'page', page_on_front: front });
    const tags = await tagsOf('settings.updated', 0, () => remove(`/cms/v2/pages/${front}`));
    assert.deepEqual(tags, ['setting:page_on_front', 'setting:show_on_front']);
  });

  it('of a term: its parents, what moves with it, and where its entries go', async () => {
    const [above, beside] = [await term('categories'), await term('categories')];
    const id = await term('categories', { parent: above });
    const below = await term('categories', { parent: id });
    const of = (json: object) => tagsOf('term.updated', id, () => change(`/cms/v2/categories/${id}`, json));
    assert.deepEqual(await of({ name: 'Other' }), [`term:${above}`]);
    assert.deepEqual(await of({ slug: 'renamed' }), names(`term:${above}`, `term:${below}`));
    assert.deepEqual(await of({ parent: beside }), names(`term:${above}`, `term:${beside}`, `term:${below}`));
    await site.make('/cms/v2/posts', { title: 'Lonely', status: 'publish', categories: [id] });
    const { default_category: standard } = (await site.ask('administrator', 'GET', '/cms/v2/settings')).body;
    assert.deepEqual(
      await tagsOf('term.deleted', id, () => remove(`/cms/v2/categories/${id}`)),
      names(`term:${beside}`, `term:${below}`, `term:${standard}`),
    );
  });

  it('of a comment: the entries it is and was on', async () => {
    const [one, other] = await Promise.all(
      ['One', 'Two'].map(
        async (title) => (await site.make('/cms/v2/posts', { title, status: 'publish' })).id as number,
      ),
    );
    const { id } = await site.make('/cms/v2/comments', { post: one, content: 'Well said.' });
    const answer = await site.make('/cms/v2/comments', { post: one, parent: id, content: 'It was.' });
    const of = (subject: number, json: object) =>
      tagsOf('comment.updated', subject, () => change(`/cms/v2/comments/${subject}`, json));
    assert.deepEqual(await of(answer.id, { status: 'hold' }), names(`entry:${one}`, `comment:${id}`));
    assert.deepEqual(await of(id, { post: other }), names(`entry:${one}`, `entry:${other}`));
  });

  it('of a user who goes: the heir', async () => {
    const heir = site.ids.editor;
    const tags = await tagsOf('user.deleted', site.ids.other, async () => {
      const address = `/cms/v2/users/${site.ids.other}?force=true&reassign=${heir}`;
      assert.equal((await site.ask('administrator', 'DELETE', address)).status, 200);
    });
    assert.deepEqual(tags, [`user:${heir}`]);
    assert.deepEqual(site.faults, []);
  });
});
