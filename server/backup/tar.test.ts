import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newFolder } from '../../test/backup-site.ts';
import { ArchiveReader, ArchiveWriter } from './tar.ts';

const members: readonly (readonly [name: string, content: string])[] = [
  ['a.json', '{}'],
  ['files/empty', ''],
  [`files/${'ü'.repeat(60)}/exactly.txt`, 'x'.repeat(512)],
  [`files/${'long/'.repeat(120)}name.txt`, 'y'.repeat(300_000)],
  ['end', 'z'],
];

async function write(): Promise<string> {
  const archivePath = path.join(await newFolder(), 'archive.tar');
  const file = await open(archivePath, 'wx');
  const archive = new ArchiveWriter(file);
  for (const [name, content] of members) await archive.add(name, Buffer.byteLength(content), [Buffer.from(content)]);
  await archive.end();
  await file.close();
  return archivePath;
}

async function read(archivePath: string, maxBytes = Number.POSITIVE_INFINITY) {
  const file = await open(archivePath);
  try {
    const archive = new ArchiveReader(file, (await file.stat()).size);
    const found: [string, string][] = [];
    for (let member = await archive.next(); member; member = await archive.next())
      found.push([member.name, (await archive.readAll(maxBytes)).toString()]);
    return found;
  } finally {
    await file.close();
  }
}

describe('archives', () => {
  it('are read as they were written, with names of any length', async () => {
    assert.deepEqual(await read(await write()), members);
  });

  it('can be listed with tar', async () => {
    const listed = execFileSync('tar', ['tf', await write()], {
      encoding: 'utf8',
      env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH },
    });
    assert.deepEqual(
      listed.trim().split('\n'),
      members.map(([name]) => name),
    );
  });

  it('are rejected when truncated at any position', async () => {
    const archivePath = await write();
    const { length } = await readFile(archivePath);
    for (let at = length - 1; at >= 0; at -= 997) {
      await truncate(archivePath, at);
      await assert.rejects(read(archivePath), { name: 'BackupCorrupt' }, `cut at ${at}`);
    }
  });

  it('are rejected when a header is invalid', async () => {
    const whole = await readFile(await write());
    const archivePath = path.join(await newFolder(), 'changed.tar');
    for (const [at, byte] of [
      [0, 98],
      [124, 55],
      [156, 50],
      [257, 0],
    ] as const) {
      const changed = Buffer.from(whole);
      changed[at] = byte;
      await writeFile(archivePath, changed);
      await assert.rejects(read(archivePath), { name: 'BackupCorrupt' }, `byte ${at}`);
    }
  });

  it('are rejected when an entry is larger than the maximum', async () => {
    await assert.rejects(read(await write(), 1000), {
      name: 'BackupCorrupt',
      message: 'it contains an entry that is too large',
    });
  });

  it('are not written when content does not have the declared size', async () => {
    const file = await open(path.join(await newFolder(), 'a.tar'), 'wx');
    const archive = new ArchiveWriter(file);
    await assert.rejects(archive.add('a', 3, [Buffer.from('ab')]), /does not have the declared size of 3 bytes/);
    await assert.rejects(archive.add('a', 1, [Buffer.from('ab')]), /does not have the declared size of 1 bytes/);
    await file.close();
  });
});
