// Tests that the encoded values of filterable meta fields have the order of the values.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentType } from '../../../contract/grammar/content-type.ts';
import { Type } from '../../../contract/grammar/schema.ts';
import { type FilterableKind, filterableFields } from '../../../contract/shared/filterable-meta.ts';
import { encodeFilter, encodeValue, indexedValues, indexName, missing } from './meta-values.ts';

const encode = (kind: FilterableKind, value: unknown, zone = 'Europe/Berlin'): string => {
  const encoded = encodeValue(kind, value, zone);
  assert.ok(encoded, JSON.stringify(value));
  // Databases compare the bytes of UTF-8.
  return Buffer.from(encoded.exact).toString('hex');
};

const ascending: readonly (readonly [kind: FilterableKind, values: readonly unknown[]])[] = [
  ['number', [-Number.MAX_VALUE, -1e21, -2, -1.5, -5e-324, 0, 5e-324, 0.1, 1, 9, 10, 2 ** 53 - 1, Number.MAX_VALUE]],
  ['boolean', [false, true]],
  ['date', ['0001-01-01', '1999-12-31', '2026-01-31', '2026-02-01']],
  ['date-time', ['2026-07-01T19:59:59', '2026-07-01T18:00:00Z', '2026-07-01 20:00:01', '2026-07-01T20:00:02.5+02:00']],
  ['text', ['', ' ', '!', 'A', 'Äa', 'ab', 'B', 'b', `b${'c'.repeat(200)}`, 'bd', 'z', '名', '😀']],
  ['text', [`${'x'.repeat(99)}a${'y'.repeat(50)}`, `${'x'.repeat(99)}b`]],
];

describe('encoded values', () => {
  for (const [kind, values] of ascending) {
    it(`of the kind ${kind} have the order of the values: ${JSON.stringify(values).slice(0, 60)}`, () => {
      const encoded = values.map((value) => encode(kind, value));
      assert.deepEqual(encoded.toSorted(), encoded);
      assert.equal(new Set(encoded).size, encoded.length);
    });
  }

  it('are between those of entries without a value', () => {
    const [first, last] = [missing.first, missing.last].map((mark) => Buffer.from(mark).toString('hex'));
    for (const [kind, values] of ascending)
      for (const value of values) assert.ok(encode(kind, value) > (first ?? '') && encode(kind, value) < (last ?? ''));
  });

  it('of equal numbers and times are equal', () => {
    assert.equal(encode('number', -0), encode('number', 0));
    assert.equal(encode('date-time', '2026-01-01T12:00:00'), encode('date-time', '2026-01-01T11:00:00Z'));
    assert.equal(encode('date-time', '2026-01-01T12:00:00', ''), encode('date-time', '2026-01-01T12:00:00Z', ''));
  });

  it('of texts are short and identify the text', () => {
    const long = 'Ünïcödé '.repeat(1000);
    assert.ok(encode('text', long).length / 2 < 600);
    assert.notEqual(encode('text', long), encode('text', `${long}.`));
    assert.notEqual(encode('text', 'abc'), encode('text', 'ABC'));
    assert.doesNotMatch(encodeValue('text', 'a\0b\u0001c', '')?.exact ?? '\0', /\0/);
  });

  it('do not exist for values of another type', () => {
    for (const [kind, value] of [
      ['number', '1'],
      ['boolean', 1],
      ['text', 1],
      ['text', null],
      ['text', undefined],
      ['date', '2026-02-30'],
      ['date', '2026-01-01T00:00:00'],
      ['date-time', 'tomorrow'],
      ['date-time', '2026-01-01'],
    ] as const)
      assert.equal(encodeValue(kind, value, ''), undefined, `${kind} ${value}`);
  });

  it('are compared without case and accents if a text is after or before another one', () => {
    const [upper, lower] = ['Élan', 'elan'].map((text) => encodeValue('text', text, '')?.exact ?? '');
    for (const text of ['ELAN', 'élan']) {
      const filter = encodeFilter('text', { after: text, before: text }, '');
      assert.ok('after' in filter && filter.after !== undefined && filter.before !== undefined);
      for (const value of [upper, lower]) assert.ok((value ?? '') < filter.after && (value ?? '') >= filter.before);
    }
  });
});

describe('the rows of an index', () => {
  const noun = { one: 'event', many: 'events' };
  const typeWith = (field: object) =>
    contentType({
      name: 'event',
      restBase: 'events',
      noun,
      meta: { field: Type.Unsafe({ ...field, filterable: true }) },
    });
  const valuesOf = (field: object, stored: string) =>
    indexedValues(typeWith(field), stored, '').map(({ value }) => value);

  it('contain the default of a field that is not stored, and mark a missing value', () => {
    assert.deepEqual(valuesOf({ type: 'boolean', default: true }, '{}'), ['=1']);
    assert.deepEqual(valuesOf({ type: 'boolean', default: true }, '{"field":false}'), ['=0']);
    for (const stored of ['{}', '{"field":null}', '{"field":"text"}', '{"field":[true]}', 'damaged'])
      assert.deepEqual(valuesOf({ type: 'boolean' }, stored), ['<', '>'], stored);
  });

  it('have a name that depends on what determines them', () => {
    const nameOf = (field: object, zone = '') => {
      const type = typeWith(field);
      return filterableFields(type).map((each) => indexName(type, each, zone))[0];
    };
    const names = [
      nameOf({ type: 'string' }),
      nameOf({ type: 'string', default: '' }),
      nameOf({ type: 'string', format: 'date' }),
      nameOf({ type: 'string', format: 'date-time' }),
      nameOf({ type: 'string', format: 'date-time' }, 'Europe/Berlin'),
      nameOf({ type: 'number' }),
    ];
    assert.equal(new Set(names).size, names.length);
    assert.equal(nameOf({ type: 'string' }), nameOf({ type: ['string', 'null'], default: null, description: 'x' }));
    assert.equal(nameOf({ type: 'string' }), nameOf({ type: 'string' }, 'Europe/Berlin'));
    for (const name of names) assert.match(name ?? '', /^event\.field\.[\da-f]{12}$/);
  });
});
