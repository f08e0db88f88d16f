import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { describeEachEngine } from '../../../../test/engines.ts';
import { Changes } from '../../changes.ts';
import { createPostgresChangeLog } from '../../migrations/0024-change-log.ts';
import { addGeneration } from '../../migrations/0035-rolling-upgrades.ts';
import { ChangePolls } from './change-polls.ts';
import { RequiredPosition } from './required-position.ts';

const tables = ['entries', 'terms', 'users'];

describeEachEngine('polls of the log of changes', (engine) => {
  if (engine.name !== 'postgres') return;
  let client: pg.Client;
  let other: pg.Client;
  let changes: Changes;
  let polls: ChangePolls;
  /** Seconds by which the clock of the server is ahead. */
  let advance = 0;

  /** The client of the polls, with the advanced clock. */
  const polling = {
    query: async (query: pg.QueryConfig) => {
      const result = await client.query(query);
      for (const row of result.rows) if ('seconds' in row) row.seconds += advance;
      return result;
    },
  } as Pick<pg.Client, 'query'>;

  before(async () => {
    const location = await engine.location();
    assert.ok(location.kind === 'postgres');
    client = new pg.Client({ connectionString: location.url });
    other = new pg.Client({ connectionString: location.url });
    for (const each of [client, other]) {
      // The database is deleted before they are closed.
      each.on('error', () => {});
      await each.connect();
    }
  });
  beforeEach(async () => {
    await other.query('drop table if exists change_log');
    await other.query(`${createPostgresChangeLog}; ${addGeneration}`);
    advance = 0;
    changes = new Changes();
    polls = new ChangePolls(polling, changes, (node) => node === 'own');
    assert.equal(await polls.run(), true);
  });
  after(async () => {
    for (const each of [client, other]) await each.end().catch(() => {});
  });

  const append = (tables: string, node = 'other', executor = other) =>
    executor.query('insert into change_log (node, tables) values ($1, $2)', [node, tables]);

  /** Polls, and returns which tables count as changed since then. */
  async function poll(): Promise<string[]> {
    const version = changes.version();
    await polls.run();
    return tables.filter((table) => changes.haveTablesChangedSince(version, [table]));
  }

  it('return each change of other nodes once, and none of their own', async () => {
    await append('entries');
    await append('terms users');
    await append('terms', 'own');
    assert.deepEqual(await poll(), ['entries', 'terms', 'users']);
    await append('terms', 'own');
    assert.deepEqual(await poll(), []);
    await append('');
    assert.deepEqual(await poll(), []);
    await append('users');
    assert.deepEqual(await poll(), ['users']);
  });

  it('return the change of a transaction that ends after later ones', async () => {
    await other.query('begin');
    await append('users');
    await append('entries', 'other', client);
    assert.deepEqual(await poll(), ['entries']);
    await append('terms', 'other', client);
    assert.deepEqual(await poll(), ['terms']);
    await other.query('commit');
    assert.deepEqual(await poll(), ['users']);
    assert.deepEqual(await poll(), []);
  });

  it('return an unknown change after a long interruption', async () => {
    advance = 59;
    assert.deepEqual(await poll(), []);
    advance = 120;
    assert.deepEqual(await poll(), tables);
  });

  it('delete rows that were visible two minutes ago', async () => {
    const countRows = async () => (await other.query('select tables from change_log order by tables')).rows.length;
    for (let n = 0; n < 1200; n += 1) await append('entries');
    for (advance = 30; advance < 150; advance += 30) {
      await append('entries');
      await poll();
    }
    // The first poll that was retained has preceded all rows, the next one 1,200 of them.
    assert.equal(await countRows(), 1204);
    advance = 150;
    await poll();
    assert.equal(await countRows(), 204);
    await poll();
    assert.equal(await countRows(), 3);
  });

  it('ignore and delete rows of a dump of another server', async () => {
    await other.query("insert into change_log values ('9000000000', 'other', 'entries')");
    assert.deepEqual(await poll(), []);
    for (advance = 30; advance <= 150; advance += 30) await poll();
    assert.deepEqual((await other.query('select * from change_log')).rows, []);
  });

  it('let every table count as changed while the log does not exist', async () => {
    await other.query('drop table change_log');
    assert.equal(await polls.run(), false);
    assert.equal(changes.isOutdated, true);
    assert.equal(await polls.run(), false);
    await other.query(`${createPostgresChangeLog}; ${addGeneration}`);
    assert.deepEqual(await poll(), tables);
    assert.deepEqual(await poll(), []);
    assert.equal(changes.isOutdated, false);
  });

  describe('with a required position', () => {
    let position: RequiredPosition;
    const flushed = () => readPosition('flush');
    const inserted = () => readPosition('insert');
    const readPosition = async (kind: string): Promise<number> =>
      (await other.query(`select (pg_current_wal_${kind}_lsn() - '0/0'::pg_lsn)::float8 as n`)).rows[0].n;
    const withoutFlush = async (work: () => Promise<unknown>) => {
      await other.query('set synchronous_commit = off');
      await work();
      await other.query('reset synchronous_commit');
    };
    /** Returns the value, however long the last poll is ago. */
    const value = () => {
      changes.knownUntil = Number.POSITIVE_INFINITY;
      return position.value;
    };
    /** Sets a new position to zero, so that the next poll that raises it sets it. */
    beforeEach(async () => {
      position = new RequiredPosition(changes);
      polls = new ChangePolls(polling, changes, (node) => node === 'own', position);
      await polls.run();
      position.reset();
    });

    it('include changes that have waited for the disk in the flushed position', async () => {
      await append('+ entries');
      const minimum = await flushed();
      assert.deepEqual(await poll(), ['entries']);
      assert.ok(minimum <= position.last && position.last <= (await flushed()));
    });

    it('include other changes in the inserted position', async () => {
      for (const text of ['entries', 'terms']) {
        await withoutFlush(() => append(text));
        const minimum = await inserted();
        assert.deepEqual(await poll(), [text]);
        assert.ok(position.last >= minimum);
        position.reset();
      }
    });

    it('require nothing else', async () => {
      await append('+ entries', 'own');
      assert.deepEqual(await poll(), []);
      assert.equal(value(), 0);
    });

    it('include commits of this node that precede them', async () => {
      position.recordCommit(true);
      assert.equal(value(), undefined);
      const minimum = await flushed();
      await polls.run();
      assert.ok((value() ?? 0) >= minimum);
      await withoutFlush(() => append('entries', 'own'));
      position.recordCommit(false);
      const insertedMinimum = await inserted();
      await polls.run();
      assert.ok((value() ?? 0) >= insertedMinimum);
    });

    it('do not include commits that follow their beginning', async () => {
      const polled = polls.run();
      position.recordCommit(true);
      await polled;
      assert.equal(value(), undefined);
    });

    it('have no value when they are outdated', () => {
      assert.equal(value(), 0);
      changes.knownUntil = performance.now();
      assert.equal(position.value, undefined);
    });
  });
});
