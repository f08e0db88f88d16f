import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compactAttributes } from './attributes.ts';

const written: [why: string, json: string, compact: string | undefined][] = [
  ['removes whitespace', '{ "a" : 1 ,\n"b" : [ 1 , 2.5 , true , null ] }', '{"a":1,"b":[1,2.5,true,null]}'],
  ['omits an empty object', '{ }', ''],
  ['keeps inner empty objects and arrays', '{"a":{},"b":[]}', '{"a":{},"b":[]}'],
  ['keeps the order of keys, including numeric ones', '{"b":1,"1":2}', '{"b":1,"1":2}'],
  ['keeps numbers', '{"a":1e999,"b":[-1E+3,1.0,2.50],"id":90071992547409931}', undefined],
  [
    'keeps escapes that serializers use',
    '{"a":"\\\\ \\u005c \\u002d\\u002d \\u003c \\u0022 \\u0000 \\ud800 \\n"}',
    undefined,
  ],
  ['decodes other escapes', '{"a":"\\u0041 \\u00E9 \\ud83d\\ude00"}', '{"a":"A é 😀"}'],
  [
    'escapes characters that could end the comment',
    '{"a":"--<>&\\"x"}',
    '{"a":"\\u002d\\u002d\\u003c\\u003e\\u0026\\u0022x"}',
  ],
  ['writes letters literally and does not escape slashes', '{"a":"\\u00e9\\/\\u2028"}', '{"a":"é/\\u2028"}'],
  [
    'does not treat an escaped backslash at the end as an escaped quote',
    '{"a":"b\\\\","c":"d"}',
    '{"a":"b\\\\","c":"d"}',
  ],
];

for (const [why, json, compact = json] of written) test(why, () => assert.equal(compactAttributes(json), compact));

test('can rewrite strings and keys and omit properties', () => {
  const json = '{"style":{"css":{"x":["y",{"css":1}]},"color":"a"},"css":["a",1]}';
  const upper = (value: string) => value.toUpperCase();
  assert.equal(compactAttributes(json, { omit: new Set(['style.css']) }), '{"style":{"color":"a"},"css":["a",1]}');
  assert.equal(compactAttributes('{"a":["b",1]}', { mapString: upper }), '{"A":["B",1]}');
  assert.equal(compactAttributes('{"style":{"css":"x"}}', { omit: new Set(['style.css']) }), '{"style":{}}');
});

test('compactAttributes preserves the value of the JSON, and its result cannot end a comment', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  fc.assert(
    fc.property(object, (value) => {
      const compact = compactAttributes(JSON.stringify(value, null, 1));
      assert.deepEqual(JSON.parse(compact), JSON.parse(JSON.stringify(value)));
      assert.doesNotMatch(compact, /--|[<>&]/);
    }),
  );
});
