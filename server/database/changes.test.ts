import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedBy, tablesOf } from './changes.ts';

describe('tablesOf and changedBy', () => {
  const copying = 'insert into "mails" ("to") select "email" from "users" join "user_roles" on true';

  it('find all tables that a statement names', () => {
    assert.deepEqual(tablesOf(copying), ['mails', 'users', 'user_roles']);
  });

  it('report tables that a statement writes to, not those that it only reads', () => {
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

  it('report all tables as changed for an unknown form of statement', () => {
    assert.deepEqual(changedBy('replace into "a" select * from "b"'), ['a', 'b']);
  });
});
