import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import pg from 'pg';
import { describeEachEngine } from '../../../../test/engines.ts';
import { waitUntil } from '../../../../test/faults/service-process.ts';
import { Changes } from '../../changes.ts';
import { type BackgroundFailure, subscribeToDiagnostics } from '../../diagnostics.ts';
import { createPostgresChangeLog } from '../../migrations/0024-change-log.ts';
import { addGeneration } from '../../migrations/0035-rolling-upgrades.ts';
import { ChangeLog } from './change-log.ts';
import { RequiredPosition } from './required-position.ts';

const timeoutMs = 10_000;

describeEachEngine('the log of changes with replicas', (engine) => {
  if (engine.name !== 'postgres') return;
  let client: pg.Client;
  let url = '';
  let changes: Changes;
  let position: RequiredPosition;
  let log: ChangeLog;
  let failures: BackgroundFailure[] = [];
  const unsubscribe = subscribeToDiagnostics({
    onDamagedValue: () => {},
    onBackgroundFailure: (failure) => failures.push(failure),
  });

  before(async () => {
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    url = location.directUrl ?? location.url;
    client = new pg.Client({ connectionString: url });
    // The database is deleted before the connection is closed.
    client.on('error', () => {});
    await client.connect();
  });
  beforeEach(async () => {
    await client.query('drop table if exists change_log');
    await client.query(`${createPostgresChangeLog}; ${addGeneration}`);
    changes = new Changes();
    position = new RequiredPosition(changes);
    log = new ChangeLog(url, changes, position);
    failures = [];
  });
  afterEach(() => log.close());
  after(async () => {
    unsubscribe();
    await client.end().catch(() => {});
  });

  const readFlushed = async (): Promise<number> =>
    (await client.query("select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as n")).rows[0].n;

  /** Waits for polls that have begun after this call. */
  async function waitForPolls(): Promise<void> {
    const beganAt = performance.now();
    await waitUntil(() => changes.knownUntil > beganAt + 200, timeoutMs, 'the log is polled');
  }

  it('requires the position of a commit with an unknown outcome', async () => {
    await log.open();
    const first = position.last;
    await client.query(log.appendNoChangeQuery());
    const minimum = await readFlushed();
    await waitForPolls();
    // The polls have ignored the row, because it has the ID of this node.
    assert.deepEqual([position.last, position.isComplete], [first, true]);
    const version = changes.version();
    log.renewIdentity();
    assert.deepEqual([position.value, changes.hasChangedSince(version)], [undefined, true]);
    await waitUntil(() => position.value !== undefined, timeoutMs, 'the position is known');
    assert.ok(position.last >= minimum, `${position.last} >= ${minimum}`);
  });

  it('returns the identity of the server only together with a position', async () => {
    let isOpen = false;
    const opened = log.open().then(() => {
      isOpen = true;
    });
    while (!isOpen) {
      assert.ok(log.identity === undefined || position.last > 0);
      await immediate();
    }
    await opened;
    assert.notEqual(log.identity, undefined);
  });

  it('adds rows without tables that other nodes need not include in the inserted position', async () => {
    await client.query(log.appendNoChangeQuery());
    assert.deepEqual((await client.query('select tables from change_log')).rows, [{ tables: '+' }]);
  });

  it('is read if the server does not return its identity, which is reported once', async () => {
    await client.query('alter function pg_control_system() rename to pg_control_system_hidden');
    try {
      await log.open();
      assert.deepEqual([log.identity, changes.isOutdated], [undefined, false]);
      const version = changes.version();
      await client.query("insert into change_log (node, tables) values ('other', 'entries')");
      await waitUntil(() => changes.haveTablesChangedSince(version, ['entries']), timeoutMs, 'the change is known');
      log.announce(true);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'octavo changes'",
      );
      await waitUntil(() => changes.isOutdated, timeoutMs, 'the connection is lost');
      await waitUntil(() => !changes.isOutdated, timeoutMs, 'the log is read again');
      assert.deepEqual([log.identity, position.value, changes.isOutdated], [undefined, undefined, false]);
      const tasks = failures.map(({ task }) => task).filter((task) => task !== 'connection for the log of changes');
      assert.deepEqual(tasks, ['position of the primary for replicas']);
    } finally {
      await client.query('alter function pg_control_system_hidden() rename to pg_control_system');
    }
  });
});
