// Every kind of record that the data layer of the block editor knows, unmodified and in plain Node: lists and records are
// resolved, made, edited, saved and deleted, or refused as the contract refuses them, for an administrator and a contributor.
// The kinds are asked of the data layer, so one that it loads and nobody has looked at is found.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { newFolder, type Service, startService } from '../faults/service-process.ts';
import { signUp } from './imported-service.ts';

const require = createRequire(import.meta.url);
const coreData = require('@wordpress/core-data');
const requireBeside = createRequire(require.resolve('@wordpress/core-data'));
const { createRegistry } = requireBeside('@wordpress/data');
const apiFetch = requireBeside('@wordpress/api-fetch').default;
Object.assign(globalThis, { window: { fetch } });

/** What somebody may do: create, read, update and delete, by their first letters. */
type Rights = string;

interface Row {
  /** What is sent for a new one, and what is changed of it then; absent: none can be made by saving a record. */
  readonly made?: { readonly fresh: object; readonly change: object; readonly way?: object };
  /** The code with which a new one is refused; absent: it is made. */
  readonly refusesNew?: string;
  /** A record that is there, by its key; absent: the one that was made. */
  readonly there?: () => Promise<number | string>;
  /** What is changed of the one that is there, and a member that is equal afterwards. */
  readonly change?: object;
  /** The code with which the list is refused to everybody, in place of being resolved. */
  readonly refusesList?: string;
  /** One record and no collection. */
  readonly single?: true;
  /** Whoever signs in may make one, though OPTIONS does not tell so (protocol.md §9.1). */
  readonly open?: true;
  /** What of the collection the administrator and the contributor may do, as `OPTIONS` tells. */
  readonly rights: readonly [administrator: Rights, contributor: Rights];
  /** The code with which the contributor's list is refused in the edit context; absent: it is resolved. */
  readonly contributor?: string;
}

const forced = { force: true };
const text = (name: string) => ({
  made: { fresh: { title: name, content: 'Text', status: 'draft' }, change: { title: `${name}, edited` } },
});
const term = (name: string) => ({ made: { fresh: { name }, change: { name: `${name}, edited` } } });
const template = (slug: string) => ({
  made: { fresh: { slug, title: slug, content: 'Text' }, change: { title: `${slug}, edited` } },
  rights: ['CR', 'R'] as const,
});
const unmade = 'rest_no_route';

describe('@wordpress/core-data: every kind of record', () => {
  let service: Service;
  let contributor: string;
  let authorization: string;
  let file = 0;
  let styles = 0;
  before(async () => {
    const data = await newFolder();
    await writeFile(path.join(data, 'octavo.config.ts'), `export default { menuLocations: { header: 'Above' } };\n`);
    service = await startService({ data });
    contributor = await signUp(service, 'casual', 'contributor');
    authorization = service.authorization;
    apiFetch.use(apiFetch.createRootURLMiddleware(`${service.origin}/wp-json/`));
    apiFetch.use((options: { headers?: object }, next: (options: object) => unknown) =>
      next({ ...options, headers: { ...options.headers, Authorization: authorization } }),
    );
    file = await upload();
    const { body } = await service.ask('GET', '/cms/v2/themes?status=active');
    styles = Number(/\d+$/.exec(body[0]._links['cms:user-global-styles'][0].href)?.[0]);
  });

  async function upload(): Promise<number> {
    const answer = await fetch(`${service.origin}/rest/cms/v2/media`, {
      method: 'POST',
      headers: {
        Authorization: service.authorization,
        'Content-Type': 'text/plain',
        'Content-Disposition': 'attachment; filename=a-file.txt',
      },
      body: 'Some text.',
    });
    assert.equal(answer.status, 201);
    return ((await answer.json()) as { id: number }).id;
  }

  function storeFor(person: string) {
    authorization = person;
    const registry = createRegistry();
    registry.register(coreData.store);
    return {
      resolve: registry.resolveSelect(coreData.store),
      select: registry.select(coreData.store),
      dispatch: registry.dispatch(coreData.store),
    };
  }

  const media = {
    there: async () => file,
    rights: ['CR', 'R'],
  } as const;
  const globalStyles = {
    there: async () => styles,
    refusesList: unmade,
    rights: ['', ''],
  } as const;

  /** All kinds by name. A kind that is loaded and not here is looked at as far as it can be without knowing it. */
  const rows: Readonly<Record<string, Row>> = {
    'root site': { single: true, change: { description: 'Edited by core-data' }, rights: ['CRU', ''] },
    'root postType': { there: async () => 'page', rights: ['R', 'R'] },
    'root taxonomy': { there: async () => 'category', rights: ['R', 'R'] },
    'root media': { ...media, change: { caption: 'Edited by core-data' } },
    'root sidebar': { rights: ['R', ''], contributor: 'rest_cannot_manage_widgets' },
    'root widget': {
      made: { fresh: { id_base: 'text', sidebar: 'sidebar-1' }, change: {} },
      refusesNew: 'rest_invalid_widget',
      rights: ['CR', ''],
      contributor: 'rest_cannot_manage_widgets',
    },
    'root widgetType': { rights: ['R', ''], contributor: 'rest_cannot_manage_widgets' },
    'root user': {
      made: {
        fresh: { username: 'bycoredata', email: 'bycoredata@site.test', password: 'a b c' },
        change: { first_name: 'Edited' },
        way: { force: true, reassign: 1 },
      },
      rights: ['CR', 'R'],
      contributor: 'rest_forbidden_context',
    },
    'root comment': {
      open: true,
      made: { fresh: { post: 1, content: 'By core-data' }, change: { content: 'Edited by core-data' } },
      rights: ['R', 'R'],
      contributor: 'rest_forbidden_context',
    },
    'root menu': { ...term('A menu'), rights: ['CR', 'R'], contributor: 'rest_forbidden_context' },
    'root menuItem': {
      made: { fresh: { title: 'An item', url: 'https://example.com/' }, change: { title: 'Edited' } },
      rights: ['CR', 'R'],
      contributor: 'rest_forbidden_context',
    },
    'root menuLocation': { there: async () => 'header', rights: ['R', ''], contributor: 'rest_cannot_view' },
    'root globalStyles': { ...globalStyles, change: { title: 'Edited by core-data' } },
    'root theme': { there: async () => 'quarto', rights: ['R', ''], contributor: 'rest_cannot_view_themes' },
    'root plugin': { rights: ['R', ''], contributor: 'rest_cannot_view_plugins' },
    'postType post': { ...text('A post'), rights: ['CR', 'CR'] },
    'postType page': { ...text('A page'), rights: ['CR', 'R'], contributor: 'rest_forbidden_context' },
    'postType attachment': { ...media, change: { title: 'Edited again' } },
    'postType nav_menu_item': {
      made: { fresh: { title: 'An item', url: 'https://example.com/' }, change: { title: 'Edited' } },
      rights: ['CR', 'R'],
      contributor: 'rest_forbidden_context',
    },
    'postType wp_block': { ...text('A block'), rights: ['CR', 'R'] },
    'postType wp_template': template('by-core-data'),
    'postType wp_template_part': template('part-by-core-data'),
    'postType wp_global_styles': { ...globalStyles, change: { title: 'Edited again' } },
    'postType wp_navigation': { ...text('A navigation'), rights: ['CR', 'R'], contributor: 'rest_forbidden_context' },
    'taxonomy category': { ...term('A category'), rights: ['CR', 'R'], contributor: 'rest_forbidden_context' },
    'taxonomy post_tag': { ...term('A tag'), rights: ['CR', 'CR'], contributor: 'rest_forbidden_context' },
    'taxonomy nav_menu': { ...term('Another menu'), rights: ['CR', 'R'], contributor: 'rest_forbidden_context' },
    'taxonomy wp_pattern_category': {
      ...term('A group'),
      rights: ['CR', 'CR'],
      contributor: 'rest_forbidden_context',
    },
  };

  interface Kind {
    readonly kind: string;
    readonly name: string;
    readonly key?: string;
    readonly baseURL: string;
    readonly plural?: string;
  }

  /** The kinds that the data layer has of itself, and those that it makes of what it is told of types and taxonomies. */
  async function everyKind(): Promise<Kind[]> {
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

  it('reads what the site is, which is no collection', async () => {
    const { resolve } = storeFor(service.authorization);
    const site = await resolve.getEntityRecord('root', '__unstableBase');
    assert.equal(site.name, (await service.read('/')).body.name);
  });

  it('resolves every list, or is refused as the contract says', async () => {
    const kinds = (await everyKind()).filter(({ name }) => name !== '__unstableBase');
    assert.deepEqual(
      Object.keys(rows).filter((row) => !kinds.some(({ kind, name }) => row === `${kind} ${name}`)),
      [],
    );
    for (const { kind, name } of kinds) {
      const row = rows[`${kind} ${name}`];
      if (row?.single) continue;
      for (const [person, refusal] of [
        [service.authorization, row?.refusesList],
        [contributor, row?.refusesList ?? row?.contributor],
      ] as const) {
        const code = await codeOf(storeFor(person).resolve.getEntityRecords(kind, name));
        // Of a kind that has no row nothing is known but that it must not break.
        if (row) assert.equal(code, refusal, `${kind} ${name}`);
        else assert.ok(code === undefined || /^rest_/.test(code), `${kind} ${name}: ${code}`);
      }
    }
  });

  it('knows what people may do with every collection', async () => {
    for (const { kind, name, baseURL } of await everyKind()) {
      const row = rows[`${kind} ${name}`];
      if (!row) continue;
      const resource = baseURL.replace('/wp/v2/', '');
      for (const [at, person] of [service.authorization, contributor].entries()) {
        const { resolve } = storeFor(person);
        let may = '';
        for (const action of ['create', 'read', 'update', 'delete'])
          if (await resolve.canUser(action, resource)) may += action.charAt(0).toUpperCase();
        assert.equal(may, row.rights[at], `${kind} ${name}, ${at === 0 ? 'administrator' : 'contributor'}`);
      }
    }
  });

  it('makes, edits, saves and deletes a record of every kind that can be made', async () => {
    for (const { kind, name, key = 'id' } of await everyKind()) {
      const { made: plan, refusesNew } = rows[`${kind} ${name}`] ?? {};
      if (!plan) continue;
      const { resolve, select, dispatch } = storeFor(service.authorization);
      const where = `${kind} ${name}`;
      const saving = dispatch.saveEntityRecord(kind, name, plan.fresh, { throwOnError: true });
      if (refusesNew) {
        assert.equal(await codeOf(saving), refusesNew, where);
        continue;
      }
      const { [key]: id } = await saving;
      assert.ok(id, where);
      assert.equal((await resolve.getEntityRecord(kind, name, id))[key], id, where);
      await editAndSave({ resolve, select, dispatch }, kind, name, id, plan.change);
      await dispatch.deleteEntityRecord(kind, name, id, plan.way ?? forced, { throwOnError: true });
      const gone = await codeOf(storeFor(service.authorization).resolve.getEntityRecord(kind, name, id));
      assert.match(gone ?? 'nothing', /invalid|not_found/, where);
    }
  });

  it('edits and saves a record of every kind that is there without being made', async () => {
    for (const { kind, name } of await everyKind()) {
      const { there, change } = rows[`${kind} ${name}`] ?? {};
      if (!there && !change) continue;
      const store = storeFor(service.authorization);
      const id = await there?.();
      const record = await store.resolve.getEntityRecord(kind, name, id);
      assert.ok(record, `${kind} ${name}`);
      if (change) await editAndSave(store, kind, name, id, change);
    }
  });

  it('is refused what a contributor may not do, and nothing is changed', async () => {
    for (const { kind, name } of await everyKind()) {
      const { made: plan, rights, open } = rows[`${kind} ${name}`] ?? {};
      if (!plan || open || rights?.[1].includes('C')) continue;
      const { dispatch } = storeFor(contributor);
      const code = await codeOf(dispatch.saveEntityRecord(kind, name, { ...plan.fresh }, { throwOnError: true }));
      assert.match(code ?? 'made', /cannot|forbidden/, `${kind} ${name}`);
    }
  });

  type Store = ReturnType<typeof storeFor>;

  /** Changes a record in the store, saves it, and finds it changed by somebody who knows nothing yet. */
  async function editAndSave(store: Store, kind: string, name: string, id: unknown, change: object): Promise<void> {
    const where = `${kind} ${name}`;
    await store.resolve.getEntityRecord(kind, name, id);
    await store.dispatch.editEntityRecord(kind, name, id, change);
    assert.equal(store.select.hasEditsForEntityRecord(kind, name, id), true, where);
    await store.dispatch.saveEditedEntityRecord(kind, name, id, { throwOnError: true });
    assert.equal(store.select.hasEditsForEntityRecord(kind, name, id), false, where);
    const stored = await storeFor(service.authorization).resolve.getEntityRecord(kind, name, id);
    for (const [member, value] of Object.entries(change))
      assert.equal(stored[member].raw ?? stored[member], value, `${where}: ${member}`);
  }
});
