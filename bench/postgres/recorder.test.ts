import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { type RecordedStatement, startRecorder } from './recorder.ts';

const server = process.env.OCTAVO_TEST_POSTGRES;

describe('a recorder of statements', { skip: server === undefined && 'no PostgreSQL server is configured' }, () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  async function record(
    work: (client: pg.Client) => Promise<unknown>,
    options: { pipeline?: boolean } = {},
  ): Promise<RecordedStatement[]> {
    const recorder = await startRecorder(server ?? '');
    cleanups.push(() => recorder.close());
    const client = new pg.Client({ connectionString: recorder.url, ...options });
    await client.connect();
    recorder.take();
    await work(client);
    await client.end();
    return recorder.take();
  }

  it('returns simple and prepared statements with their values and single rows', async () => {
    const statements = await record(async (client) => {
      await client.query('begin');
      for (const id of [7, null])
        await client.query({
          name: 'find',
          text: 'select $1::int as id, $2 as text',
          values: [id, 'a'.repeat(70_000)],
        });
      await client.query('select generate_series(1, 2)');
      await client.query('commit');
    });
    assert.deepEqual(
      statements.map(({ sql, values, row }) => [sql, values.map((value) => value?.length ?? null), row?.id]),
      [
        ['begin', [], undefined],
        ['select $1::int as id, $2 as text', [1, 70_000], '7'],
        ['select $1::int as id, $2 as text', [null, 70_000], null],
        ['select generate_series(1, 2)', [], undefined],
        ['commit', [], undefined],
      ],
    );
    assert.ok(statements.every(({ isPipelined }) => !isPipelined));
  });

  it('marks statements that were sent before the previous response', async () => {
    const statements = await record(
      async (client) => {
        await Promise.all([client.query('select 1'), client.query('select 2')]);
      },
      { pipeline: true },
    );
    assert.deepEqual(
      statements.map(({ sql, isPipelined }) => [sql, isPipelined]),
      [
        ['select 1', false],
        ['select 2', true],
      ],
    );
  });
});
