import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestBackup, newFolder, responsesOf, restoreInto } from '../../test/backup-site.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { createImage, type MediaSite, openMediaSite } from '../../test/media-site.ts';
import { keys, startS3ForTests } from '../../test/s3.ts';
import { findPendingMigrations, migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { openDatabase } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import { eventsAfter, lastPosition } from '../events/store.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { openS3Store } from '../files/s3-store.ts';
import { findExtensionVersions, listServiceTables } from './tables.ts';

/** Creates records of every kind on a site. */
async function fill(site: MediaSite): Promise<void> {
  const tag = await site.create('/cms/v2/tags', { name: 'Ärger & "Quotes"' });
  const page = await site.create('/cms/v2/pages', {
    title: 'Above',
    status: 'publish',
    content: '<p>ünï \u{1F600}</p>',
  });
  await site.create('/cms/v2/pages', { title: 'Below', status: 'private', parent: page.id });
  const post = await site.create('/cms/v2/posts', { title: 'A post', status: 'publish', tags: [tag.id], sticky: true });
  await site.request('administrator', 'PUT', `/cms/v2/posts/${post.id}`, {
    title: 'Changed',
    content: 'A line\nand a "second".',
  });
  await site.create('/cms/v2/comments', { post: post.id, content: 'Indeed.' });
  await site.create('/sbc/v1/consent', { categories: ['statistics'] });
  await site.upload('administrator', 'a.png', await createImage(600, 400));
  // A name that does not fit into a tar header.
  await site.upload('administrator', `${'long-'.repeat(30)}.png`, await createImage(8, 8));
  const gone = await site.create('/cms/v2/posts', { title: 'The last', status: 'publish' });
  await site.request('administrator', 'DELETE', `/cms/v2/posts/${gone.id}?force=true`);
}

const union = { extensions: ['union'] };
const admin = (site: MediaSite) => site.authorizationOf('administrator') ?? '';

describeEachEngine('a backup', (engine) => {
  /** A site with records of every kind, to which tests may add more. */
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ ...union, database: await engine.open() });
    await fill(site);
  });
  after(() => site.close());

  it('that is restored on an empty machine, with either database engine, gives the same responses', async () => {
    const before = await responsesOf(site.service, admin(site));
    assert.ok(
      Object.values(before).filter((each) => each.startsWith('200 [{')).length > 20,
      'the comparison covers many responses',
    );
    const backup = await createTestBackup(site.database, site.service.media.files);
    const databases = [await engine.open(), await openDatabase({ kind: 'memory' })];
    for (const database of databases) {
      const folder = await newFolder();
      const restored = await restoreInto(database, await openDiskStore(folder), backup);
      assert.deepEqual(await responsesOf(restored, admin(site)), before);
      const there = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png'));
      assert.deepEqual(there.sort(), await site.storedPaths());
      restored.mediaWorkers.close();
    }
  });

  it('contains every table that migrations create', async () => {
    const every = (
      await site.database.read.all(
        statement((q) => q.dialect.contents.tables()),
        {},
      )
    ).map(({ name }) => name);
    const ours = await listServiceTables(
      site.database.read,
      Object.keys(await findExtensionVersions(site.database.read)),
    );
    assert.deepEqual(ours.sort(), every.sort());
  });

  it('continues the sequences of IDs', async () => {
    const backup = await createTestBackup(site.database, site.service.media.files);
    const next = (await site.create('/cms/v2/posts', { title: 'Next', status: 'publish' })).id;
    const database = await engine.open();
    await restoreInto(database, await openDiskStore(await newFolder()), backup);
    const again = await openMediaSite({ ...union, database });
    assert.equal((await again.create('/cms/v2/posts', { title: 'Next', status: 'publish' })).id, next);
    assert.deepEqual(
      (await again.request('anonymous', 'GET', '/cms/v2/posts?search=hanged')).body.length,
      1,
      'search finds it',
    );
    await again.close();
  });

  it('is a consistent snapshot while other requests write', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    const acknowledged: number[] = [];
    let writing = true;
    const write = async () => {
      while (writing) {
        const { id } = await site.create('/cms/v2/posts', {
          title: 'Written',
          content: 'x'.repeat(4000),
          status: 'publish',
        });
        acknowledged.push(id);
        await yieldToEventLoop();
      }
    };
    const writers = [write(), write(), write(), write()];
    while (acknowledged.length < 20) await new Promise((later) => setTimeout(later, 10));
    const acknowledgedBefore = acknowledged.length;
    const backup = await createTestBackup(site.database, site.service.media.files);
    writing = false;
    await Promise.all(writers);
    const database = await engine.open();
    const restored = await restoreInto(database, await openDiskStore(await newFolder()), backup);
    const posts = await database.read.all(
      statement(() => sql<{ id: number }>`select id from ${sql.table('entries')} where title = 'Written'`),
      {},
    );
    const there = new Set(posts.map(({ id }) => id));
    assert.deepEqual(
      acknowledged.slice(0, acknowledgedBefore).filter((id) => !there.has(id)),
      [],
      'it contains everything acknowledged before',
    );
    const [{ n, terms } = { n: 0, terms: 0 }] = await database.read.all(
      statement(
        () => sql<{ n: number; terms: number }>`select
          (select n from ${sql.table('entry_counts')} where type = 'post' and status = 'publish' and author = -1) as n,
          (select count(*) from ${sql.table('entry_terms')} join ${sql.table('entries')} on id = entry_id where title = 'Written') as terms`,
      ),
      {},
    );
    assert.deepEqual([n, terms], [there.size + 1, there.size], 'counters and terms are from the same snapshot');
    restored.mediaWorkers.close();
    await site.close();
  });

  it('replaces the data of a running service', async () => {
    const before = await responsesOf(site.service, admin(site));
    const backup = await createTestBackup(site.database, site.service.media.files);
    const files = await site.storedPaths();
    const { id } = await site.create('/cms/v2/posts', { title: 'Later', status: 'publish' });
    await site.upload('administrator', 'later.png', await createImage(8, 8));
    const [media] = (await site.request('administrator', 'GET', '/cms/v2/media?search=long')).body;
    await site.request('administrator', 'DELETE', `/cms/v2/media/${media.id}?force=true`);
    await site.request('administrator', 'POST', '/cms/v2/settings', { title: 'Another title' });
    assert.notDeepEqual(await responsesOf(site.service, admin(site)), before);
    const sessions = statement(() => sql<{ n: number }>`select count(*) as n from ${sql.table('sessions')}`);
    await site.database.schemaChange((tx) =>
      tx.execute(`insert into sessions (id, user_id, token_hash, created, last_seen, expires, address, agent)
        values ('a', ${site.ids.editor}, 'b', '', '', '2099-01-01T00:00:00', '', '')`),
    );
    const lock = '/octavo/v1/locks';
    assert.equal((await site.request('editor', 'POST', `${lock}/1`)).body.user, site.ids.editor);
    await assignAllPositions(site.database);
    const position = await lastPosition(site.database.read);
    await restoreInto(site.database, site.service.media.files, backup);
    await assignAllPositions(site.database);
    const [restored, ...more] = await eventsAfter(site.database.read, position, 10);
    assert.deepEqual(
      [restored?.kind, restored?.position, more.length],
      ['site.restored', position + 1, 0],
      'it is announced by an event',
    );
    assert.equal((await site.database.read.first(sessions, {}))?.n, 0, 'all sessions end');
    assert.deepEqual((await site.request('editor', 'GET', `${lock}?entries=1`)).body, [], 'there are no edit locks');
    assert.deepEqual(await responsesOf(site.service, admin(site)), before);
    assert.ok((await site.create('/cms/v2/posts', { title: 'Latest' })).id > id, 'no ID is assigned twice');
    const claimed = await site.referencedPaths();
    assert.ok(
      claimed.includes(files[0] ?? '') && claimed.some((each) => each.includes('later')),
      'claimed for the file cleanup',
    );
    assert.deepEqual(
      (await site.storedPaths()).filter((each) => !each.includes('later')),
      files,
    );
    const [auditEvent] = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=backup-restored'))
      .body;
    assert.equal(auditEvent?.object_id, 'backup', 'the audit log records the restore');
  });

  it('of another site is rejected unless the option foreign is set', async () => {
    const [site, other] = [
      await openMediaSite(union),
      await openMediaSite({ ...union, database: await engine.open() }),
    ];
    const backup = await createTestBackup(site.database, site.service.media.files);
    const before = await responsesOf(other.service, admin(other));
    await assert.rejects(restoreInto(other.database, other.service.media.files, backup), {
      name: 'BackupIncompatible',
      reason: 'foreign',
    });
    assert.deepEqual(await responsesOf(other.service, admin(other)), before);
    const restored = await restoreInto(other.database, other.service.media.files, backup, true);
    assert.deepEqual(await responsesOf(restored, admin(site)), await responsesOf(site.service, admin(site)));
    await site.close();
    await other.close();
  });

  it('of an older version is migrated', async () => {
    const oldDatabase = await openDatabase({ kind: 'memory' });
    await migrate(
      oldDatabase,
      migrations.filter(({ number }) => number <= 7 || number === 13),
    );
    await oldDatabase.schemaChange((tx) =>
      tx.execute(`insert into settings (name, value) values ('title', '"An old site"');
        insert into media_files (path, entry_id, claimed) values ('a.png', null, 7)`),
    );
    await oldDatabase.schemaChange((tx) => tx.execute('delete from migrations where number > 7'));
    const backup = await createTestBackup(oldDatabase, await openDiskStore(await newFolder()));
    const database = await engine.open();
    const restored = await restoreInto(database, await openDiskStore(await newFolder()), backup);
    assert.equal(restored.settings.values.title, 'An old site');
    assert.deepEqual(await findPendingMigrations(database.read, [{ migrations }]), []);
    await oldDatabase.close();
  });

  it('leaves everything unchanged when the restore is aborted', async () => {
    const backup = await createTestBackup(site.database, site.service.media.files);
    const before = await responsesOf(site.service, admin(site));
    const { restoreBackup } = await import('./restore-backup.ts');
    const { loadTestExtensions } = await import('../../test/backup-site.ts');
    const { commandLine } = await import('../audit/record-event.ts');
    for (const until of [0.1, 0.5, 0.8]) {
      const stop = new AbortController();
      const onProgress = (done: number) => done >= until && stop.abort(new Error('stopped'));
      const restoreDeps = {
        database: site.database,
        files: site.service.media.files,
        extensions: await loadTestExtensions(),
        clock: Date.now,
      };
      const restoreOptions = { auditActor: commandLine, signal: stop.signal, onProgress };
      await assert.rejects(restoreBackup(restoreDeps, backup, restoreOptions), /stopped/);
      assert.deepEqual(await responsesOf(site.service, admin(site)), before);
    }
    await site.create('/cms/v2/posts', { title: 'Still writing' });
  });
});

describe('a backup with files in a bucket', () => {
  it('contains these files, and restores them into another bucket or a folder', async () => {
    const [one, two] = [await startS3ForTests(), await startS3ForTests()];
    const bucket = async ({ endpoint }: { endpoint: string }) =>
      openS3Store({ endpoint, region: 'here', bucket: 'b', prefix: '', ...keys }, path.join(await newFolder(), 'work'));
    const files = await bucket(one);
    const site = await openMediaSite({ ...union, wrapStore: () => files });
    await site.upload('administrator', 'a.png', await createImage(40, 40));
    const backup = await createTestBackup(site.database, files);
    const folder = await newFolder();
    for (const store of [await bucket(two), await openDiskStore(folder)]) {
      const restored = await restoreInto(await openDatabase({ kind: 'memory' }), store, backup);
      restored.mediaWorkers.close();
    }
    assert.deepEqual([...two.objects.keys()], [...one.objects.keys()]);
    assert.ok([...one.objects].every(([name, { bytes }]) => two.objects.get(name)?.bytes.equals(bytes)));
    assert.equal(
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png')).length,
      one.objects.size,
    );
    await site.close();
    one.close();
    two.close();
  });
});
