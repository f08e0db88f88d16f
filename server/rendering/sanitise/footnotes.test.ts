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

test('a document of the uploads stays, all others go', () => {
  const note = (content: string) => JSON.stringify([{ id: 'a', content }]);
  const shown = '<object data="https://example.org/uploads/a.pdf" type="application/pdf"></object>';
  const kept = (content: string, uploads?: string) => JSON.parse(footnotesPlain(note(content), uploads))[0].content;
  assert.equal(kept(shown, 'https://example.org/uploads/'), shown);
  assert.equal(kept(shown), '<object></object>');
  assert.equal(kept(shown.replace('example', 'evil'), 'https://example.org/uploads/'), '<object></object>');
});

for (const [why, input, output] of stored) test(why, () => assert.equal(footnotesPlain(input), output));
