// What is broken, foreign or hostile is refused before anything is touched.
import assert from 'node:assert/strict';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type MediaSite, openMediaSite, picture } from '../../test/media-site.ts';
import { commandLine } from '../audit/note.ts';
import { checkBackup } from './check-backup.ts';
import { type End, endName, formatVersion, headName, sealEnd } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { answersOf, backUp, newFolder, served } from './site-for-tests.ts';
import { ArchiveReader, ArchiveWriter } from './tar.ts';

interface Member {
  name: string;
  content: Buffer;
}

let site: MediaSite;
let good: string;
let present: Record<string, string>;
const admin = () => site.authorizationOf('administrator') ?? '';

before(async () => {
  site = await openMediaSite({ extensions: ['union'] });
  await site.upload('administrator', 'a.png', await picture(10, 10));
  good = await backUp(site.database, site.service.media.files);
  await site.make('/cms/v2/posts', { title: 'Newer than the backup', status: 'publish' });
  present = await answersOf(site.service, admin());
});
after(() => site.close());

async function membersOf(place: string): Promise<Member[]> {
  const file = await open(place);
  const archive = new ArchiveReader(file, (await file.stat()).size);
  const members: Member[] = [];
  for (let member = await archive.next(); member; member = await archive.next())
    members.push({ name: member.name, content: await archive.whole(Number.POSITIVE_INFINITY) });
  await file.close();
  return members;
}

/** The same backup with other members, and a sum that fits them: as somebody would make it on purpose. */
async function forge(change: (members: Member[]) => void): Promise<string> {
  const members = await membersOf(good);
  change(members);
  const place = path.join(await newFolder(), 'forged.tar');
  const file = await open(place, 'wx');
  const archive = new ArchiveWriter(file);
  for (const { name, content } of members) {
    const bytes = name === endName ? sealed(archive.sum(), content) : content;
    await archive.add(name, bytes.length, [bytes]);
  }
  await archive.end();
  await file.close();
  return place;
}

function sealed(before: string, content: Buffer): Buffer {
  const { sha256: _former, ...end } = JSON.parse(content.toString()) as End;
  return Buffer.from(JSON.stringify(sealEnd(before, end)));
}

const changeNote = (name: string, change: (note: Record<string, unknown>) => void) => (members: Member[]) => {
  const member = members.find((each) => each.name === name);
  assert.ok(member);
  const note = JSON.parse(member.content.toString());
  change(note);
  member.content = Buffer.from(JSON.stringify(note));
};

async function refuse(place: string, error: object): Promise<void> {
  const parts = { database: site.database, files: site.service.media.files, extensions: await served() };
  await assert.rejects(restoreBackup({ ...parts, clock: Date.now, by: commandLine }, place), error);
}

const untouched = async () => {
  assert.deepEqual(await answersOf(site.service, admin()), present);
  assert.equal((await site.stored()).length, 1);
  assert.deepEqual(await site.working(), []);
};

describe('a backup that is', () => {
  it('changed in any byte, or cut, is refused', async () => {
    const whole = await readFile(good);
    const place = path.join(await newFolder(), 'changed.tar');
    const kinds = new Map<string, number>();
    // What follows the end is padding of the end's note and two blocks of zeros, of which the padding tells nothing.
    const telling = whole.lastIndexOf('}') + 1;
    for (let at = 0; at < telling; at += 487) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(place, changed);
      const failure = await checkBackup(place).then(
        () => undefined,
        (error: Error) => error,
      );
      assert.equal(failure?.name, 'BackupBroken', `byte ${at} of ${whole.length}`);
      kinds.set(failure.message, (kinds.get(failure.message) ?? 0) + 1);
    }
    assert.ok(kinds.has('it was changed after it was made'));
    for (const length of [0, 1, 511, 512, 5000, whole.length - 1025, whole.length - 1]) {
      await writeFile(place, whole.subarray(0, length));
      await refuse(place, { name: 'BackupBroken' });
    }
    await writeFile(place, Buffer.concat([whole.subarray(0, telling - 500), whole]));
    await refuse(place, { name: 'BackupBroken' });
    await untouched();
  });

  it('no backup at all is refused', async () => {
    const folder = await newFolder();
    const place = path.join(folder, 'a.tar');
    for (const content of ['', 'text', 'x'.repeat(5000), '\0'.repeat(5000)]) {
      await writeFile(place, content);
      await refuse(place, { name: 'BackupBroken' });
    }
    await refuse(folder, { name: 'BackupBroken', message: 'it is no file' });
    await refuse(path.join(folder, 'none'), { name: 'BackupBroken', message: 'there is no such file' });
  });

  it('newer, or has data of what is not served here, is refused', async () => {
    const head = (change: (note: Record<string, unknown>) => void) => forge(changeNote(headName, change));
    const newer = { name: 'BackupUnfit', reason: 'newer' };
    await refuse(await head((note) => Object.assign(note, { version: formatVersion + 1, tables: 'otherwise' })), newer);
    await refuse(await head((note) => Object.assign(note, { schema: 9999 })), newer);
    await refuse(await head((note) => Object.assign(note, { extensions: { sbc: 99 } })), newer);
    const unknown = { name: 'BackupUnfit', reason: 'extension', message: /nobody-knows/ };
    await refuse(await head((note) => Object.assign(note, { extensions: { 'nobody-knows': 1 } })), unknown);
    await refuse(await head((note) => Object.assign(note, { site: 'another' })), {
      name: 'BackupUnfit',
      reason: 'foreign',
    });
    await untouched();
  });

  it('hostile is refused: names that lead elsewhere, SQL in names, rows that are none, too much in a little', async () => {
    const rename = (from: RegExp, to: string) => (members: Member[]) => {
      const member = members.find(({ name }) => from.test(name));
      assert.ok(member);
      member.name = to;
    };
    const refill = (table: string, content: Buffer) => (members: Member[]) => {
      const member = members.find(({ name }) => name.startsWith(`rows/${table}/`));
      assert.ok(member);
      member.content = content;
    };
    const changes: ((members: Member[]) => void)[] = [
      ...[
        'files/../../etc/passwd',
        'files//etc/passwd',
        'files/.work/a',
        'files/a\\b',
        'files/',
        '/etc/passwd',
        'other',
      ].map((name) => rename(/^files\//, name)),
      rename(/^rows\/users\//, 'rows/users; drop table users/000001.jsonl.gz'),
      rename(/^rows\/users\//, 'rows/../000001.jsonl.gz'),
      rename(/^rows\/users\//, 'rows/sqlite_sequence/000001.jsonl.gz'),
      changeNote(headName, (note) =>
        Object.assign(note, { tables: [{ name: 'users (id) values (1); --', columns: ['id'] }] }),
      ),
      changeNote(headName, (note) => Object.assign(note, { tables: [{ name: 'users', columns: ['id" from x; --'] }] })),
      changeNote(headName, (note) => Object.assign(note, { tables: null })),
      changeNote(endName, (note) => Object.assign(note, { keys: { "entries'; --": 1 } })),
      changeNote(endName, (note) => Object.assign(note, { keys: { entries: -1 } })),
      changeNote(endName, (note) => Object.assign(note, { rows: {} })),
      changeNote(endName, (note) => Object.assign(note, { files: 2 })),
      refill('users', gzipSync('[1]\n')),
      refill('users', gzipSync('{"id":1}\n')),
      refill('users', gzipSync('not json\n')),
      refill('users', Buffer.from('not packed')),
      refill('users', gzipSync(Buffer.alloc(300 * 1024 * 1024))),
      (members) => void members.splice(2, 1),
      (members) => void members.pop(),
      (members) => void members.push({ name: 'files/more', content: Buffer.from('x') }),
      (members) => void members.splice(3, 0, { name: 'files/early', content: Buffer.from('x') }),
    ];
    for (const [n, change] of changes.entries()) {
      const place = await forge(change);
      await refuse(place, { name: 'BackupBroken' }).catch((error: unknown) => {
        throw new Error(`forgery ${n} was taken`, { cause: error });
      });
    }
    await untouched();
  });

  it('of other columns or tables than its version has is refused, and nothing has changed', async () => {
    const shape = (change: (table: { name: string; columns: string[] }) => void) =>
      changeNote(headName, (note) => {
        const tables = note.tables as { name: string; columns: string[] }[];
        const users = tables.find(({ name }) => name === 'users');
        assert.ok(users);
        change(users);
      });
    await refuse(await forge(shape((users) => users.columns.splice(0, 1, 'identity'))), {
      name: 'BackupBroken',
      message: /table users/,
    });
    for (const name of ['migrations', 'sessions', 'jobs', 'sqlite_sequence', 'entry_search'])
      await refuse(
        await forge(changeNote(headName, (note) => (note.tables as object[]).push({ name, columns: ['name'] }))),
        { name: 'BackupBroken', message: new RegExp(`table ${name}`) },
      );
    await untouched();
  });

  it('sound is taken: forging is what makes the others broken', async () => {
    const { end } = await checkBackup(await forge(() => {}));
    assert.equal(end.files, 1);
  });
});
