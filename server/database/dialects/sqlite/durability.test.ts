import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rename, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseUnavailable, DiskFull } from '../../errors.ts';
import type { Database } from '../../handle.ts';
import { type OpenOptions, openDatabase } from '../../open.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';
import { syncData } from './log-sync.ts';

interface Written {
  written: { name: string; number: number; padding: string };
}
type Q = Builder<Written>;

const write = statement((q: Q, p: Slots<{ name: string; number: number; padding: string }>) =>
  q.insertInto('written').values({ name: p.name, number: p.number, padding: p.padding }),
);
const numbersOf = statement((q: Q, p: Slots<{ name: string }>) =>
  q.selectFrom('written').select('number').where('name', '=', p.name),
);
const integrity = statement(
  (_: Q, __: Slots<Record<never, never>>) =>
    sql<{ result: string }>`select integrity_check as result from ${sql.table('pragma_integrity_check')}`,
);

let folder: string;
let file: string;
let opened: Database[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  file = join(folder, 'octavo.db');
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await rm(folder, { recursive: true });
});

async function open(options: OpenOptions = {}): Promise<Database> {
  const database = await openDatabase({ kind: 'sqlite', file }, options);
  opened.push(database);
  await database.schemaChange((tx) =>
    tx.execute('create table if not exists written (name text, number integer, padding text)'),
  );
  return database;
}

function writeOne(database: Database, number: number, padding = ''): Promise<unknown> {
  return database.transaction((tx) => tx.run(write, { name: 'here', number, padding }));
}

function startWriter(
  name: string,
  count: number,
  end = 'close',
): { process: ChildProcess; acknowledged: () => number[] } {
  const program = join(import.meta.dirname, '../../../../test/writing-process.ts');
  const child = spawn(process.execPath, [program, file, name, String(count), end], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const lines = () => output.slice(0, output.lastIndexOf('\n')).split('\n').filter(Boolean);
  return { process: child, acknowledged: () => lines().map(Number) };
}

describe('a committed write', () => {
  test('is flushed after its commit, before its effects run', async () => {
    const log: string[] = [];
    const sync = async (descriptor: number) => {
      log.push('flush begins');
      await syncData(descriptor);
      log.push('flush ends');
    };
    const database = await open({ sync });
    log.length = 0;
    await database.transaction(async (tx) => {
      await tx.run(write, { name: 'here', number: 1, padding: '' });
      tx.afterCommit(() => log.push('effect'));
    });
    assert.deepEqual(log, ['flush begins', 'flush ends', 'effect']);
  });

  test('shares its flush with concurrent writes', async () => {
    let syncs = 0;
    const sync = async (descriptor: number) => {
      syncs++;
      // A slow machine must have begun the other writes before the flush ends.
      for (let n = 0; n < 5; n += 1) await pause(20);
      await syncData(descriptor);
    };
    const database = await open({ sync });
    syncs = 0;
    await Promise.all(Array.from({ length: 50 }, (_, number) => writeOne(database, number)));
    assert.ok(syncs >= 1 && syncs <= 3, `${syncs} flushes for 50 commits`);
  });

  test('shares its flush with the others of a scope, which resolves after the flush', async () => {
    const log: string[] = [];
    const sync = async (descriptor: number) => {
      await syncData(descriptor);
      log.push('flush');
    };
    const database = await open({ sync });
    log.length = 0;
    await database.flushTogether(async () => {
      for (let number = 0; number < 5; number++) {
        await writeOne(database, number);
        log.push(`${(await database.read.all(numbersOf, { name: 'here' })).length} visible`);
      }
    });
    assert.deepEqual(log, ['1 visible', '2 visible', '3 visible', '4 visible', '5 visible', 'flush']);
  });

  test('is flushed before a transaction that may have read it ends, although its scope is flushed later', async () => {
    let syncs = 0;
    const sync = async (descriptor: number) => {
      await syncData(descriptor);
      syncs += 1;
    };
    const database = await open({ sync });
    const outsideOfScope = AsyncLocalStorage.snapshot();
    await database.flushTogether(async () => {
      await writeOne(database, 1);
      syncs = 0;
      const read = await outsideOfScope(() => database.transaction((tx) => tx.all(numbersOf, { name: 'here' })));
      assert.deepEqual(read, [{ number: 1 }]);
      assert.equal(syncs, 1);
    });
  });

  test('waits for its own flush if the scope in which it was started has ended', async () => {
    let syncs = 0;
    const sync = async (descriptor: number) => {
      await syncData(descriptor);
      syncs += 1;
    };
    const database = await open({ sync });
    const scopeEnded = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await database.flushTogether(async () => {
      later = scopeEnded.promise.then(() => writeOne(database, 1));
    });
    syncs = 0;
    scopeEnded.resolve();
    await later;
    assert.equal(syncs, 1);
  });

  test('fails the scope if the flush fails, also if its work has failed', async () => {
    let fails = false;
    const sync = async (descriptor: number) => {
      if (fails) throw new Error('The disk is broken.');
      await syncData(descriptor);
    };
    const database = await open({ sync });
    fails = true;
    const work = async () => {
      await writeOne(database, 1);
      throw new Error('The work failed.');
    };
    await assert.rejects(database.flushTogether(work), DatabaseUnavailable);
    await assert.rejects(writeOne(database, 2), DatabaseUnavailable);
  });

  test('is flushed before the database is closed, even if it is part of an open scope', async () => {
    let isClosed = false;
    const database = await open();
    const done = database.flushTogether(async () => {
      await writeOne(database, 1);
      await pause(20);
      assert.equal(isClosed, false);
    });
    const closed = database.close().then(() => {
      isClosed = true;
    });
    await done;
    await closed;
    const again = await open();
    assert.equal((await again.read.all(numbersOf, { name: 'here' })).length, 1);
  });

  test('does not resolve with a flush that began before it', async () => {
    const flushes: (() => void)[] = [];
    let held = false;
    const database = await open({ sync: () => (held ? new Promise((done) => flushes.push(done)) : Promise.resolve()) });
    held = true;
    const answered: number[] = [];
    const first = writeOne(database, 1).then(() => answered.push(1));
    while (flushes.length < 1) await pause(1);
    const second = writeOne(database, 2).then(() => answered.push(2));
    await pause(20);
    flushes[0]?.();
    await first;
    while (flushes.length < 2) await pause(1);
    assert.deepEqual(answered, [1]);
    flushes[1]?.();
    await second;
    assert.deepEqual(answered, [1, 2]);
    held = false;
  });

  test('survives kill -9 in an intact file', async () => {
    await (await open()).close();
    const child = startWriter('child', 0);
    while (child.acknowledged().length < 1500) {
      assert.equal(child.process.exitCode, null, 'the writer exited by itself');
      await pause(5);
    }
    child.process.kill('SIGKILL');
    await once(child.process, 'close');
    const database = await open();
    const stored = new Set((await database.read.all(numbersOf, { name: 'child' })).map(({ number }) => number));
    assert.deepEqual(
      child.acknowledged().filter((number) => !stored.has(number)),
      [],
    );
    assert.deepEqual(await database.read.all(integrity, {}), [{ result: 'ok' }]);
  });
});

describe('a failed flush', () => {
  async function failing(code: string): Promise<{ database: Database; fail: () => void }> {
    let broken = false;
    const sync = async () => {
      if (broken) throw Object.assign(new Error('disk failure'), { code });
      await pause(5);
    };
    const database = await open({ sync });
    return {
      database,
      fail: () => {
        broken = !broken;
      },
    };
  }

  test('rejects all writes that wait for it, and later writes', async () => {
    const { database, fail } = await failing('EIO');
    fail();
    let effects = 0;
    const writes = [1, 2, 3].map((number) =>
      database.transaction(async (tx) => {
        tx.afterCommit(() => effects++);
        await tx.run(write, { name: 'here', number, padding: '' });
      }),
    );
    for (const outcome of await Promise.allSettled(writes)) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable);
    }
    fail();
    await assert.rejects(writeOne(database, 4), DatabaseUnavailable);
    assert.equal(effects, 0);
    assert.ok(Array.isArray(await database.read.all(numbersOf, { name: 'here' })));
  });

  test('throws DiskFull when the disk is full', async () => {
    const { database, fail } = await failing('ENOSPC');
    fail();
    await assert.rejects(writeOne(database, 1), DiskFull);
  });

  test('is detected when the log file was deleted while in use', async () => {
    const database = await open();
    await unlink(`${file}-wal`);
    await assert.rejects(writeOne(database, 1), DatabaseUnavailable);
    assert.ok(database.isBroken);
  });

  test('is detected when the database file was replaced', async () => {
    const database = await open();
    await writeOne(database, 1);
    assert.ok(!database.isBroken);
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
    await assert.rejects(writeOne(database, 2), DatabaseUnavailable);
    assert.ok(database.isBroken);
  });
});

describe('the write-ahead log', () => {
  test('is checkpointed and truncated while writes continue', async () => {
    const database = await open({ sync: async () => {} });
    const padding = 'x'.repeat(40_000);
    let longest = 0;
    let written = 0;
    for (let size = 0; size >= longest / 2; { size } = await stat(`${file}-wal`)) {
      longest = Math.max(longest, size);
      assert.ok(size < 400e6, `the log has grown to ${size} bytes`);
      for (const end = written + 100; written < end; written++) await writeOne(database, written, padding);
    }
    assert.ok(database.statistics().checkpoints >= 1);
    assert.equal((await database.read.all(numbersOf, { name: 'here' })).length, written);
  });
});

describe('a process', () => {
  test('exits when its work is done, with an open or a closed database, even after a checkpoint', async () => {
    await (await open()).close();
    const child = startWriter('left open', 3000, 'leave-open');
    assert.deepEqual(await once(child.process, 'close'), [0, null]);
    const database = await open();
    assert.equal((await database.read.all(numbersOf, { name: 'left open' })).length, 3000);
  });
});

describe('two processes', () => {
  test('can write one file and notice commits of the other', async () => {
    const database = await open();
    const before = database.dataVersion();
    await writeOne(database, 0);
    assert.equal(database.dataVersion(), before);
    const children = [startWriter('one', 150), startWriter('two', 150)];
    const codes = await Promise.all(children.map((child) => once(child.process, 'close')));
    assert.deepEqual(codes, [
      [0, null],
      [0, null],
    ]);
    assert.notEqual(database.dataVersion(), before);
    for (const name of ['one', 'two']) {
      assert.equal((await database.read.all(numbersOf, { name })).length, 150);
    }
  });
});
