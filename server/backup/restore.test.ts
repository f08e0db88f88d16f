import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as others } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeEachEngine } from '../../test/engines.ts';
import { type MediaSite, openMediaSite, picture } from '../../test/media-site.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { eventsAfter, lastPosition } from '../events/store.ts';
import { placeAll } from '../events/tell-events.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { keys, openS3ForTests } from '../files/s3-for-tests.ts';
import { openS3Store } from '../files/s3-store.ts';
import { extensionNumbers, ourTables } from './contents.ts';
import { answersOf, backUp, newFolder, restoreInto } from './site-for-tests.ts';

/** Something of everything. */
async function fill(site: MediaSite): Promise<void> {
  const tag = await site.make('/cms/v2/tags', { name: 'Ärger & "Quotes"' });
  const page = await site.make('/cms/v2/pages', { title: 'Above', status: 'publish', content: '<p>ünï \u{1F600}</p>' });
  await site.make('/cms/v2/pages', { title: 'Below', status: 'private', parent: page.id });
  const post = await site.make('/cms/v2/posts', { title: 'A post', status: 'publish', tags: [tag.id], sticky: true });
  await site.ask('administrator', 'PUT', `/cms/v2/posts/${post.id}`, {
    title: 'Changed',
    content: 'A line\nand a "second".',
  });
  await site.make('/cms/v2/comments', { post: post.id, content: 'Indeed.' });
  await site.make('/sbc/v1/consent', { categories: ['statistics'] });
  await site.upload('administrator', 'a.png', await picture(600, 400));
  // A name for which a tar header has no room.
  await site.upload('administrator', `${'long-'.repeat(30)}.png`, await picture(8, 8));
  const gone = await site.make('/cms/v2/posts', { title: 'The last', status: 'publish' });
  await site.ask('administrator', 'DELETE', `/cms/v2/posts/${gone.id}?force=true`);
}

const union = { extensions: ['union'] };
const admin = (site: MediaSite) => site.authorizationOf('administrator') ?? '';

describeEachEngine('a backup', (engine) => {
  it('restored on an empty machine, with either kind of database, answers as the site did', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    await fill(site);
    const before = await answersOf(site.service, admin(site));
    assert.ok(
      Object.values(before).filter((each) => each.startsWith('200 [{')).length > 20,
      'there is much to compare',
    );
    const backup = await backUp(site.database, site.service.media.files);
    for (const database of [await engine.open(), await openDatabase({ kind: 'memory' })]) {
      const folder = await newFolder();
      const restored = await restoreInto(database, await openDiskStore(folder), backup);
      assert.deepEqual(await answersOf(restored, admin(site)), before);
      const there = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png'));
      assert.deepEqual(there.sort(), await site.stored());
      restored.mediaWorkers.close();
    }
    await site.close();
  });

  it('knows every table that migrations have made', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    const every = (
      await site.database.read.all(
        statement((q) => q.dialect.contents.tables()),
        {},
      )
    ).map(({ name }) => name);
    const ours = await ourTables(site.database.read, Object.keys(await extensionNumbers(site.database.read)));
    assert.deepEqual(ours.sort(), every.sort());
    await site.close();
  });

  it('lets numbers go on where they were', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    await fill(site);
    const backup = await backUp(site.database, site.service.media.files);
    const next = (await site.make('/cms/v2/posts', { title: 'Next', status: 'publish' })).id;
    const database = await engine.open();
    await restoreInto(database, await openDiskStore(await newFolder()), backup);
    const again = await openMediaSite({ ...union, database });
    assert.equal((await again.make('/cms/v2/posts', { title: 'Next', status: 'publish' })).id, next);
    assert.deepEqual(
      (await again.ask('anonymous', 'GET', '/cms/v2/posts?search=hanged')).body.length,
      1,
      'search finds it',
    );
    await site.close();
    await again.close();
  });

  it('has one moment, whatever is written while it is made', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    const acknowledged: number[] = [];
    let writing = true;
    const write = async () => {
      while (writing) {
        const { id } = await site.make('/cms/v2/posts', {
          title: 'Written',
          content: 'x'.repeat(4000),
          status: 'publish',
        });
        acknowledged.push(id);
        await others();
      }
    };
    const writers = [write(), write(), write(), write()];
    while (acknowledged.length < 20) await new Promise((later) => setTimeout(later, 10));
    const early = acknowledged.length;
    const backup = await backUp(site.database, site.service.media.files);
    writing = false;
    await Promise.all(writers);
    const database = await engine.open();
    const restored = await restoreInto(database, await openDiskStore(await newFolder()), backup);
    const posts = await database.read.all(
      statement(() => sql<{ id: number }>`select id from entries where title = 'Written'`),
      {},
    );
    const there = new Set(posts.map(({ id }) => id));
    assert.deepEqual(
      acknowledged.slice(0, early).filter((id) => !there.has(id)),
      [],
      'what was acknowledged before is in it',
    );
    const [{ n, terms } = { n: 0, terms: 0 }] = await database.read.all(
      statement(
        () => sql<{ n: number; terms: number }>`select
          (select n from entry_counts where type = 'post' and status = 'publish' and author = -1) as n,
          (select count(*) from entry_terms join entries on id = entry_id where title = 'Written') as terms`,
      ),
      {},
    );
    assert.deepEqual([n, terms], [there.size + 1, there.size], 'counters and terms are of the same moment');
    restored.mediaWorkers.close();
    await site.close();
  });

  it('takes the place of what is there, in a running service', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    await fill(site);
    const before = await answersOf(site.service, admin(site));
    const backup = await backUp(site.database, site.service.media.files);
    const files = await site.stored();
    const { id } = await site.make('/cms/v2/posts', { title: 'Later', status: 'publish' });
    await site.upload('administrator', 'later.png', await picture(8, 8));
    const [media] = (await site.ask('administrator', 'GET', '/cms/v2/media?search=long')).body;
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${media.id}?force=true`);
    await site.ask('administrator', 'POST', '/cms/v2/settings', { title: 'Another title' });
    assert.notDeepEqual(await answersOf(site.service, admin(site)), before);
    const sessions = statement(() => sql<{ n: number }>`select count(*) as n from sessions`);
    await site.database.schemaChange((tx) =>
      tx.execute(`insert into sessions (id, user_id, token_hash, created, last_seen, expires, address, agent)
        values ('a', ${site.ids.editor}, 'b', '', '', '2099-01-01T00:00:00', '', '')`),
    );
    await placeAll(site.database);
    const told = await lastPosition(site.database.read);
    await restoreInto(site.database, site.service.media.files, backup);
    await placeAll(site.database);
    const [restored, ...more] = await eventsAfter(site.database.read, told, 10);
    assert.deepEqual([restored?.kind, restored?.position, more.length], ['site.restored', told + 1, 0], 'it is told');
    assert.equal((await site.database.read.first(sessions, {}))?.n, 0, 'nobody stays signed in');
    assert.deepEqual(await answersOf(site.service, admin(site)), before);
    assert.ok((await site.make('/cms/v2/posts', { title: 'Latest' })).id > id, 'no number is given twice');
    const claimed = await site.known();
    assert.ok(claimed.includes(files[0] ?? '') && claimed.some((each) => each.includes('later')), 'for the sweeper');
    assert.deepEqual(
      (await site.stored()).filter((each) => !each.includes('later')),
      files,
    );
    const [deed] = (await site.ask('administrator', 'GET', '/octavo/v1/audit-log?action=backup-restored')).body;
    assert.equal(deed?.object_id, 'backup', 'the audit log remembers');
    await site.close();
  });

  it('of another site is refused, until that is wanted', async () => {
    const [site, other] = [
      await openMediaSite(union),
      await openMediaSite({ ...union, database: await engine.open() }),
    ];
    const backup = await backUp(site.database, site.service.media.files);
    const before = await answersOf(other.service, admin(other));
    await assert.rejects(restoreInto(other.database, other.service.media.files, backup), {
      name: 'BackupUnfit',
      reason: 'foreign',
    });
    assert.deepEqual(await answersOf(other.service, admin(other)), before);
    const restored = await restoreInto(other.database, other.service.media.files, backup, true);
    assert.deepEqual(await answersOf(restored, admin(site)), await answersOf(site.service, admin(site)));
    await site.close();
    await other.close();
  });

  it('of an older version is brought up to date', async () => {
    const old = await openDatabase({ kind: 'memory' });
    await migrate(
      old,
      migrations.filter(({ number }) => number <= 7 || number === 13),
    );
    await old.schemaChange((tx) =>
      tx.execute(`insert into settings (name, value) values ('title', '"An old site"');
        insert into media_files (path, entry_id, claimed) values ('a.png', null, 7)`),
    );
    await old.schemaChange((tx) => tx.execute('delete from migrations where number > 7'));
    const backup = await backUp(old, await openDiskStore(await newFolder()));
    const database = await engine.open();
    const restored = await restoreInto(database, await openDiskStore(await newFolder()), backup);
    assert.equal(restored.settings.values.title, 'An old site');
    assert.deepEqual(await migrate(database, migrations, { plan: true }), []);
    await old.close();
  });

  it('keeps the present as it is where the restore is broken off', async () => {
    const site = await openMediaSite({ ...union, database: await engine.open() });
    await fill(site);
    const backup = await backUp(site.database, site.service.media.files);
    const before = await answersOf(site.service, admin(site));
    const { restoreBackup } = await import('./restore-backup.ts');
    const { served } = await import('./site-for-tests.ts');
    const { commandLine } = await import('../audit/note.ts');
    for (const until of [0.1, 0.5, 0.8]) {
      const stop = new AbortController();
      const onProgress = (done: number) => done >= until && stop.abort(new Error('stopped'));
      const parts = { database: site.database, files: site.service.media.files, extensions: await served() };
      const restoring = { ...parts, clock: Date.now, by: commandLine, signal: stop.signal, onProgress };
      await assert.rejects(restoreBackup(restoring, backup), /stopped/);
      assert.deepEqual(await answersOf(site.service, admin(site)), before);
    }
    await site.make('/cms/v2/posts', { title: 'Still writing' });
    await site.close();
  });
});

describe('a backup with files in a bucket', () => {
  it('holds them, and puts them into another bucket or a folder', async () => {
    const [one, two] = [await openS3ForTests(), await openS3ForTests()];
    const bucket = async ({ endpoint }: { endpoint: string }) =>
      openS3Store({ endpoint, region: 'here', bucket: 'b', prefix: '', ...keys }, path.join(await newFolder(), 'work'));
    const files = await bucket(one);
    const site = await openMediaSite({ ...union, wrap: () => files });
    await site.upload('administrator', 'a.png', await picture(40, 40));
    const backup = await backUp(site.database, files);
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
