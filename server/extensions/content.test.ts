// Tests the access of extensions to content: typed reads, permissions, and changes in the transaction of the extension.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { anonymous, makeActor } from '../access/actor.ts';
import { statement } from '../database/statement.ts';
import { WorkScope } from '../workers/work-scope.ts';
import { type ContentWriter, makeExtensionContent } from './content.ts';
import { type DeclaredType, type Extension, type ExtensionServices, Type } from './interface.ts';

const recipe = {
  name: 'recipe',
  restBase: 'recipes',
  noun: { one: 'recipe', many: 'recipes' },
  supports: ['title', 'editor', 'author', 'custom-fields'],
  rights: 'pages',
  taxonomies: ['post_tag'],
  meta: {
    servings: Type.Integer({ minimum: 1, default: 4 }),
    steps: Type.Array(Type.String(), { default: [] as string[] }),
  },
} satisfies DeclaredType;

const call = { work: new WorkScope({ client: 'test' }) };
const countStatement = statement((q) => q.selectFrom('events').select((eb) => eb.fn.countAll<number>().as('n')));

describeEachEngine('the content of extensions', (engine) => {
  let site: TestSite;
  let services: ExtensionServices;

  before(async () => {
    const cook: Extension = {
      ...{ name: 'cook', version: '1.0.0', title: 'Cook', description: '', namespace: 'cook/v1', resources: [] },
      types: [recipe],
      open: (opened) => {
        services = opened;
        return { modules: [] };
      },
    };
    site = await openTestSite({
      database: await engine.open(),
      extensions: [cook],
    });
  });

  /** Returns a result with the number of statements that were run to compute it. */
  const counting = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const { statements: before } = site.database.statistics();
    const result = await work();
    return [result, site.database.statistics().statements - before];
  };
  const change = <T>(work: (content: ContentWriter) => Promise<T>) =>
    services.content.change(call, (_tx, content) => work(content));
  const createRecipe = (more: object = {}) =>
    change((content) =>
      content.createEntry('recipe', { title: 'Soup', status: 'publish', author: site.ids.editor, ...more }),
    );
  const find = (id: number) => services.content.findEntry(recipe, id);

  it('reads entries in any status with typed meta fields', async () => {
    const id = await createRecipe({ status: 'draft', content: '<p>Stir</p>', meta: { steps: ['Stir'] } });
    const [found, count] = await counting(() => find(id));
    assert.equal(count, 1);
    assert.ok(found);
    const servings: number = found.meta.servings;
    const steps: readonly string[] = found.meta.steps;
    assert.deepEqual([servings, steps, found.content, found.status], [4, ['Stir'], '<p>Stir</p>', 'draft']);
    for (const unknown of [0, -1, 987_654, Number.NaN]) assert.equal(await find(unknown), undefined);
    const post = await site.create('/cms/v2/posts', { title: 'P', status: 'publish' });
    assert.equal(await find(Number(post.id)), undefined, 'an entry of another type');
    const before = await services.content.countEntries('recipe');
    await site.request('administrator', 'DELETE', `/cms/v2/recipes/${id}`);
    assert.deepEqual(await counting(() => services.content.countEntries('recipe')), [before - 1, 1]);
    assert.deepEqual([(await find(id))?.status, (await find(id))?.rights_status], ['trash', 'draft']);
  });

  it('creates the same entries as the route', async () => {
    const { body: created } = await site.request('administrator', 'POST', '/cms/v2/recipes', {
      ...{ title: 'Cake', status: 'publish', author: site.ids.editor, meta: { servings: 2 } },
    });
    const id = await createRecipe({ title: 'Cake', meta: { servings: 2 } });
    const { body } = await site.request('administrator', 'GET', `/cms/v2/recipes/${id}?context=edit`);
    const differing = ['id', 'slug', 'generated_slug', 'class_list', 'link', 'guid', '_links'];
    const comparable = (record: object) =>
      JSON.stringify(Object.entries(record).filter(([name]) => !differing.includes(name))).replaceAll(
        /\d\d-\d\dT[\d:]+/g,
        '',
      );
    assert.deepEqual(comparable(body), comparable(created));
    assert.match(body.slug, /^cake-\d/);
  });

  it('creates all entries or none, and throws the errors of the route', async () => {
    const count = await services.content.countEntries('recipe');
    const rejected = change(async (content) => {
      await content.createEntry('recipe', { title: 'One', status: 'publish', author: site.ids.editor });
      await content.createEntry('recipe', { title: 'Two', status: 'publish', author: 987_654 });
    });
    await assert.rejects(rejected, { name: 'ApiError', code: 'rest_invalid_author', status: 400 });
    await assert.rejects(createRecipe({ meta: { servings: 0 } }), { name: 'ApiError', status: 400 });
    await assert.rejects(
      change((content) => content.createEntry('none', { status: 'draft', author: 1 })),
      /there is no content type none/,
    );
    assert.equal(await services.content.countEntries('recipe'), count);
  });

  it('rolls back a transaction that takes too long', async () => {
    const { entries } = site.service;
    const { roles } = site.service;
    const { contract, database, site: siteContext, texts } = entries;
    const comments = { contract, database, site: siteContext, texts, roles, classifier: () => undefined };
    const deps = { entries, comments };
    const content = makeExtensionContent(deps, services.api.actor, 50);
    const count = await services.content.countEntries('recipe');
    const slow = content.change(call, async (_tx, writer) => {
      await writer.createEntry('recipe', { title: 'Slow', status: 'publish', author: site.ids.editor });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await assert.rejects(slow, /the transaction of an extension timed out/);
    assert.equal(await services.content.countEntries('recipe'), count);
  });

  it('checks the permissions of the type, with the previous status of an entry in the trash', async () => {
    const { can } = services.content;
    const cook = makeActor({ id: site.ids.editor, login: 'cook', roles: [] }, new Set(['edit_pages', 'delete_pages']), {
      kind: 'none',
    });
    const [draft, published] = [await createRecipe({ status: 'draft' }), await createRecipe()];
    const requireEntry = async (id: number) => (await find(id)) ?? assert.fail('the entry exists');
    assert.equal(can(cook, 'edit', await requireEntry(draft)), true);
    assert.equal(can(cook, 'edit', await requireEntry(published)), false);
    for (const id of [draft, published]) await site.request('administrator', 'DELETE', `/cms/v2/recipes/${id}`);
    assert.equal(can(cook, 'edit', await requireEntry(draft)), true);
    assert.equal(can(cook, 'edit', await requireEntry(published)), false, 'it was published before');
    assert.equal(can(cook, 'delete', await requireEntry(published)), false);
    assert.equal(can(anonymous, 'read', await requireEntry(await createRecipe())), true);
    assert.equal(can(anonymous, 'read', await requireEntry(draft)), false);
  });

  it('reads the terms of public taxonomies and of public entries', async () => {
    const { hasPublicTaxonomy, listTerms, findTermIds } = services.content;
    assert.deepEqual(['post_tag', 'none', 'post_format', 'nav_menu', '__proto__'].map(hasPublicTaxonomy), [
      true,
      false,
      false,
      false,
      false,
    ]);
    const tags: number[] = [];
    for (const name of ['sweet', 'bitter', 'sour']) tags.push(Number((await site.create('/cms/v2/tags', { name })).id));
    const [terms, count] = await counting(() => listTerms('post_tag', 2));
    assert.deepEqual([terms.map(({ name }) => name), count], [['bitter', 'sour'], 1]);
    assert.deepEqual(Object.keys(terms[0] ?? {}), ['id', 'name', 'slug', 'count']);
    const create = (status: string) => site.create('/cms/v2/posts', { title: 'T', status, tags: tags.slice(0, 2) });
    const [shown, hidden] = [Number((await create('publish')).id), Number((await create('draft')).id)];
    const [found, statementCount] = await counting(() => findTermIds(shown));
    assert.deepEqual(found.get('post_tag')?.toSorted(), tags.slice(0, 2).toSorted());
    assert.equal(statementCount, 2);
    for (const id of [hidden, 0, -1, 987_654]) assert.equal((await findTermIds(id)).size, 0);
  });

  it('moves comments between statuses in one transaction, with their events', async () => {
    const post = await site.create('/cms/v2/posts', { title: 'C', status: 'publish' });
    const ids: number[] = [];
    for (const word of ['one', 'two', 'three']) {
      const comment = { post: post.id, content: `Comment ${word}`, author_name: 'Ann', author_email: 'ann@site.test' };
      ids.push(Number((await site.create('/cms/v2/comments', comment)).id));
    }
    const statuses = async () => {
      const found = await services.content.findComments(ids);
      return ids.map((id) => found.find((each) => each.id === id)?.status);
    };
    const countEvents = async () => (await site.database.read.first(countStatement, {}))?.n ?? 0;
    const eventCount = await countEvents();
    const [first = 0, second = 0] = ids;
    const moved = await change((content) =>
      content.moveComments([second, first, first, 987_654], { from: ['approved'], to: 'spam' }),
    );
    assert.deepEqual(moved, [second, first]);
    assert.deepEqual(await statuses(), ['spam', 'spam', 'approved']);
    assert.equal(await countEvents(), eventCount + 2);
    const { body } = await site.request('administrator', 'GET', `/cms/v2/comments?post=${post.id}&status=spam`);
    assert.equal(body.length, 2);
    await assert.rejects(
      change(async (content) => {
        await content.moveComments(ids, { from: ['spam'], to: 'approved' });
        throw new Error('stopped');
      }),
      /stopped/,
    );
    assert.deepEqual(await statuses(), ['spam', 'spam', 'approved']);
    const [none, count] = await counting(() => change((content) => content.moveComments([], { from: [], to: 'hold' })));
    assert.deepEqual([none, count <= 4], [[], true]);
  });

  it('finds users', async () => {
    const found = await services.content.findUser(site.ids.editor);
    assert.deepEqual(Object.keys(found ?? {}), ['id', 'login', 'name', 'email']);
    assert.equal(found?.login, 'editor');
    assert.equal(await services.content.findUser(0), undefined);
  });
});
