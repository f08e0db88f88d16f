import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutBackground } from './pgbench.ts';
import { pgbenchScript, type TypedStatement } from './pgbench-script.ts';
import type { RecordedStatement } from './recorder.ts';

const statement = (sql: string, values: TypedStatement['values'] = [], more: Partial<TypedStatement> = {}) => ({
  ...{ sql, values, types: values.map(() => 'text'), isPipelined: false },
  ...more,
});

const linesOf = (statements: readonly TypedStatement[], target?: string) =>
  pgbenchScript(statements, { unique: '7340001', target }).text.trimEnd().split('\n');

describe('a pgbench script', () => {
  it('replaces the marker in texts and the target with variables', () => {
    const { text, variables } = pgbenchScript(
      [statement('update t set a = $1\n  where id = $2', ['post-7340001-x', '42'], { types: ['text', 'bigint'] })],
      { unique: '7340001', target: '42' },
    );
    assert.equal(
      text.trimEnd().split('\n').at(-1),
      'update t set a = (:p0_0_0::text || :unique::text || :p0_0_2::text)::text where id = :target::bigint;',
    );
    assert.deepEqual(variables, { n: '0', p0_0_0: 'post-', p0_0_2: '-x' });
    assert.ok(text.includes('\\set target random(:firstTarget, :lastTarget)'));
  });

  it('uses the IDs that inserts return in later statements, also in arrays', () => {
    const lines = linesOf([
      statement('insert into t default values returning id', [], { row: { id: '5001' } }),
      statement('select $1, $2', ['5001', '{5001,1}'], { types: ['bigint', 'bigint[]'] }),
    ]);
    assert.deepEqual(lines.slice(-2), [
      'insert into t default values returning id \\gset r0_',
      'select :r0_id::bigint, (:p1_1_0::text || :r0_id::text || :p1_1_2::text)::bigint[];',
    ]);
  });

  it('sends NULL, empty values and inserted UUIDs without variables', () => {
    const uuid = '005c3b49-0cbd-4ed7-8a87-eab91c77136d';
    const lines = linesOf([statement('insert into t values ($1, $2, $3)', [null, '', uuid])]);
    assert.equal(lines.at(-1), "insert into t values (null::text, ''::text, gen_random_uuid()::text);");
  });

  it('puts statements that were sent together in a pipeline, except for those whose results are used', () => {
    const lines = linesOf([
      statement('begin'),
      statement('select 1', [], { isPipelined: true }),
      statement('insert into t default values returning id', [], { isPipelined: true, row: { id: '5001' } }),
      statement('select $1', ['5001']),
      statement('commit', [], { isPipelined: true }),
    ]);
    assert.deepEqual(lines.slice(2), [
      '\\startpipeline',
      'begin;',
      'select 1;',
      '\\endpipeline',
      'insert into t default values returning id \\gset r2_',
      '\\startpipeline',
      'select :r2_id::text;',
      'commit;',
      '\\endpipeline',
    ]);
  });

  it('is not written for SQL that pgbench would change', () => {
    assert.throws(() => linesOf([statement("select ':name'")]), /pgbench cannot run/);
  });
});

describe('the statements of a request', () => {
  const on = (connection: number, sql: string): RecordedStatement => ({
    connection,
    sql,
    values: [],
    isPipelined: false,
  });

  it('do not contain statements that also run without requests, unless their transaction contains others', () => {
    const statements = [
      ...[on(1, 'poll'), on(2, 'begin'), on(2, 'insert'), on(1, 'begin'), on(2, 'poll'), on(1, 'poll')],
      ...[on(2, 'commit'), on(1, 'commit'), on(3, 'read')],
    ];
    assert.deepEqual(
      withoutBackground(statements, new Set(['poll'])).map(({ connection, sql }) => `${connection} ${sql}`),
      ['2 begin', '2 insert', '2 poll', '2 commit', '3 read'],
    );
  });
});
