// The data layer of the block editor, unmodified and in plain Node: it reads lists and records, pages, edits and saves,
// deletes, and asks what people may do.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { Service } from '../faults/service-process.ts';
import { signUp, startImportedService } from './imported-service.ts';

const require = createRequire(import.meta.url);
const coreData = require('@wordpress/core-data');
// The copies that the data layer itself uses: stores and middlewares belong to a copy.
const requireBeside = createRequire(require.resolve('@wordpress/core-data'));
const { createRegistry } = requireBeside('@wordpress/data');
const apiFetch = requireBeside('@wordpress/api-fetch').default;

// All that this copy needs of a browser.
Object.assign(globalThis, { window: { fetch } });

/** What the data layer makes of `types` and `taxonomies`; said by hand as long as those routes are not served. */
const kinds = [
  ...['post', 'page'].map((name) => ({
    kind: 'postType',
    name,
    baseURL: `/wp/v2/${name}s`,
    mergedEdits: { meta: true },
    rawAttributes: ['title', 'excerpt', 'content'],
  })),
  { kind: 'taxonomy', name: 'category', baseURL: '/wp/v2/categories' },
  { kind: 'taxonomy', name: 'post_tag', baseURL: '/wp/v2/tags' },
].map((kind) => ({ ...kind, baseURLParams: { context: 'edit' }, label: kind.name }));

const entities = [
  ['postType', 'post', 'posts'],
  ['postType', 'page', 'pages'],
  ['taxonomy', 'category', 'categories'],
  ['taxonomy', 'post_tag', 'tags'],
  ['root', 'user', 'users'],
] as const;

describe('@wordpress/core-data', () => {
  let service: Service;
  let contributor: string;
  let authorization: string;
  before(async () => {
    ({ service } = await startImportedService());
    contributor = await signUp(service, 'casual', 'contributor');
    authorization = service.authorization;
    await service.ask('POST', '/cms/v2/pages', { title: 'A page', status: 'publish' });
    await service.ask('POST', '/cms/v2/tags', { name: 'A tag' });
    apiFetch.use(apiFetch.createRootURLMiddleware(`${service.origin}/wp-json/`));
    apiFetch.use((options: { headers?: object }, next: (options: object) => unknown) =>
      next({ ...options, headers: { ...options.headers, Authorization: authorization } }),
    );
  });
  after(() => service.end('SIGTERM'));

  /** A store that knows nothing yet, for somebody. */
  async function storeFor(person: string) {
    authorization = person;
    const registry = createRegistry();
    registry.register(coreData.store);
    if ((await service.read('/cms/v2/types')).status === 404) registry.dispatch(coreData.store).addEntities(kinds);
    return {
      resolve: registry.resolveSelect(coreData.store),
      select: registry.select(coreData.store),
      dispatch: registry.dispatch(coreData.store),
    };
  }

  for (const [kind, name, base] of entities) {
    it(`reads lists and records of ${base}`, async () => {
      const { resolve, select } = await storeFor(service.authorization);
      const query = { per_page: 2, page: 1, context: 'edit' };
      const records = await resolve.getEntityRecords(kind, name, query);
      const listed = (await service.ask('GET', `/cms/v2/${base}?per_page=2&context=edit`)).body;
      assert.ok(records.length > 0);
      assert.deepEqual(
        records.map(({ id }: { id: number }) => id),
        listed.map(({ id }: { id: number }) => id),
      );
      const record = await resolve.getEntityRecord(kind, name, records[0].id);
      assert.equal(record.id, records[0].id);
      assert.ok('meta' in record, 'it reads in the edit context');
      assert.deepEqual(select.getEntityRecord(kind, name, records[0].id), record);
      const all = await resolve.getEntityRecords(kind, name, { per_page: -1, _fields: 'id' });
      const { headers } = await service.ask('GET', `/cms/v2/${base}?per_page=1`);
      assert.equal(all.length, Number(headers['x-cms-total']), 'it pages through everything where per_page is -1');
    });

    it(`makes, edits and deletes one of ${base}`, async () => {
      const { resolve, select, dispatch } = await storeFor(service.authorization);
      const shown = kind === 'postType' ? 'title' : 'name';
      const fresh = {
        [shown]: 'By core-data',
        ...(kind === 'postType' ? { status: 'draft' } : {}),
        ...(name === 'user' ? { username: 'bycoredata', email: 'bycoredata@site.test', password: 'a b c' } : {}),
      };
      const made = await dispatch.saveEntityRecord(kind, name, fresh, { throwOnError: true });
      assert.ok(made.id > 0);
      await resolve.getEntityRecord(kind, name, made.id);
      await dispatch.editEntityRecord(kind, name, made.id, { [shown]: 'Edited by core-data' });
      assert.equal(select.hasEditsForEntityRecord(kind, name, made.id), true);
      assert.equal(select.getEditedEntityRecord(kind, name, made.id)[shown], 'Edited by core-data');
      await dispatch.saveEditedEntityRecord(kind, name, made.id, { throwOnError: true });
      assert.equal(select.hasEditsForEntityRecord(kind, name, made.id), false);
      const stored = (await service.ask('GET', `/cms/v2/${base}/${made.id}?context=edit`)).body;
      assert.equal(stored[shown].raw ?? stored[shown], 'Edited by core-data');
      const way = name === 'user' ? { force: true, reassign: 1 } : { force: true };
      await dispatch.deleteEntityRecord(kind, name, made.id, way, { throwOnError: true });
      assert.equal((await service.ask('GET', `/cms/v2/${base}/${made.id}`)).status, 404);
    });

    it(`asks what people may do with ${base}`, async () => {
      const [first] = (await service.ask('GET', `/cms/v2/${base}?per_page=1`)).body;
      const may = async (person: string) => {
        const { resolve } = await storeFor(person);
        const answers: boolean[] = [];
        for (const action of ['create', 'read', 'update', 'delete']) answers.push(await resolve.canUser(action, base));
        for (const action of ['read', 'update', 'delete']) answers.push(await resolve.canUser(action, base, first.id));
        return answers;
      };
      const whole = [true, true, false, false];
      assert.deepEqual(await may(service.authorization), [...whole, true, true, true]);
      assert.deepEqual(await may(contributor), [
        name === 'post' || name === 'post_tag',
        ...whole.slice(1),
        true,
        false,
        false,
      ]);
    });
  }

  it('reads what the site is and who writes in it', async () => {
    const { resolve } = await storeFor(service.authorization);
    const site = await resolve.getEntityRecord('root', '__unstableBase');
    assert.equal(site.name, (await service.read('/')).body.name);
    const names = (await resolve.getAuthors({})).map(({ name }: { name: string }) => name);
    assert.ok(names.includes('admin') && names.includes('casual'), names.join());
  });

  it('knows who is signed in, and tells what was refused', async () => {
    const { resolve, dispatch } = await storeFor(contributor);
    assert.equal((await resolve.getCurrentUser()).name, 'casual');
    const refused = dispatch.saveEntityRecord('taxonomy', 'category', { name: 'Not mine' }, { throwOnError: true });
    await assert.rejects(refused, { code: 'rest_cannot_create' });
  });
});
