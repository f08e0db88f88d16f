// Tests every entity kind of the block editor's unmodified data layer in plain Node: lists and records are resolved, created,
// edited, saved and deleted, or fail with the errors of the contract, for an administrator and a contributor. The kinds are
// read from the data layer, so new kinds are covered automatically.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type InProcessService, startInProcess } from '../service-in-process.ts';
import { connectDataLayer, openStore as storeFor } from './data-layer.ts';
import { createUser } from './imported-service.ts';

/** First letters of the allowed actions: create, read, update and delete. */
type AllowedActions = string;

interface Row {
  /**
   * Fields of a new record, changes to it, and options for deleting it; absent if the test creates no record.
   */
  readonly creation?: { readonly fields: object; readonly change: object; readonly deleteOptions?: object };
  /** Error code of the attempt to create a record; absent if it succeeds. */
  readonly createError?: string;
  /** Returns the key of an existing record; absent if the test uses the record that it has created. */
  readonly findExisting?: () => Promise<number | string>;
  /** Changes to the existing record. The test asserts that they are stored. */
  readonly change?: object;
  /** Error code of the list for all callers; absent if the list is resolved. */
  readonly listError?: string;
  /** Whether the kind is a single record without a collection. */
  readonly isSingle?: true;
  /** Whether every signed-in user may create a record although OPTIONS does not list POST for them (protocol.md §9.1). */
  readonly isOpenToAll?: true;
  /** Actions allowed on the collection for the administrator and for the contributor, as `OPTIONS` reports them. */
  readonly allowedActions: readonly [administrator: AllowedActions, contributorListError: AllowedActions];
  /** Error code of the contributor's list in the edit context; absent if the list is resolved. */
  readonly contributorListError?: string;
}

const forced = { force: true };
const text = (name: string) => ({
  creation: { fields: { title: name, content: 'Text', status: 'draft' }, change: { title: `${name}, edited` } },
});
const term = (name: string) => ({ creation: { fields: { name }, change: { name: `${name}, edited` } } });
const template = (slug: string) => ({
  creation: { fields: { slug, title: slug, content: 'Text' }, change: { title: `${slug}, edited` } },
  allowedActions: ['CR', 'R'] as const,
});
const noRouteCode = 'rest_no_route';

describe('@wordpress/core-data: every entity kind', () => {
  let service: InProcessService;
  let contributor: string;
  let disconnect: () => void;
  let file = 0;
  let styles = 0;
  before(async () => {
    service = await startInProcess({
      prepare: (data) =>
        writeFile(path.join(data, 'octavo.config.ts'), `export default { menuLocations: { header: 'Above' } };\n`),
    });
    contributor = await createUser(service, 'casual', 'contributor');
    disconnect = connectDataLayer(service);
    file = await upload();
    const { body } = await service.request('GET', '/cms/v2/themes?status=active');
    styles = Number(/\d+$/.exec(body[0]._links['cms:user-global-styles'][0].href)?.[0]);
  });
  after(() => disconnect());
  after(() => service.close());

  async function upload(): Promise<number> {
    const response = await fetch(`${service.origin}/rest/cms/v2/media`, {
      method: 'POST',
      headers: {
        Authorization: service.authorization,
        'Content-Type': 'text/plain',
        'Content-Disposition': 'attachment; filename=a-file.txt',
      },
      body: 'Some text.',
    });
    assert.equal(response.status, 201);
    return ((await response.json()) as { id: number }).id;
  }

  const media = {
    findExisting: async () => file,
    allowedActions: ['CR', 'R'],
  } as const;
  const globalStyles = {
    findExisting: async () => styles,
    listError: noRouteCode,
    allowedActions: ['', ''],
  } as const;

  /** Expectations by entity kind. For other kinds, the test only checks that errors are API errors. */
  const rows: Readonly<Record<string, Row>> = {
    'root site': { isSingle: true, change: { description: 'Edited by core-data' }, allowedActions: ['CRU', ''] },
    'root postType': { findExisting: async () => 'page', allowedActions: ['R', 'R'] },
    'root taxonomy': { findExisting: async () => 'category', allowedActions: ['R', 'R'] },
    'root media': { ...media, change: { caption: 'Edited by core-data' } },
    'root sidebar': { allowedActions: ['R', ''], contributorListError: 'rest_cannot_manage_widgets' },
    'root widget': {
      creation: { fields: { id_base: 'text', sidebar: 'sidebar-1' }, change: {} },
      createError: 'rest_invalid_widget',
      allowedActions: ['CR', ''],
      contributorListError: 'rest_cannot_manage_widgets',
    },
    'root widgetType': { allowedActions: ['R', ''], contributorListError: 'rest_cannot_manage_widgets' },
    'root user': {
      creation: {
        fields: { username: 'bycoredata', email: 'bycoredata@site.test', password: 'a b c' },
        change: { first_name: 'Edited' },
        deleteOptions: { force: true, reassign: 1 },
      },
      allowedActions: ['CR', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'root comment': {
      isOpenToAll: true,
      creation: { fields: { post: 1, content: 'By core-data' }, change: { content: 'Edited by core-data' } },
      allowedActions: ['R', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'root menu': { ...term('A menu'), allowedActions: ['CR', 'R'], contributorListError: 'rest_forbidden_context' },
    'root menuItem': {
      creation: { fields: { title: 'An item', url: 'https://example.com/' }, change: { title: 'Edited' } },
      allowedActions: ['CR', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'root menuLocation': {
      findExisting: async () => 'header',
      allowedActions: ['R', ''],
      contributorListError: 'rest_cannot_view',
    },
    'root globalStyles': { ...globalStyles, change: { title: 'Edited by core-data' } },
    'root theme': {
      findExisting: async () => 'quarto',
      allowedActions: ['R', ''],
      contributorListError: 'rest_cannot_view_themes',
    },
    'root plugin': { allowedActions: ['R', ''], contributorListError: 'rest_cannot_view_plugins' },
    'postType post': { ...text('A post'), allowedActions: ['CR', 'CR'] },
    'postType page': { ...text('A page'), allowedActions: ['CR', 'R'], contributorListError: 'rest_forbidden_context' },
    'postType attachment': { ...media, change: { title: 'Edited again' } },
    'postType nav_menu_item': {
      creation: { fields: { title: 'An item', url: 'https://example.com/' }, change: { title: 'Edited' } },
      allowedActions: ['CR', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'postType wp_block': { ...text('A block'), allowedActions: ['CR', 'R'] },
    'postType wp_template': template('by-core-data'),
    'postType wp_template_part': template('part-by-core-data'),
    'postType wp_global_styles': { ...globalStyles, change: { title: 'Edited again' } },
    'postType wp_navigation': {
      ...text('A navigation'),
      allowedActions: ['CR', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'taxonomy category': {
      ...term('A category'),
      allowedActions: ['CR', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'taxonomy post_tag': {
      ...term('A tag'),
      allowedActions: ['CR', 'CR'],
      contributorListError: 'rest_forbidden_context',
    },
    'taxonomy nav_menu': {
      ...term('Another menu'),
      allowedActions: ['CR', 'R'],
      contributorListError: 'rest_forbidden_context',
    },
    'taxonomy wp_pattern_category': {
      ...term('A group'),
      allowedActions: ['CR', 'CR'],
      contributorListError: 'rest_forbidden_context',
    },
  };

  interface Kind {
    readonly kind: string;
    readonly name: string;
    readonly key?: string;
    readonly baseURL: string;
    readonly plural?: string;
  }

  /** Returns the entity configurations that the data layer defines, and those that it derives from types and taxonomies. */
  async function listKinds(): Promise<Kind[]> {
    const { resolve, select } = storeFor(service.authorization);
    await resolve.getEntityRecords('postType', 'post');
    await resolve.getEntityRecords('taxonomy', 'category');
    return ['root', 'postType', 'taxonomy'].flatMap((kind) => select.getEntitiesConfig(kind) as Kind[]);
  }

  async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
    try {
      await work;
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  }

  it('reads the record of the site, which is not a collection', async () => {
    const { resolve } = storeFor(service.authorization);
    const site = await resolve.getEntityRecord('root', '__unstableBase');
    assert.equal(site.name, (await service.read('/')).body.name);
  });

  it('resolves every list, or reports the error of the contract', async () => {
    const kinds = (await listKinds()).filter(({ name }) => name !== '__unstableBase');
    assert.deepEqual(
      Object.keys(rows).filter((row) => !kinds.some(({ kind, name }) => row === `${kind} ${name}`)),
      [],
    );
    for (const { kind, name } of kinds) {
      const row = rows[`${kind} ${name}`];
      if (row?.isSingle) continue;
      for (const [authorizationHeader, error] of [
        [service.authorization, row?.listError],
        [contributor, row?.listError ?? row?.contributorListError],
      ] as const) {
        const code = await codeOf(storeFor(authorizationHeader).resolve.getEntityRecords(kind, name));
        // The list of a kind without a row may be resolved, or may fail with an API error.
        if (row) assert.equal(code, error, `${kind} ${name}`);
        else assert.ok(code === undefined || /^rest_/.test(code), `${kind} ${name}: ${code}`);
      }
    }
  });

  it('reads the permissions for every collection', async () => {
    for (const { kind, name, baseURL } of await listKinds()) {
      const row = rows[`${kind} ${name}`];
      if (!row) continue;
      const resource = baseURL.replace('/wp/v2/', '');
      for (const [at, authorizationHeader] of [service.authorization, contributor].entries()) {
        const { resolve } = storeFor(authorizationHeader);
        let actions = '';
        for (const action of ['create', 'read', 'update', 'delete'])
          if (await resolve.canUser(action, resource)) actions += action.charAt(0).toUpperCase();
        assert.equal(actions, row.allowedActions[at], `${kind} ${name}, ${at === 0 ? 'administrator' : 'contributor'}`);
      }
    }
  });

  it('creates, edits, saves and deletes a record of every kind that supports it', async () => {
    for (const { kind, name, key = 'id' } of await listKinds()) {
      const { creation: plan, createError } = rows[`${kind} ${name}`] ?? {};
      if (!plan) continue;
      const { resolve, select, dispatch } = storeFor(service.authorization);
      const label = `${kind} ${name}`;
      const saving = dispatch.saveEntityRecord(kind, name, plan.fields, { throwOnError: true });
      if (createError) {
        assert.equal(await codeOf(saving), createError, label);
        continue;
      }
      const { [key]: id } = await saving;
      assert.ok(id, label);
      assert.equal((await resolve.getEntityRecord(kind, name, id))[key], id, label);
      await editAndSave({ resolve, select, dispatch }, kind, name, id, plan.change);
      await dispatch.deleteEntityRecord(kind, name, id, plan.deleteOptions ?? forced, { throwOnError: true });
      const gone = await codeOf(storeFor(service.authorization).resolve.getEntityRecord(kind, name, id));
      assert.match(gone ?? 'nothing', /invalid|not_found/, label);
    }
  });

  it('edits and saves an existing record of every other kind', async () => {
    for (const { kind, name } of await listKinds()) {
      const { findExisting, change } = rows[`${kind} ${name}`] ?? {};
      if (!findExisting && !change) continue;
      const store = storeFor(service.authorization);
      const id = await findExisting?.();
      const record = await store.resolve.getEntityRecord(kind, name, id);
      assert.ok(record, `${kind} ${name}`);
      if (change) await editAndSave(store, kind, name, id, change);
    }
  });

  it("rejects a contributor's forbidden changes", async () => {
    for (const { kind, name } of await listKinds()) {
      const { creation: plan, allowedActions, isOpenToAll } = rows[`${kind} ${name}`] ?? {};
      if (!plan || isOpenToAll || allowedActions?.[1].includes('C')) continue;
      const { dispatch } = storeFor(contributor);
      const code = await codeOf(dispatch.saveEntityRecord(kind, name, { ...plan.fields }, { throwOnError: true }));
      assert.match(code ?? 'made', /cannot|forbidden/, `${kind} ${name}`);
    }
  });

  type Store = ReturnType<typeof storeFor>;

  /** Changes a record in a store, saves it, and asserts with a new store that the change was saved. */
  async function editAndSave(store: Store, kind: string, name: string, id: unknown, change: object): Promise<void> {
    const label = `${kind} ${name}`;
    await store.resolve.getEntityRecord(kind, name, id);
    await store.dispatch.editEntityRecord(kind, name, id, change);
    assert.equal(store.select.hasEditsForEntityRecord(kind, name, id), true, label);
    await store.dispatch.saveEditedEntityRecord(kind, name, id, { throwOnError: true });
    assert.equal(store.select.hasEditsForEntityRecord(kind, name, id), false, label);
    const stored = await storeFor(service.authorization).resolve.getEntityRecord(kind, name, id);
    for (const [property, value] of Object.entries(change))
      assert.equal(stored[property].raw ?? stored[property], value, `${label}: ${property}`);
  }
});
