import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceSmileys } from './smileys.ts';

test('converts smileys between whitespace to emoji', () => {
  assert.equal(replaceSmileys(':) :-( ;) 8-) :| :???: :arrow: 8O'), '🙂 🙁 😉 😎 😐 😕 ➡ 😯');
  assert.equal(replaceSmileys('<b>:)</b>&nbsp;:D\u00a0:P'), '<b>🙂</b>&nbsp;😀\u00a0😛');
});

test('keeps smileys inside words, tags and code', () => {
  for (const unchanged of [
    'a:)b',
    '(:)',
    '<a title=":)">',
    '<code>:)</code>',
    '<textarea>:) :(</textarea>',
    ':nosuch:',
  ]) {
    assert.equal(replaceSmileys(unchanged), unchanged);
  }
});
