import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from '../../test/engines.ts';
import type { Database } from '../database/handle.ts';
import { type Builder, type Slots, statement } from '../database/statement.ts';
import {
  all,
  always,
  among,
  any,
  type Condition,
  constant,
  isOwner,
  matches,
  never,
  not,
  predicate,
} from './conditions.ts';

const states = ['publish', 'draft', 'private'];
const rows = states.flatMap((status) => [0, 1, 2].map((author) => ({ status, author })));

interface TestTables {
  people: { id: number; status: string; author: number };
}

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(always, never, isOwner('author'), constant(true), constant(false)),
    fc.subarray(states, { minLength: 1 }).map((values) => among('status', values)),
    tie('condition').map((of) => not(of)),
    fc.array(tie('condition'), { maxLength: 3 }).map((of) => all(...of)),
    fc.array(tie('condition'), { maxLength: 3 }).map((of) => any(...of)),
  ),
})).condition;

describe('conditions', () => {
  it('simplify to always or never when their result is constant', () => {
    assert.equal(all(constant(true), any(never, always)), always);
    assert.equal(any(constant(false), all(never, isOwner('author'))), never);
    assert.deepEqual(all(always, isOwner('author')), isOwner('author'));
  });

  it('on ownership never hold for anonymous actors', () => {
    assert.equal(matches(isOwner('author'), { author: 0 }, 0), false);
  });
});

describeEachEngine('conditions in code and in SQL', (engine) => {
  let database: Database;
  before(async () => {
    database = await engine.open();
    await database.schemaChange(async (tx) => {
      const { integer, text } = tx.dialect.types;
      await tx.execute(`create table people (id ${integer}, status ${text}, author ${integer})`);
    });
    const insert = statement((q: Builder<TestTables>, p: Slots<{ id: number; status: string; author: number }>) =>
      q.insertInto('people').values({ id: p.id, status: p.status, author: p.author } as never),
    );
    await database.transaction(async (tx) => {
      for (const [id, row] of rows.entries()) await tx.run(insert, { id, ...row });
    });
  });

  it('select the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(conditions, fc.constantFrom(0, 1, 2), async (condition, actor) => {
        const chosen = statement((q: Builder<TestTables>, p: Slots<{ actor: number }>) =>
          q
            .selectFrom('people')
            .select('id')
            .where((eb) => predicate(eb, 'people', condition, p.actor))
            .orderBy('id'),
        );
        const found = (await database.read.all(chosen, { actor })).map((row) => row.id);
        const expected = rows.flatMap((row, id) => (matches(condition, row, actor) ? [id] : []));
        assert.deepEqual(found, expected);
      }),
      { numRuns: 300 },
    );
  });
});
