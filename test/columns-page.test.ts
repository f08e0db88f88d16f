// Follows "Add a column" of docs/content-types.md in a copy of the repository, and adds a column of each other table in the same way.
// That this needs no further changes is checked by the type check in content-types-page.test.ts.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Database } from '../server/database/handle.ts';
import type * as openModule from '../server/database/open.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import type * as generateModule from '../server/generate/generate-site.ts';
import { toText } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import type * as importModule from '../server/import/import-site.ts';
import { columnsOfOtherTables } from './added-columns.ts';
import type * as siteForBackups from './backup-site.ts';
import { createTestBackup } from './backup-site.ts';
import { describeEachEngine } from './engines.ts';
import type * as recordsForImports from './import/records.ts';
import type * as siteForImports from './import/site.ts';
import * as mediaSite from './media-site.ts';
import { blocksOf, type PageBlock } from './page-blocks.ts';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';

const blocks: readonly PageBlock[] = [
  ...blocksOf('docs/content-types.md').filter(
    ({ file }) => file === 'contract/columns.ts' || file.includes('subtitles'),
  ),
  ...columnsOfOtherTables,
];

let copy: RepositoryCopy;
/** Modules of the copy. */
let open: typeof openModule;
let media: typeof mediaSite;
let backups: typeof siteForBackups;
let sites: typeof siteForImports;
let records: typeof recordsForImports;
let importer: typeof importModule;
let generator: typeof generateModule;
before(async () => {
  copy = copyRepository(blocks);
  const load = async <T>(file: string) => (await copy.importModule(file)) as T;
  open = await load('server/database/open.ts');
  media = await load('test/media-site.ts');
  backups = await load('test/backup-site.ts');
  sites = await load('test/import/site.ts');
  records = await load('test/import/records.ts');
  importer = await load('server/import/import-site.ts');
  generator = await load('server/generate/generate-site.ts');
});
after(() => copy.remove());

/** A column, and a record of its table: the path of the list, the fields of a new record, and valid and invalid values. */
interface ColumnCase {
  readonly path: string;
  readonly column: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly initial: unknown;
  readonly values: readonly [unknown, unknown];
  readonly invalid: unknown;
}

describeEachEngine('added columns', (engine) => {
  const databases: Database[] = [];
  /** Opens a new database with the code of the copy. */
  const newDatabase = async (): Promise<Database> => {
    const database = await open.openDatabase(await engine.location());
    databases.push(database);
    return database;
  };
  let site: mediaSite.MediaSite;
  let cases: readonly ColumnCase[];
  before(async () => {
    site = await media.openMediaSite({ database: await newDatabase(), extensions: ['union'] });
    const post = await site.create('/cms/v2/posts', { title: 'Commented', status: 'publish' });
    const user = { username: 'reader', email: 'reader@site.test', password: 'a long password' };
    cases = [
      ...['posts', 'pages'].map((name) => ({
        ...{ path: `/cms/v2/${name}`, column: 'subtitle', fields: { title: 'A', status: 'publish' } },
        ...{ initial: '', values: ['One', 'Two'] as const, invalid: 'x'.repeat(201) },
      })),
      ...['categories', 'tags'].map((name) => ({
        ...{ path: `/cms/v2/${name}`, column: 'icon', fields: { name: 'A' } },
        ...{ initial: 'leaf', values: ['star', ''] as const, invalid: [] },
      })),
      {
        ...{ path: '/cms/v2/users', column: 'newsletter', fields: user },
        ...{ initial: false, values: [true, false], invalid: 'maybe' },
      },
      {
        ...{ path: '/cms/v2/comments', column: 'rating', fields: { post: post.id, content: 'Good' } },
        ...{ initial: 0, values: [4, 2], invalid: 6 },
      },
    ];
  });
  after(async () => {
    assert.deepEqual(site.errors, []);
    await site.close();
    for (const database of databases) await database.close();
  });

  const listed = async (path: string, id: number) => {
    const { body } = await site.request('administrator', 'GET', `${path}?context=edit&include=${id}`);
    return body[0];
  };

  it('are fields and parameters of records', async () => {
    for (const { path, column, fields, initial, values, invalid } of cases) {
      const [first, second] = values;
      const rejected = await site.request('administrator', 'POST', path, { ...fields, [column]: invalid });
      assert.equal(rejected.status, 400, path);
      const created = await site.create(path, { ...fields, [column]: first });
      assert.equal(created[column], first, path);
      const item = `${path}/${created.id}`;
      const update = async (json: object) => (await site.request('administrator', 'POST', item, json)).body[column];
      assert.equal((await listed(path, created.id))[column], first, path);
      assert.equal(await update({ slug: 'changed', content: 'Changed' }), first, `${path} keeps the value`);
      assert.equal(await update({ [column]: second }), second, path);
      const found = await site.request('administrator', 'GET', `${item}?context=edit`);
      assert.deepEqual([found.body[column], (await listed(path, created.id))[column]], [second, second], path);
      const options = await site.request('administrator', 'OPTIONS', path);
      assert.ok(column in options.body.schema.properties, path);
      const other = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? `b${value}` : value]),
      );
      const unset = await site.create(path, { ...other, ...('status' in fields && { status: 'draft' }) });
      assert.equal(unset[column], initial, path);
    }
  });

  it('are fields and parameters of media', async () => {
    const image = await mediaSite.createImage(40, 30);
    const { body: created } = await site.upload('author', 'a.png', image, '?credit=Ada&alt_text=A+boat');
    assert.deepEqual([created.credit, created.alt_text], ['Ada', 'A boat']);
    const item = `/cms/v2/media/${created.id}`;
    const { body: kept } = await site.request('author', 'POST', item, { alt_text: ' A  ship ' });
    assert.deepEqual([kept.credit, kept.alt_text], ['Ada', 'A ship']);
    const { body: changed } = await site.request('author', 'POST', item, { credit: 'Bob' });
    assert.deepEqual([changed.credit, changed.alt_text], ['Bob', 'A ship']);
    const edit = { src: created.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
    const { status, body: edited } = await site.request('author', 'POST', `${item}/edit`, edit);
    assert.deepEqual([status, edited.credit, edited.alt_text], [201, 'Bob', 'A ship']);
    assert.equal((await site.request('anonymous', 'GET', `/cms/v2/media?include=${created.id}`)).body[0].credit, 'Bob');
    assert.equal((await site.upload('author', 'b.png', image)).body.credit, '');
  });

  /** Restores a backup with the code of the copy, and returns the responses to requests by an anonymous caller. */
  const restore = async (backup: string, paths: readonly string[]) => {
    const files = await openDiskStore(await backups.newFolder());
    const service = await backups.restoreInto(await newDatabase(), files, backup);
    const bodies = [];
    for (const path of paths) {
      const { body } = await service.dispatch(makeRequest('GET', path));
      bodies.push(JSON.parse(toText(body ?? 'null')));
    }
    service.mediaWorkers.close();
    return bodies;
  };

  it('are restored from backups', async () => {
    const saved = { title: 'Saved', status: 'publish', subtitle: 'Restored' };
    const post = await site.create('/cms/v2/posts', saved);
    const term = await site.create('/cms/v2/tags', { name: 'Saved', icon: 'disk' });
    const { body: file } = await site.upload('author', 'c.png', await mediaSite.createImage(8, 8), '?credit=Carol');
    const backup = await backups.createTestBackup(site.database, site.service.media.files);
    const paths = [`/cms/v2/posts/${post.id}`, `/cms/v2/tags/${term.id}`, `/cms/v2/media/${file.id}`];
    const [restoredPost, restoredTerm, restoredFile] = await restore(backup, paths);
    assert.deepEqual([restoredPost.subtitle, restoredTerm.icon, restoredFile.credit], ['Restored', 'disk', 'Carol']);
  });

  it('have the default of the migration after a backup without them is restored', async () => {
    const old = await mediaSite.openMediaSite({ extensions: ['union'] });
    const post = await old.create('/cms/v2/posts', { title: 'Old', status: 'publish' });
    const term = await old.create('/cms/v2/tags', { name: 'Old' });
    const backup = await createTestBackup(old.database, old.service.media.files);
    await old.close();
    const [restoredPost, restoredTerm] = await restore(backup, [`/cms/v2/posts/${post.id}`, `/cms/v2/tags/${term.id}`]);
    assert.deepEqual([restoredPost.title.rendered, restoredPost.subtitle, restoredTerm.icon], ['Old', '', 'leaf']);
  });

  it('are imported from meta fields', async () => {
    const target = await sites.openTestSite(await newDatabase());
    const { itemOf, metaOf, exportOf, categoryOf } = records;
    const termMeta =
      '<wp:termmeta><wp:meta_key>icon</wp:meta_key><wp:meta_value><![CDATA[star]]></wp:meta_value></wp:termmeta>';
    const comment =
      '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_content>Good</wp:comment_content><wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta></wp:comment>';
    const text = exportOf(
      categoryOf('boats', 'Boats').replace('</wp:category>', `${termMeta}</wp:category>`),
      itemOf(1, { title: 'With', post_name: 'with' }, metaOf('subtitle', 'Imported') + comment),
      itemOf(2, { title: 'Invalid', post_name: 'invalid' }, metaOf('subtitle', 'x'.repeat(201))),
      itemOf(3, { title: 'Without', post_name: 'without' }),
    );
    const report = await importer.importSite(target, sites.streamOf(text));
    const get = async (path: string) => (await target.get(path)) as Record<string, unknown>[];
    const subtitles = (await get('/cms/v2/posts?slug=with,invalid,without&orderby=slug&order=asc')).map(
      ({ subtitle }) => subtitle,
    );
    assert.deepEqual(subtitles, ['', 'Imported', '']);
    assert.equal((await get('/cms/v2/categories?slug=boats'))[0]?.icon, 'star');
    assert.deepEqual(
      (await get('/cms/v2/comments')).map(({ rating }) => rating),
      [5],
    );
    const skipped = [...report.examples.keys()].filter((note) => note.includes('subtitle'));
    assert.equal(skipped.length, 1, 'the report names the invalid value');
    assert.ok(!report.metaKeys.entries().some(([key]) => ['subtitle', 'icon', 'rating'].includes(key)));
  });

  it('have their initial value in generated sites', async () => {
    const target = await sites.openTestSite(await newDatabase());
    await generator.generateSite({ ...target, recipe: { seed: 1, posts: 10 } });
    const posts = (await target.get('/cms/v2/posts?per_page=5')) as { subtitle: unknown }[];
    assert.deepEqual(
      posts.map(({ subtitle }) => subtitle),
      ['', '', '', '', ''],
    );
  });
});
