// Tests the changes of the list of fields in the form builder.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormField } from '../../data/resources/forms.ts';
import { problemsOf } from './problems.ts';
import { addRow, changeRow, duplicateRow, moveRow, nameFor, type Row, rowsOf } from './rows.ts';

const topic: FormField = { name: 'topic', kind: 'choice', label: 'Topic', choices: ['Question', 'Order'] };
const order: FormField = {
  ...{ name: 'order', kind: 'number', label: 'Order', minimum: 1 },
  condition: { field: 'topic', values: ['Order'] },
};
const rows = rowsOf([topic, order]);
const fieldsOf = (all: readonly Row[]) => all.map(({ field }) => field);

describe('changes of rows', () => {
  it('keep what they do not know, and the order of properties', () => {
    const unknown = { other: { a: [1] }, name: 'a', kind: 'text', label: 'A', later: null } as unknown as FormField;
    const before = rowsOf([unknown]);
    const changed = changeRow(changeRow(before, 0, { label: 'B' }), 0, { label: 'A' });
    assert.equal(JSON.stringify(fieldsOf(changed)), JSON.stringify([unknown]));
    assert.equal(
      JSON.stringify(fieldsOf(changeRow(changeRow(before, 0, { help: 'x' }), 0, { help: undefined }))),
      JSON.stringify([unknown]),
    );
  });

  it('remove the properties that a kind cannot have', () => {
    const [changed] = fieldsOf(changeRow(rowsOf([{ ...order, maximum: 3 }]), 0, { kind: 'text' }));
    assert.deepEqual(changed, { name: 'order', kind: 'text', label: 'Order', condition: order.condition });
  });

  it('let conditions follow names, choices and kinds', () => {
    const conditionOf = (changes: Parameters<typeof changeRow>[2]) => changeRow(rows, 0, changes)[1]?.field.condition;
    assert.deepEqual(conditionOf({ name: 'subject' }), { field: 'subject', values: ['Order'] });
    assert.deepEqual(conditionOf({ choices: ['Question', 'Orders'] }), { field: 'topic', values: ['Orders'] });
    assert.deepEqual(conditionOf({ choices: ['Question'] }), { field: 'topic', values: ['Order'] });
    assert.deepEqual(conditionOf({ kind: 'text' }), { field: 'topic' });
    assert.deepEqual(conditionOf({ label: 'x' }), order.condition);
  });

  it('name new fields after their labels, and stored ones never again', () => {
    const added = addRow(rows, 'text', 'Text', []);
    assert.equal(added.at(-1)?.field.name, 'text');
    const labelled = changeRow(added, 2, { label: 'Größe & Order' });
    assert.equal(labelled.at(-1)?.field.name, 'gro_e_order');
    assert.equal(changeRow(labelled, 2, { label: 'Topic' }).at(-1)?.field.name, 'topic_2');
    const named = changeRow(labelled, 2, { name: 'own' });
    assert.equal(changeRow(named, 2, { label: 'Else' }).at(-1)?.field.name, 'own');
    assert.equal(changeRow(rows, 0, { label: 'Else' })[0]?.field.name, 'topic');
    assert.equal(nameFor('日本', rows), 'field');
  });

  it('duplicate and move fields', () => {
    const copied = duplicateRow(rows, 0);
    assert.deepEqual(fieldsOf(copied), [topic, { ...topic, name: 'topic_2' }, order]);
    assert.equal(new Set(copied.map(({ key }) => key)).size, 3);
    assert.deepEqual(fieldsOf(moveRow(rows, 0, 1)), [order, topic]);
    for (const to of [-1, 2]) assert.equal(moveRow(rows, 0, to), rows);
  });
});

it('problems are found before the service is asked', () => {
  const schemas = {
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' },
    label: { type: 'string', maxLength: 9 },
  };
  const problems = (fields: FormField[], at = 0) => Object.keys(problemsOf(rowsOf(fields), at, schemas));
  assert.deepEqual(problems([topic, order]), []);
  assert.deepEqual(problems([topic, order], 1), []);
  assert.deepEqual(problems([{ ...topic, name: 'A b', label: 'Much too long' }]), ['name', 'label']);
  assert.deepEqual(problems([topic, topic]), ['name']);
  assert.deepEqual(problems([{ ...topic, choices: [] }]), ['choices']);
  assert.deepEqual(problems([{ name: 'a', kind: 'text', label: 'A', longest: 1001 }]), ['longest']);
  assert.deepEqual(problems([{ name: 'a', kind: 'number', label: 'A', minimum: 2, maximum: 1 }]), ['maximum']);
  for (const fields of [
    [order, topic],
    [order],
    [{ ...order, condition: { field: 'order' } }],
    [topic, { ...order, condition: { field: 'topic', values: [] } }],
    [topic, { ...order, condition: { field: 'topic', values: ['x'] } }],
  ])
    assert.deepEqual(
      problems(
        fields,
        fields.findIndex(({ name }) => name === 'order'),
      ),
      ['condition'],
    );
});
