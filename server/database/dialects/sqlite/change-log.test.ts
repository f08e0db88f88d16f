// Tests which tables count as changed when other connections have written to a database file.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { anyTable, Changes } from '../../changes.ts';
import type { Database } from '../../handle.ts';
import { pendingSearchIndex } from '../../migrations/0023-pending-texts.ts';
import { createChangeLog } from '../../migrations/0024-change-log.ts';
import { openDatabase } from '../../open.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';
import { appendNoChange, ChangeLog } from './change-log.ts';
import { Connection } from './connection.ts';

type Q = Builder<{ books: { n: number }; shelves: { n: number } }>;

const addBook = statement((q: Q, p: Slots<{ n: number }>) => q.insertInto('books').values({ n: p.n }));
const addShelf = statement((q: Q, p: Slots<{ n: number }>) => q.insertInto('shelves').values({ n: p.n }));

const schema = 'create table books (n integer); create table shelves (n integer)';

let folder: string;
let file: string;
let opened: Database[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-change-log-'));
  file = path.join(folder, 'octavo.sqlite');
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await rm(folder, { recursive: true });
});

async function open(): Promise<Database> {
  const database = await openDatabase({ kind: 'sqlite', file });
  // The service does the same when the schema is up to date.
  database.changes.dependents = { ofChange: new Map(), ofDeletion: new Map() };
  opened.push(database);
  return database;
}

/** Opens the file twice, as two processes do. */
async function openTwice(sql: string): Promise<[Database, Database]> {
  const one = await open();
  await one.schemaChange((tx) => tx.execute(sql));
  return [one, await open()];
}

/** Returns a function that returns which tables have changed, as far as a database knows, since the last call. */
function changesSeenBy(database: Database): () => Promise<string[]> {
  let version = database.changes.version();
  return async () => {
    // Changes are read every few milliseconds at most.
    await pause(10);
    database.pollChanges();
    const since = version;
    version = database.changes.version();
    return ['books', 'shelves'].filter((table) => database.changes.haveTablesChangedSince(since, [table]));
  };
}

const write = (database: Database, n: number) => database.transaction((tx) => tx.run(addBook, { n }));
const writeShelf = (database: Database, n: number) => database.transaction((tx) => tx.run(addShelf, { n }));

/** Runs `work` with a connection of its own, in one transaction. */
function inTransaction(work: (connection: Connection) => void): void {
  const connection = new Connection(file, { readonly: false });
  connection.runText('begin immediate');
  work(connection);
  connection.runText('commit');
  connection.close();
}

describe('changes by other connections', () => {
  it('are those of the tables that they have written', async () => {
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}`);
    const seen = changesSeenBy(one);
    await write(other, 1);
    assert.deepEqual(await seen(), ['books']);
    await Promise.all([write(other, 2), writeShelf(other, 1)]);
    assert.deepEqual(await seen(), ['books', 'shelves']);
    assert.deepEqual(await seen(), []);
  });

  it('are found if this process commits in between, whose own changes count once', async () => {
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}`);
    const seen = changesSeenBy(one);
    await writeShelf(other, 1);
    await write(one, 1);
    assert.deepEqual(await seen(), ['books', 'shelves']);
    await write(one, 2);
    assert.deepEqual(await seen(), ['books']);
    inTransaction(appendNoChange);
    assert.deepEqual(await seen(), [], 'nothing was changed, and the own commit is known');
    await write(other, 3);
    assert.deepEqual(await seen(), ['books']);
  });

  it('are none if a transaction says so', async () => {
    const [one] = await openTwice(`${schema}; ${createChangeLog}`);
    const seen = changesSeenBy(one);
    inTransaction((connection) => {
      connection.execute('insert into books values (1)');
      appendNoChange(connection);
    });
    assert.deepEqual(await seen(), []);
  });

  it('are those of all tables if another program has written, or if the log is missing', async () => {
    const [one, other] = await openTwice(schema);
    const seen = changesSeenBy(one);
    await write(other, 1);
    assert.deepEqual(await seen(), ['books', 'shelves'], 'without a log');
    await other.schemaChange((tx) => tx.execute(createChangeLog));
    assert.deepEqual(await seen(), ['books', 'shelves'], 'a change of the schema');
    await write(other, 2);
    assert.deepEqual(await seen(), ['books'], 'with the new log');
    const program = new BetterSqlite(file);
    program.exec('insert into shelves values (1)');
    program.close();
    assert.deepEqual(await seen(), ['books', 'shelves'], 'another program');
  });

  it('are those of all tables if rows were deleted before they were read, or the log was replaced', async () => {
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}`);
    const seen = changesSeenBy(one);
    await write(other, 1);
    await write(other, 2);
    inTransaction((connection) =>
      connection.execute('delete from change_log where id = (select min(id) from change_log)'),
    );
    assert.deepEqual(await seen(), ['books', 'shelves'], 'a deleted row');
    await write(other, 3);
    assert.deepEqual(await seen(), ['books']);
    await other.schemaChange((tx) => tx.execute(`drop table change_log; ${createChangeLog}`));
    assert.deepEqual(await seen(), ['books', 'shelves'], 'a replaced log');
    await write(other, 4);
    assert.deepEqual(await seen(), ['books']);
    await other.schemaChange((tx) => tx.execute(`drop table change_log; ${createChangeLog}`));
    // More rows than the previous log had.
    for (let n = 0; n < 20; n += 1) inTransaction(appendNoChange);
    assert.deepEqual(await seen(), ['books', 'shelves'], 'a replaced log with many rows');
  });

  it('remain known while old rows are deleted', async () => {
    const fill = `with recursive number (n) as (select 1 union all select n + 1 from number where n < 5000)
      insert into change_log (id, tables) select n, 'shelves' from number`;
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}; ${fill}`);
    const seen = changesSeenBy(one);
    for (let n = 0; n < 200; n += 1) {
      await write(other, n);
      if (n % 50 === 0) assert.deepEqual(await seen(), ['books']);
    }
    assert.deepEqual(await seen(), ['books']);
    const program = new BetterSqlite(file);
    const { n } = program.prepare('select count(*) as n from change_log').get() as { n: number };
    program.close();
    assert.ok(n < 5000, `${n} rows`);
  });

  it('are none when texts are added to the search index', async () => {
    const texts = `create table entry_text (entry_id integer primary key, title text, excerpt text, content text, indexed integer);
      ${pendingSearchIndex}; insert into entry_text values (1, 'title', '', 'content', 1);
      create table moved (n integer); insert into moved select entry_id from pending_texts; delete from pending_texts`;
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}; ${texts}`);
    const seen = changesSeenBy(one);
    await seen();
    inTransaction((connection) => {
      connection.execute('insert into pending_texts select n from moved');
      appendNoChange(connection);
    });
    // A write of this process starts the updates.
    await other.schemaChange((tx) => tx.execute('insert into books values (1)'));
    await seen();
    const isPending = () => {
      const program = new BetterSqlite(file, { readonly: true });
      const { n } = program.prepare('select count(*) as n from pending_texts').get() as { n: number };
      program.close();
      return n > 0;
    };
    const changed: string[] = [];
    while (isPending()) changed.push(...(await seen()));
    changed.push(...(await seen()));
    assert.deepEqual(changed, []);
  });

  it('that leave texts pending make this process add them to the search index', async () => {
    const texts = `create table entry_text (entry_id integer primary key, title text, excerpt text, content text, indexed integer);
      ${pendingSearchIndex}`;
    const [one] = await openTwice(`${schema}; ${createChangeLog}; ${texts}`);
    const seen = changesSeenBy(one);
    await seen();
    inTransaction((connection) => {
      connection.execute(`insert into entry_text values (1, 'title', '', 'content', 1);
        insert into change_log (tables) values ('entry_text pending_texts')`);
    });
    const program = new BetterSqlite(file, { readonly: true });
    const isPending = program.prepare('select exists (select 1 from pending_texts) as n').pluck();
    assert.equal(isPending.get(), 1);
    while (isPending.get() === 1) await seen();
    program.close();
  });

  it('are known before a transaction replaces the log, so that polls meanwhile find nothing', async () => {
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}`);
    const seen = changesSeenBy(one);
    await write(other, 1);
    await one.schemaChange(async (tx) => {
      await tx.execute('drop table change_log');
      assert.deepEqual(await seen(), ['books']);
      assert.deepEqual(await seen(), []);
      await tx.execute(createChangeLog);
    });
    await write(other, 2);
    await seen();
    await write(other, 3);
    assert.deepEqual(await seen(), ['books']);
  });

  it('do not include transactions that were rolled back', async () => {
    const [one, other] = await openTwice(`${schema}; ${createChangeLog}`);
    const seen = changesSeenBy(one);
    const failing = other.transaction(async (tx) => {
      await tx.run(addShelf, { n: 1 });
      throw new Error('The transaction failed.');
    });
    await Promise.all([assert.rejects(failing), write(other, 1)]);
    assert.deepEqual(await seen(), ['books']);
  });

  it('are those of all tables if the log cannot be read after a commit, which does not fail', async () => {
    await openTwice(`${schema}; ${createChangeLog}`);
    const connection = new Connection(file, { readonly: false });
    const changes = new Changes();
    const log = new ChangeLog(connection, changes, () => {});
    connection.runText('begin immediate');
    log.beforeCommit(new Set([anyTable, 'books']));
    connection.runText('commit');
    connection.close();
    log.afterCommit(new Set([anyTable, 'books']));
    assert.throws(() => log.readCommits());
    const version = changes.version();
    log.poll();
    assert.ok(changes.haveTablesChangedSince(version, ['shelves']));
  });

  it('are known after this process has replaced the log while another has written', async () => {
    const [one, other] = await openTwice(schema);
    const seen = changesSeenBy(one);
    await one.schemaChange((tx) => tx.execute(createChangeLog));
    await write(other, 1);
    assert.deepEqual(await seen(), ['books', 'shelves'], 'a new log');
    await write(other, 2);
    assert.deepEqual(await seen(), ['books']);
    await one.schemaChange((tx) => tx.execute(`drop table change_log; ${createChangeLog}`));
    await writeShelf(other, 1);
    await seen();
    await write(other, 3);
    assert.deepEqual(await seen(), ['books']);
  });
});
