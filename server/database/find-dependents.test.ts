import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachDatabase } from '../../test/engines.ts';
import { findDependents } from './find-dependents.ts';

const tables = `
  create table beds (id integer primary key);
  create table plants (id integer primary key, bed integer references beds (id) on delete cascade);
  create table tags (plant integer references plants (id) on delete set null);
  create table signs (bed integer references beds (id) on update cascade);
  create table visits (bed integer references beds (id));
  create table log (plant integer)`;

/** A trigger that deletes rows of `beds`. */
const triggers = {
  sqlite: 'create trigger clear after insert on log begin delete from beds where id = new.plant; end',
  postgres: `create function clear() returns trigger language plpgsql as $$
      begin delete from beds where id = new.plant; return null; end $$;
    create trigger clear after insert on log for each row execute function clear()`,
};

describeEachDatabase('the dependents of tables', (engine) => {
  it('are found in foreign keys and triggers', async () => {
    const database = await engine.open();
    await database.schemaChange(async (tx) => {
      await tx.execute(tables);
      await tx.execute(triggers[tx.engine]);
    });
    const { ofDeletion, ofChange } = await findDependents(database.read);
    const sorted = (map: ReadonlyMap<string, ReadonlySet<string>>) =>
      Object.fromEntries([...map].map(([table, names]) => [table, [...names].toSorted()]));
    assert.deepEqual(sorted(ofDeletion), { beds: ['plants', 'tags'], plants: ['tags'] });
    assert.deepEqual(sorted(ofChange), { beds: ['signs'], log: ['beds', 'plants', 'tags'] });
  });
});
