import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainColumns } from '../../contract/columns.ts';
import { writableColumnNames } from '../../contract/grammar/column.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { type Slots, statement } from '../database/statement.ts';
import { composeColumns, presentColumns, submittedColumns } from './plain-columns.ts';

describe('plain columns', () => {
  it('of a new row have the submitted values, else initial ones', () => {
    const declared = { menu_order: 0, comment_status: 'closed', ping_status: 'closed' };
    const others = { sticky: 0, template: '', format: 'standard' };
    assert.partialDeepStrictEqual(composeColumns('entries'), { ...declared, ...others });
    const args = { sticky: true, template: 'wide', menu_order: undefined };
    const initial = { comment_status: 'open', menu_order: 3, template: 'narrow' };
    assert.partialDeepStrictEqual(composeColumns('entries', { args, initial }), {
      ...{ ...declared, comment_status: 'open', menu_order: 3 },
      ...{ ...others, sticky: 1, template: 'wide' },
    });
  });

  it('of a stored row keep their values unless others are submitted', () => {
    const before = { ...composeColumns('entries'), sticky: 1, template: 'wide', menu_order: 4 };
    assert.deepEqual(composeColumns('entries', { before, initial: { menu_order: 9 } }), before);
    const args = { sticky: false, template: '' };
    assert.deepEqual(composeColumns('entries', { before, args }), { ...before, sticky: 0, template: '' });
  });

  it('that are read-only cannot be submitted', () => {
    const before = { ...composeColumns('terms'), count: 5 };
    assert.deepEqual(composeColumns('terms', { args: { count: 100 }, before }), before);
    assert.deepEqual(submittedColumns('terms', { count: 100 }), {});
    assert.deepEqual(submittedColumns('entries', { sticky: true, template: undefined }), { sticky: 1 });
    assert.ok(!writableColumnNames(plainColumns.terms).some((name) => name === 'count'));
  });

  it('are presented with the types of their fields', () => {
    const row = { nested: { ...composeColumns('entries'), sticky: 1, menu_order: 2 } };
    const { sticky, menu_order, format } = presentColumns('entries', ({ nested }: typeof row) => nested);
    const record = [sticky, menu_order, format].map((present) => Reflect.apply(present, undefined, [row]));
    assert.deepEqual(record, [true, 2, 'standard']);
  });
});

const columnsOf = statement((q, p: Slots<{ table: string }>) => q.dialect.contents.columns(p.table));

describeEachEngine('every declared plain column', (engine) => {
  it('was added by a migration', async () => {
    const database = await engine.open();
    await migrate(database, migrations);
    for (const [table, declared] of Object.entries(plainColumns)) {
      const names = (await database.read.all(columnsOf, { table })).map(({ name }) => name);
      for (const name of Object.keys(declared)) assert.ok(names.includes(name), `${table}.${name}`);
    }
  });
});
