import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedBy, tablesOf } from './changes.ts';

describe('the tables of a statement', () => {
  const copying = 'insert into "mails" ("to") select "email" from "users" join "user_roles" on true';

  it('are all that it names', () => {
    assert.deepEqual(tablesOf(copying), ['mails', 'users', 'user_roles']);
  });

  it('are changed where it writes to them, and not where it only looks into them', () => {
    assert.deepEqual(changedBy(copying), ['mails']);
    assert.deepEqual(changedBy('insert into "jobs" ("name") values (?) on conflict do update set "name" = ?'), [
      'jobs',
    ]);
    assert.deepEqual(changedBy('with "a" as (select 1 from "b") update "events" set "x" = 1 from "a"'), ['events']);
    assert.deepEqual(changedBy('delete from "terms" where "id" in (select "x" from "links")'), ['terms']);
    assert.deepEqual(changedBy('with "a" as (delete from "b" returning "c") insert into "d" select "c" from "a"'), [
      'b',
      'd',
    ]);
  });

  it('count as changed, all of them, where the form of the statement is not known', () => {
    assert.deepEqual(changedBy('replace into "a" select * from "b"'), ['a', 'b']);
  });
});
