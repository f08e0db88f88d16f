import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DatabaseUnavailable } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { migrateAll } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import { Readiness } from './readiness.ts';

const unavailable = async () => {
  throw new DatabaseUnavailable('The database is unreachable.');
};

const hanging = () => new Promise<never>(() => {});

/** Returns the result of a check whose timer does not keep the process running. */
async function checkAlive(readiness: Readiness): Promise<readonly string[]> {
  const keepAlive = setInterval(() => {}, 1000);
  try {
    return await readiness.check();
  } finally {
    clearInterval(keepAlive);
  }
}

describe('a service waits for', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-readiness-'));
  let database: Database;
  before(async () => {
    database = await openDatabase({ kind: 'memory' });
    await migrateAll(database, migrationSetsOf([]));
  });
  after(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const cases: readonly [name: string, database: Partial<Database>, data: string, expected: readonly string[]][] = [
    ['nothing', {}, folder, []],
    ['the database', { read: { engine: 'sqlite', all: unavailable, first: unavailable } }, folder, ['database']],
    ['writes', { lastWriteFailed: true, transaction: unavailable }, folder, ['database-writes']],
    ['nothing, if a write succeeds after one has failed', { lastWriteFailed: true }, folder, []],
    ['a restart', { isBroken: true }, folder, ['restart']],
    ['the data folder', {}, path.join(folder, 'missing'), ['data-folder']],
    ['nothing on this machine with PostgreSQL', { engine: 'postgres' }, path.join(folder, 'missing'), []],
  ];
  for (const [name, properties, data, expected] of cases)
    test(name, async () => {
      const { read, engine, lastWriteFailed, isBroken } = database;
      const transaction: Database['transaction'] = (work) => database.transaction(work);
      const tested = { read, engine, lastWriteFailed, isBroken, transaction, ...properties } as Database;
      assert.deepEqual(await new Readiness(tested, data).check(), expected);
    });

  test('the database, if it does not respond', { timeout: 60_000 }, async () => {
    const tested = { ...database, engine: 'sqlite', read: { engine: 'sqlite', all: hanging, first: hanging } };
    assert.deepEqual(await checkAlive(new Readiness(tested as unknown as Database, folder)), ['database']);
  });

  test('the data folder, if its disk does not respond', { timeout: 60_000 }, async () => {
    const { read, isBroken } = database;
    const tested = { read, isBroken, engine: 'sqlite' } as Database;
    assert.deepEqual(await checkAlive(new Readiness(tested, folder, hanging)), ['data-folder']);
  });
});
