import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tablesInText } from './tables-in-text.ts';

const assertFound = (text: string, ...names: string[]) =>
  assert.deepEqual([...tablesInText(text)].toSorted(), names.toSorted(), text);

describe('the tables in SQL text', () => {
  it('follow from, join, into, update, using, truncate, and commas in lists of sources', () => {
    assertFound('select a, b from plants, beds as b, "tags" t where c in (1, 2)', 'plants', 'beds', 'tags');
    assertFound('select * from plants left join beds on beds.id = plants.bed, tags', 'plants', 'beds', 'tags');
    assertFound('select * from (plants cross join beds), lateral (select * from tags) x', 'plants', 'beds', 'tags');
    assertFound('insert into plants (id, bed) select id, bed from beds', 'plants', 'beds');
    assertFound('insert or replace into garden.plants(id) values (1)', 'plants');
    assertFound('update only plants set bed = 1, name = ? from beds, tags', 'plants', 'beds', 'tags');
    assertFound('delete from plants using beds as b, tags where true', 'plants', 'beds', 'tags');
    assertFound('truncate table plants, beds; select 1 from tags', 'plants', 'beds', 'tags');
    assertFound('merge into plants using beds on true when matched then delete', 'plants', 'beds');
    assertFound('select 1 from plants union select 2, 3 from beds order by a, b', 'plants', 'beds');
    assertFound('select (select max(id) from beds), name, (values (1), (2)) from plants', 'beds', 'plants');
    assertFound('select 1 from garden . plants, "garden"."two ""beds"""', 'plants', 'two "beds"');
  });

  it('are not placeholders, functions, aliases, columns, literals or comments', () => {
    assertFound(
      "select f(a, b) from ?, $1 as x, json_each('[1], from plants') as v, unnest(?) with ordinality t (a, b)",
    );
    assertFound('select 1 /* from plants */ from ? -- , beds');
    assertFound('select extract(epoch from date), trim(both from name), overlay(a placing b from 2 for 3)');
    assertFound('select a is not distinct from b from ? join ? using (id, bed) for update of plants');
    assertFound('insert into ? values (1) on conflict (id, bed) do update set id = 1, bed = 2');
  });

  it('are not common table expressions, where these are defined', () => {
    assertFound('with a as (select 1), b (x, y) as not materialized (select 1, 2 from a) select * from a, b');
    assertFound('with recursive n (i) as (select 1 union all select i + 1 from n) select * from n');
    assertFound('with plants as (select * from plants) select * from plants', 'plants');
    assertFound('select * from (with a as (select 1) select * from a) as x, a', 'a');
  });
});
