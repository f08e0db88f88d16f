import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrate } from './migrate.ts';
import { findMigrations, migrations } from './migrations.ts';
import { openDatabase } from './open.ts';
import { statement } from './statement.ts';

describe('findMigrations', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(path.join(tmpdir(), 'octavo-migrations-'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  /** Creates a folder with these files and returns its URL. */
  const folderOf = (name: string, files: Readonly<Record<string, string>>): URL => {
    const folder = path.join(root, name);
    mkdirSync(folder);
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    return pathToFileURL(`${folder}/`);
  };
  const migrationText = (number: number, table: string) =>
    `export const made = { number: ${number}, name: 'x', up: (tx) => tx.execute('create table ${table} (n integer)') };`;

  it('orders migrations by number, in both languages, and ignores other files', async () => {
    const folder = folderOf('ordered', {
      '0010-third-one.js': migrationText(10, 'third'),
      '0002-first.ts': migrationText(2, 'first'),
      '0009-second.ts': migrationText(9, 'second'),
      '0009-second.test.ts': 'throw new Error("loaded");',
      '0011-typed.d.ts': '',
      'columns.ts': 'throw new Error("loaded");',
    });
    const found = findMigrations(folder);
    assert.deepEqual(
      found.map(({ number, name }) => [number, name]),
      [
        [2, 'first'],
        [9, 'second'],
        [10, 'third-one'],
      ],
    );
    const database = await openDatabase({ kind: 'memory' });
    await migrate(database, found);
    const tables = await database.read.all(
      statement((q) => q.dialect.contents.tables()),
      {},
    );
    await database.close();
    for (const name of ['first', 'second', 'third']) assert.ok(tables.some((table) => table.name === name));
  });

  it('rejects folders without migrations and duplicate numbers', () => {
    assert.throws(() => findMigrations(folderOf('empty', { 'columns.ts': '' })), /no migrations in .*empty/);
    assert.throws(() => findMigrations(pathToFileURL(`${root}/missing/`)), { code: 'ENOENT' });
    const same = folderOf('same', { '0001-one.ts': '', '0001-other.ts': '' });
    assert.throws(() => findMigrations(same), /have the number 1$/);
  });

  it('rejects a file whose migration has another number when it runs', async () => {
    const found = findMigrations(folderOf('wrong', { '0003-wrong.ts': migrationText(4, 'wrong') }));
    const database = await openDatabase({ kind: 'memory' });
    await assert.rejects(migrate(database, found), /exports no migration with the number 3/);
    await database.close();
  });

  it('finds the migrations of the service', () => {
    assert.equal(migrations[0]?.name, 'foundation');
    assert.ok(migrations.length >= 17);
  });
});
