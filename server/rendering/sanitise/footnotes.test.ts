import assert from 'node:assert/strict';
import { test } from 'node:test';
import { footnotesPlain } from './footnotes.ts';

const stored: [why: string, input: string, output: string][] = [
  [
    'other members go, contents are filtered',
    '[{"content":"a <b>b</b><script>c</script>","id":"One","more":1}]',
    '[{"id":"one","content":"a <b>b<\\/b>c"}]',
  ],
  [
    'notes without id or content are dropped',
    '[{"content":"x"},{"id":"a","content":""},{"id":"two","content":"d"},1,null]',
    '[{"id":"two","content":"d"}]',
  ],
  ['an object without notes is an empty list', '{"a":1}', '[]'],
  ['no JSON is nothing', 'words', ''],
  ['neither is a lone value', '"a"', ''],
];

for (const [why, input, output] of stored) test(why, () => assert.equal(footnotesPlain(input), output));
