import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Meta } from '../../../data/editor/meta.ts';
import { errorOf } from '../../../data/validate-value.ts';
import { fieldOfSchema, isEditable, labelOf } from './field-of-schema.ts';

describe('the form of meta fields', () => {
  const fieldOf = (schema: Parameters<typeof fieldOfSchema>[0]) => {
    const field = fieldOfSchema(schema, {
      ...{ id: 'x', label: 'X', isRequired: () => false },
      get: (meta: Meta) => meta.x,
      set: (_meta: Meta, value: unknown) => ({ x: value }),
    });
    const set = (value: unknown) => field.setValue?.({ item: {}, value });
    return { ...field, set, show: (x: unknown) => field.getValue?.({ item: { x } }) };
  };

  it('has a control for each type and format', () => {
    const cases = [
      [{ type: 'string' }, 'text'],
      [{ type: ['string', 'null'], format: 'date-time' }, 'datetime'],
      [{ type: 'string', format: 'date' }, 'date'],
      [{ type: 'string', format: 'email' }, 'email'],
      [{ type: 'string', format: 'uri' }, 'url'],
      [{ type: 'integer' }, 'integer'],
      [{ type: 'number' }, 'number'],
      [{ type: 'boolean' }, 'boolean'],
      [{ type: 'array', items: { type: 'number' } }, 'array'],
    ] as const;
    for (const [schema, type] of cases) {
      assert.ok(isEditable(schema), type);
      assert.equal(fieldOf(schema).type, type);
    }
    for (const schema of [{}, { type: ['string', 'integer'] }, { type: 'object' }, { type: 'array', items: {} }])
      assert.ok(!isEditable(schema), JSON.stringify(schema));
  });

  it('stores null for empty controls, except for texts, and numbers as numbers', () => {
    assert.deepEqual(fieldOf({ type: 'string' }).set(''), { x: '' });
    assert.deepEqual(fieldOf({ type: 'string', format: 'uri' }).set(''), { x: null });
    assert.deepEqual(fieldOf({ type: 'string', enum: ['a'] }).set(''), { x: null });
    assert.deepEqual(fieldOf({ type: 'integer' }).set(undefined), { x: null });
    assert.deepEqual(fieldOf({ type: 'integer', enum: [1, 2] }).set('2'), { x: 2 });
    const numbers = fieldOf({ type: 'array', items: { type: 'integer' } });
    assert.deepEqual(numbers.set(['1', 'two']), { x: [1, 'two'] });
    assert.deepEqual(numbers.show([1, 2]), ['1', '2']);
  });

  it('has labels from titles or names', () => {
    assert.equal(labelOf('start_date', {}), 'Start date');
    assert.equal(labelOf('start_date', { title: 'Begin' }), 'Begin');
  });
});

describe('the validation of meta fields', () => {
  const cases = [
    [{ type: 'integer', minimum: 0 }, -1, 'Enter a number from 0.'],
    [{ type: 'integer', minimum: 0 }, 0, undefined],
    [{ type: 'integer' }, 1.5, 'Enter a whole number.'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 0, 'Enter a number above 0.'],
    [{ type: 'number', maximum: 5 }, 6, 'Enter a number up to 5.'],
    [{ type: 'number', maximum: 5, exclusiveMaximum: true }, 5, 'Enter a number below 5.'],
    [{ type: 'integer', multipleOf: 5 }, 7, 'Enter a multiple of 5.'],
    [{ type: 'string', maxLength: 2 }, '😀😀', undefined],
    [{ type: 'string', maxLength: 2 }, 'abc', 'Enter at most 2 characters.'],
    [{ type: 'string', minLength: 2 }, 'a', 'Enter at least 2 characters.'],
    [{ type: 'string', pattern: '^a' }, 'b', 'The value does not have the required form.'],
    [{ type: 'string', format: 'email' }, 'a', 'Enter an email address.'],
    [{ type: 'string', enum: ['a'] }, 'b', 'Select one of the values.'],
    [{ type: 'array', items: { type: 'integer' } }, [1, 'two'], 'two: Enter a number.'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', 'b'], 'Enter at most 1 value.'],
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, ['a', 'a'], 'Enter each value only once.'],
    [{ type: 'string' }, null, undefined],
  ] as const;
  for (const [schema, value, message] of cases)
    it(`of ${JSON.stringify(value)} with ${JSON.stringify(schema)} ${message === undefined ? 'succeeds' : 'fails'}`, () =>
      assert.equal(errorOf(schema, value, false), message));

  it('requires a value if the schema does', () => {
    for (const value of [null, undefined, '', []]) assert.equal(errorOf({}, value, true), 'Enter a value.');
    assert.equal(errorOf({ type: 'boolean' }, false, true), undefined);
  });
});
