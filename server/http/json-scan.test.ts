import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indentJson, membersIn } from './json-scan.ts';
import { jsonOf, objectOf, textOf, Written } from './json-text.ts';
import { narrow } from './projection.ts';

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

// No name holds a backslash: after such a name, JSON.parse of Node 26 takes other escaped names for it.
const names = ['', 'a', 'b', 'a.b', 'say "no"', '",', '{', '}]', ': ', 'é\u2028', '\n\t', '0', '1'];
const scalars = [...names, '\\', '\\"', '\ud800', null, true, false, 0, -1.5, 1e21];

/** A value of any shape. */
function anyValue(depth: number): unknown {
  const kind = depth === 0 ? 0 : Math.random();
  const size = Math.floor(Math.random() * 4);
  if (kind < 0.4) return pick(scalars);
  if (kind < 0.7) return Array.from({ length: size }, () => anyValue(depth - 1));
  return Object.fromEntries(Array.from({ length: size }, () => [pick(names), anyValue(depth - 1)]));
}

const values = Array.from({ length: 2000 }, () => anyValue(5));

describe('JSON that is read as text', () => {
  it('is indented as it would be where it is written', () => {
    for (const value of values)
      assert.equal(indentJson(JSON.stringify(value), 1e6), JSON.stringify(value, null, 4), JSON.stringify(value));
  });

  it('is not indented where that takes more than there is room for', () => {
    const nested = `${'['.repeat(500)}${Array.from({ length: 20_000 }).fill(1).join()}${']'.repeat(500)}`;
    assert.equal(indentJson(nested, 1e6), undefined);
    assert.equal(indentJson('[1]', 9), '[\n    1\n]');
    assert.equal(indentJson('[1]', 8), undefined);
  });

  it('has the members of its value, as they are written', () => {
    for (const value of values) {
      const isObject = typeof value === 'object' && value !== null;
      const expected = isObject
        ? Object.entries(value).map(([name, each]) => [JSON.stringify(name).slice(1, -1), JSON.stringify(each)])
        : [];
      assert.deepEqual(membersIn(JSON.stringify(value)), expected, JSON.stringify(value));
    }
  });

  it('is narrowed as its value is', () => {
    for (const value of values) {
      if (typeof value !== 'object' || value === null) continue;
      const named = Array.from({ length: 3 }, () =>
        Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => pick(names)).join('.'),
      );
      const narrowed = narrow(new Written(JSON.stringify(value)), named);
      const expected = narrow(value, named);
      assert.deepEqual(JSON.parse(textOf(jsonOf(narrowed))), expected, `${JSON.stringify(value)} ${named}`);
    }
  });
});

describe('JSON that is joined', () => {
  it('leaves out what is undefined, and takes any name', () => {
    assert.equal(objectOf({ a: '1', '"': '[2]', b: undefined }), '{"a":1,"\\"":[2]}');
    assert.equal(objectOf({}), '{}');
  });

  it('is not written a second time', () => {
    assert.throws(() => JSON.stringify({ body: new Written('{}') }), /objectOf/);
  });
});
