import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compactAttributes } from './attributes.ts';

const written: [why: string, json: string, compact: string | undefined][] = [
  ['white space goes', '{ "a" : 1 ,\n"b" : [ 1 , 2.5 , true , null ] }', '{"a":1,"b":[1,2.5,true,null]}'],
  ['an empty object disappears', '{ }', ''],
  ['inner empty ones stay', '{"a":{},"b":[]}', '{"a":{},"b":[]}'],
  ['the order of keys stays, numbers first or not', '{"b":1,"1":2}', '{"b":1,"1":2}'],
  ['numbers stay', '{"a":1e999,"b":[-1E+3,1.0,2.50],"id":90071992547409931}', undefined],
  [
    'escapes that serialisers use stay',
    '{"a":"\\\\ \\u005c \\u002d\\u002d \\u003c \\u0022 \\u0000 \\ud800 \\n"}',
    undefined,
  ],
  ['other escapes are letters', '{"a":"\\u0041 \\u00E9 \\ud83d\\ude00"}', '{"a":"A é 😀"}'],
  ['what could end the comment is escaped', '{"a":"--<>&\\"x"}', '{"a":"\\u002d\\u002d\\u003c\\u003e\\u0026\\u0022x"}'],
  ['letters are literal, slashes are not escaped', '{"a":"\\u00e9\\/\\u2028"}', '{"a":"é/\\u2028"}'],
  ['a backslash before the end is no escaped quote', '{"a":"b\\\\","c":"d"}', '{"a":"b\\\\","c":"d"}'],
];

for (const [why, json, compact = json] of written) test(why, () => assert.equal(compactAttributes(json), compact));

test('strings and keys can be rewritten, members left out', () => {
  const json = '{"style":{"css":{"x":["y",{"css":1}]},"color":"a"},"css":["a",1]}';
  const upper = (value: string) => value.toUpperCase();
  assert.equal(compactAttributes(json, { omit: new Set(['style.css']) }), '{"style":{"color":"a"},"css":["a",1]}');
  assert.equal(compactAttributes('{"a":["b",1]}', { string: upper }), '{"A":["B",1]}');
  assert.equal(compactAttributes('{"style":{"css":"x"}}', { omit: new Set(['style.css']) }), '{"style":{}}');
});

test('the meaning of the JSON stays, and nothing in it ends a comment', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  fc.assert(
    fc.property(object, (value) => {
      const compact = compactAttributes(JSON.stringify(value, null, 1));
      assert.deepEqual(JSON.parse(compact), JSON.parse(JSON.stringify(value)));
      assert.doesNotMatch(compact, /--|[<>&]/);
    }),
  );
});
