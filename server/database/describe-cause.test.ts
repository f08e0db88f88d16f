// Tests that messages about failed migrations, and errors of the engines, contain no values of rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { describeEachDatabase } from '../../test/engines.ts';
import { MigrationFailed } from './errors.ts';
import type { Database } from './handle.ts';
import { type Migration, type MigrationHandle, migrate } from './migrate.ts';

const secret = 'eve@secret.example';

const createTable: Migration = {
  number: 1,
  name: 'people',
  up: (tx) =>
    tx.execute(
      `create table people (email text not null unique, code varchar(40) check (length(code) > 2));
       insert into people (email, code) values ('${secret}', 'abc')`,
    ),
};

/** Statements that fail because of rows. */
const failingStatements: Readonly<Record<string, Parameters<MigrationHandle['execute']>[0]>> = {
  'unique constraint': "insert into people (email, code) select email, 'abcd' from people",
  'unique index': `create table copies as select email from people union all select email from people;
    create unique index copies_unique on copies (email)`,
  'missing value': `insert into people (email, code) select null, '${secret}'`,
  'check constraint': `insert into people (email, code) values ('${secret}2', 'x')`,
  'invalid value': {
    sqlite: 'create table numbers (n integer) strict; insert into numbers select email from people',
    postgres: 'create table numbers (n integer); insert into numbers select email::integer from people',
  },
  'value that is too long': {
    sqlite: "select json_extract('{}', email) from people; create table x (y); create table x (y)",
    postgres: 'create table short (n varchar(3)); insert into short select email from people',
  },
};

/** Errors of JavaScript that quote values. */
const failingCode: Readonly<Record<string, () => unknown>> = {
  'invalid JSON': () => JSON.parse(secret),
  'invalid integer': () => BigInt(secret),
  'wrong operand': () => Reflect.has(JSON.parse(JSON.stringify(secret)), 'x'),
  'read-only property': () => Object.assign(Object.freeze([secret]), { 0: secret }),
  'thrown text': () => {
    throw secret;
  },
};

describeEachDatabase('a failed migration', (engine) => {
  let database: Database | undefined;
  const failWith = async (up: Migration['up']): Promise<MigrationFailed> => {
    // All migrations are rolled back, so that the tests can use the same database.
    database ??= await engine.open();
    const thrown: unknown = await migrate(database, [createTable, { number: 2, name: 'broken', up }]).then(
      () => assert.fail('the migration succeeds'),
      (error) => error,
    );
    assert.ok(thrown instanceof MigrationFailed, String(thrown));
    assert.match(
      thrown.message,
      /^A migration of the service failed and was rolled back: 0002 broken \(.+\); the database is unchanged\.$/,
    );
    assert.doesNotMatch(thrown.message, /secret|\n/);
    return thrown;
  };

  for (const [name, sql] of Object.entries(failingStatements))
    test(`because of a row contains no values of it: ${name}`, async () => {
      const { message, cause } = await failWith((tx) => tx.execute(sql));
      assert.match(message, engine.name === 'postgres' ? /, \d\w{4}[,)]/ : /, SQLITE_\w+[,)]/);
      if (engine.name === 'postgres')
        assert.doesNotMatch(inspect(cause, { depth: 9 }), /Failing row|Key \(|is duplicated/);
    });

  for (const [name, run] of Object.entries(failingCode))
    test(`because of a value does not contain it: ${name}`, async () => {
      const { message } = await failWith(async () => void run());
      if (name !== 'thrown text') assert.match(message, /\(\w+Error, at describe-cause\.test\.ts:\d+:\d+\);/);
    });

  test('names the table, and the message that the author of the migration has written', async () => {
    const missing = await failWith((tx) => tx.execute('insert into missing_table values (1)'));
    assert.match(missing.message, /missing_table/);
    const violated = await failWith((tx) =>
      tx.execute("insert into people (email, code) select email, 'abcd' from people"),
    );
    assert.match(violated.message, engine.name === 'postgres' ? /constraint people_email_key/ : /UniqueViolation/);
    const authored = await failWith(async () => {
      throw new Error('two people have the same address; delete one of them.\nmore');
    });
    assert.match(authored.message, /\(Error, two people have the same address; delete one of them, at describe-/);
  });
});
