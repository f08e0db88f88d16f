import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indentJson, propertiesIn } from './json-scan.ts';
import { joinProperties, SerializedJson, serialize, toText } from './json-text.ts';
import { narrow } from './projection.ts';

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

// Names have no backslashes: after such a name, JSON.parse of Node 26 mistakes other escaped names for it.
const names = ['', 'a', 'b', 'a.b', 'say "no"', '",', '{', '}]', ': ', 'é\u2028', '\n\t', '0', '1'];
const scalars = [...names, '\\', '\\"', '\ud800', null, true, false, 0, -1.5, 1e21];

/** Returns a random value. */
function randomValue(depth: number): unknown {
  const kind = depth === 0 ? 0 : Math.random();
  const size = Math.floor(Math.random() * 4);
  if (kind < 0.4) return pick(scalars);
  if (kind < 0.7) return Array.from({ length: size }, () => randomValue(depth - 1));
  return Object.fromEntries(Array.from({ length: size }, () => [pick(names), randomValue(depth - 1)]));
}

const values = Array.from({ length: 2000 }, () => randomValue(5));

describe('JSON text', () => {
  it('is indented like JSON.stringify does', () => {
    for (const value of values)
      assert.equal(indentJson(JSON.stringify(value), 1e6), JSON.stringify(value, null, 4), JSON.stringify(value));
  });

  it('is not indented if the result would exceed the maximum length', () => {
    const nested = `${'['.repeat(500)}${Array.from({ length: 20_000 }).fill(1).join()}${']'.repeat(500)}`;
    assert.equal(indentJson(nested, 1e6), undefined);
    assert.equal(indentJson('[1]', 9), '[\n    1\n]');
    assert.equal(indentJson('[1]', 8), undefined);
  });

  it('is split into the properties of its value', () => {
    for (const value of values) {
      const isObject = typeof value === 'object' && value !== null;
      const expected = isObject
        ? Object.entries(value).map(([name, each]) => [JSON.stringify(name).slice(1, -1), JSON.stringify(each)])
        : [];
      assert.deepEqual(propertiesIn(JSON.stringify(value)), expected, JSON.stringify(value));
    }
  });

  it('is narrowed like its value', () => {
    for (const value of values) {
      if (typeof value !== 'object' || value === null) continue;
      const named = Array.from({ length: 3 }, () =>
        Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => pick(names)).join('.'),
      );
      const narrowed = narrow(new SerializedJson(JSON.stringify(value)), named);
      const expected = narrow(value, named);
      assert.deepEqual(JSON.parse(toText(serialize(narrowed))), expected, `${JSON.stringify(value)} ${named}`);
    }
  });
});

describe('joined JSON', () => {
  it('omits undefined properties and escapes names', () => {
    assert.equal(joinProperties({ a: '1', '"': '[2]', b: undefined }), '{"a":1,"\\"":[2]}');
    assert.equal(joinProperties({}), '{}');
  });

  it('cannot be serialized a second time', () => {
    assert.throws(() => JSON.stringify({ body: new SerializedJson('{}') }), /joinProperties/);
  });
});
