// Tests the block editor's unmodified data layer in plain Node: it reads lists and records, page by page, edits, saves and
// deletes records, and reads permissions.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { InProcessService } from '../service-in-process.ts';
import { connectDataLayer, openStore } from './data-layer.ts';
import { createUser, startImportedService } from './imported-service.ts';

/**
 * Entities that the data layer derives from `types` and `taxonomies`. They are added to the data layer if the service does not
 * have these routes.
 */
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
  let service: InProcessService;
  let contributor: string;
  let disconnect: () => void;
  before(async () => {
    ({ service } = await startImportedService());
    contributor = await createUser(service, 'casual', 'contributor');
    await service.request('POST', '/cms/v2/pages', { title: 'A page', status: 'publish' });
    await service.request('POST', '/cms/v2/tags', { name: 'A tag' });
    disconnect = connectDataLayer(service);
  });
  after(() => disconnect());
  after(() => service.close());

  /** Opens a new, empty store that sends requests as a user. */
  async function storeFor(authorizationHeader: string) {
    const store = openStore(authorizationHeader);
    if ((await service.read('/cms/v2/types')).status === 404) store.dispatch.addEntities(kinds);
    return store;
  }

  for (const [kind, name, base] of entities) {
    it(`reads lists and records of ${base}`, async () => {
      const { resolve, select } = await storeFor(service.authorization);
      const query = { per_page: 2, page: 1, context: 'edit' };
      const records = await resolve.getEntityRecords(kind, name, query);
      const listed = (await service.request('GET', `/cms/v2/${base}?per_page=2&context=edit`)).body;
      assert.ok(records.length > 0);
      assert.deepEqual(
        records.map(({ id }: { id: number }) => id),
        listed.map(({ id }: { id: number }) => id),
      );
      const record = await resolve.getEntityRecord(kind, name, records[0].id);
      assert.equal(record.id, records[0].id);
      assert.ok('meta' in record, 'the record is read in the edit context');
      assert.deepEqual(select.getEntityRecord(kind, name, records[0].id), record);
      const all = await resolve.getEntityRecords(kind, name, { per_page: -1, _fields: 'id' });
      const { headers } = await service.request('GET', `/cms/v2/${base}?per_page=1`);
      assert.equal(all.length, Number(headers.get('x-cms-total')), 'per_page=-1 pages through the whole list');
    });

    it(`creates, edits and deletes a record of ${base}`, async () => {
      const { resolve, select, dispatch } = await storeFor(service.authorization);
      const titleProperty = kind === 'postType' ? 'title' : 'name';
      const fields = {
        [titleProperty]: 'By core-data',
        ...(kind === 'postType' ? { status: 'draft' } : {}),
        ...(name === 'user' ? { username: 'bycoredata', email: 'bycoredata@site.test', password: 'a b c' } : {}),
      };
      const made = await dispatch.saveEntityRecord(kind, name, fields, { throwOnError: true });
      assert.ok(made.id > 0);
      await resolve.getEntityRecord(kind, name, made.id);
      await dispatch.editEntityRecord(kind, name, made.id, { [titleProperty]: 'Edited by core-data' });
      assert.equal(select.hasEditsForEntityRecord(kind, name, made.id), true);
      assert.equal(select.getEditedEntityRecord(kind, name, made.id)[titleProperty], 'Edited by core-data');
      await dispatch.saveEditedEntityRecord(kind, name, made.id, { throwOnError: true });
      assert.equal(select.hasEditsForEntityRecord(kind, name, made.id), false);
      const stored = (await service.request('GET', `/cms/v2/${base}/${made.id}?context=edit`)).body;
      assert.equal(stored[titleProperty].raw ?? stored[titleProperty], 'Edited by core-data');
      const deleteOptions = name === 'user' ? { force: true, reassign: 1 } : { force: true };
      await dispatch.deleteEntityRecord(kind, name, made.id, deleteOptions, { throwOnError: true });
      assert.equal((await service.request('GET', `/cms/v2/${base}/${made.id}`)).status, 404);
    });

    it(`reads the permissions for ${base}`, async () => {
      const [first] = (await service.request('GET', `/cms/v2/${base}?per_page=1`)).body;
      const permissionsOf = async (authorizationHeader: string) => {
        const { resolve } = await storeFor(authorizationHeader);
        const decisions: boolean[] = [];
        for (const action of ['create', 'read', 'update', 'delete'])
          decisions.push(await resolve.canUser(action, base));
        for (const action of ['read', 'update', 'delete'])
          decisions.push(await resolve.canUser(action, base, first.id));
        return decisions;
      };
      const whole = [true, true, false, false];
      assert.deepEqual(await permissionsOf(service.authorization), [...whole, true, true, true]);
      assert.deepEqual(await permissionsOf(contributor), [
        name === 'post' || name === 'post_tag',
        ...whole.slice(1),
        true,
        false,
        false,
      ]);
    });
  }

  it('reads the site and its authors', async () => {
    const { resolve } = await storeFor(service.authorization);
    const site = await resolve.getEntityRecord('root', '__unstableBase');
    assert.equal(site.name, (await service.read('/')).body.name);
    const names = (await resolve.getAuthors({})).map(({ name }: { name: string }) => name);
    assert.ok(names.includes('admin') && names.includes('casual'), names.join());
  });

  it('reads the current user, and reports API errors', async () => {
    const { resolve, dispatch } = await storeFor(contributor);
    assert.equal((await resolve.getCurrentUser()).name, 'casual');
    const saving = dispatch.saveEntityRecord('taxonomy', 'category', { name: 'Not mine' }, { throwOnError: true });
    await assert.rejects(saving, { code: 'rest_cannot_create' });
  });
});
