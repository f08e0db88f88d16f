import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeFootnotes } from './footnotes.ts';

const stored: [why: string, input: string, output: string][] = [
  [
    'removes other properties and sanitizes the content',
    '[{"content":"a <b>b</b><script>c</script>","id":"One","more":1}]',
    '[{"id":"one","content":"a <b>b<\\/b>c"}]',
  ],
  [
    'removes footnotes without ID or content',
    '[{"content":"x"},{"id":"a","content":""},{"id":"two","content":"d"},1,null]',
    '[{"id":"two","content":"d"}]',
  ],
  ['treats an object without footnotes as an empty array', '{"a":1}', '[]'],
  ['returns an empty string for invalid JSON', 'words', ''],
  ['returns an empty string for a scalar', '"a"', ''],
];

test('keeps only documents from the uploads', () => {
  const note = (content: string) => JSON.stringify([{ id: 'a', content }]);
  const pdfObject = '<object data="https://example.org/uploads/a.pdf" type="application/pdf"></object>';
  const sanitisedContent = (content: string, uploads?: string) =>
    JSON.parse(sanitizeFootnotes(note(content), uploads))[0].content;
  assert.equal(sanitisedContent(pdfObject, 'https://example.org/uploads/'), pdfObject);
  assert.equal(sanitisedContent(pdfObject), '<object></object>');
  assert.equal(
    sanitisedContent(pdfObject.replace('example', 'evil'), 'https://example.org/uploads/'),
    '<object></object>',
  );
});

for (const [why, input, output] of stored) test(why, () => assert.equal(sanitizeFootnotes(input), output));
