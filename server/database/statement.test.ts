import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { postgresDialect } from './dialects/postgres/dialect.ts';
import { sqliteDialect } from './dialects/sqlite/dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import { type Builder, bindParameters, type Slots, statement, statementFamily, withConstants } from './statement.ts';

interface Garden {
  plants: { id: number; name: string; height: number };
}
type Q = Builder<Garden>;
type None = Slots<Record<never, never>>;

describe('a statement', () => {
  test('is compiled once for each engine', () => {
    let built = 0;
    const tall = statement((q: Q, p: Slots<{ height: number }>) => {
      built++;
      return q.selectFrom('plants').select('name').where('height', '>', p.height);
    });
    assert.equal(tall.compile(sqliteDialect), tall.compile(sqliteDialect));
    assert.equal(tall.compile(sqliteDialect).sql, 'select "name" from "plants" where "height" > +?');
    assert.equal(tall.compile(postgresDialect).sql, 'select "name" from "plants" where "height" > $1');
    assert.equal(built, 2);
  });

  test('binds slots at every position, together with constant values', () => {
    const change = statement((q: Q, p: Slots<{ id: number; name: string }>) =>
      q
        .updateTable('plants')
        .set({ name: p.name, height: sql<number>`${p.id} + length(${p.name})` })
        .where('id', '=', p.id)
        .where('height', '=', 3),
    );
    const compiled = change.compile(sqliteDialect);
    assert.deepEqual(bindParameters(compiled, { id: 7, name: 'fern' }), ['fern', 7, 'fern', 7, 3]);
  });

  test('contains constants instead of slots', () => {
    const named = statement((q: Q, p: Slots<{ id: number; name: string }>) => {
      const fixed = withConstants(p, { name: "o'clock" });
      return q.selectFrom('plants').select('id').where('name', '=', fixed.name).where('id', '=', fixed.id);
    });
    const compiled = named.compile(postgresDialect);
    assert.equal(compiled.sql, `select "id" from "plants" where "name" = 'o''clock' and "id" = $1`);
    assert.deepEqual(bindParameters(compiled, { id: 7, name: 'not bound' }), [7]);
  });

  test('detects whether it may write', () => {
    const writes = (build: (q: Q, p: None) => ReturnType<Parameters<typeof statement>[0]>) =>
      statement<Record<never, never>, unknown, Garden>(build).compile(postgresDialect).writes;
    assert.equal(
      writes((q) => q.selectFrom('plants').selectAll()),
      false,
    );
    assert.equal(
      writes((q) => q.selectFrom('plants').select('id').union(q.selectFrom('plants').select('id'))),
      false,
    );
    assert.equal(
      writes(() => sql`select 1`),
      false,
    );
    assert.equal(
      writes((q) => q.deleteFrom('plants')),
      true,
    );
    assert.equal(
      writes((q) => q.schema.dropTable('plants')),
      true,
    );
    assert.equal(
      writes(() => sql`with x as (select 1) delete from ${sql.table('plants')}`),
      true,
    );
    assert.equal(
      writes((q) =>
        q
          .with('gone', (db) => db.deleteFrom('plants').returning('id'))
          .selectFrom('gone')
          .selectAll(),
      ),
      true,
    );
  });

  test('rejects constants that the engines store differently', () => {
    for (const value of [true, undefined, new Date(0), Number.NaN]) {
      const invalid = statement((_: Q, __: None) => sql`select ${value}`);
      assert.throws(() => invalid.compile(sqliteDialect), DatabaseMisuse);
    }
  });

  test('cannot be executed by the query builder', async () => {
    let execution: Promise<unknown> | undefined;
    const eager = statement((q: Q, _: None) => {
      execution = q.selectFrom('plants').selectAll().execute();
      return q.selectFrom('plants').selectAll();
    });
    eager.compile(sqliteDialect);
    await assert.rejects(execution ?? Promise.resolve(), DatabaseMisuse);
  });
});

test('statementFamily caches one statement for each shape', () => {
  const sorted = statementFamily(
    (q: Q, shape: { by: 'name' | 'height'; from?: boolean }, p: Slots<{ limit: number }>) =>
      q.selectFrom('plants').select('id').orderBy(shape.by).limit(p.limit),
  );
  assert.equal(sorted({ by: 'name' }), sorted({ by: 'name' }));
  assert.notEqual(sorted({ by: 'name' }), sorted({ by: 'height' }));
  assert.match(sorted({ by: 'height' }).compile(sqliteDialect).sql, /order by "height" limit \+\?/);
});

/** Is never called. The type checker verifies that only valid statements on the service's tables compile. */
export function typed(): void {
  const findTerm = statement((q, p: Slots<{ id: number }>) =>
    q.selectFrom('terms').select('id').where('id', '=', p.id),
  );
  const name: string = findTerm.compile(sqliteDialect).sql;
  // @ts-expect-error: booleans are stored as 0 and 1.
  statement((q, p: Slots<{ on: boolean }>) => q.selectFrom('terms').select('id').where('id', '=', p.on));
  // @ts-expect-error: a slot has the type of its parameter.
  statement((q, p: Slots<{ id: string }>) => q.selectFrom('terms').select('id').where('id', '=', p.id));
  assert.ok(name);
}
