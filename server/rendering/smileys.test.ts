import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smileys } from './smileys.ts';

test('smileys between white space become pictures', () => {
  assert.equal(smileys(':) :-( ;) 8-) :| :???: :arrow: 8O'), '🙂 🙁 😉 😎 😐 😕 ➡ 😯');
  assert.equal(smileys('<b>:)</b>&nbsp;:D\u00a0:P'), '<b>🙂</b>&nbsp;😀\u00a0😛');
});

test('smileys inside words, tags and code stay', () => {
  for (const kept of ['a:)b', '(:)', '<a title=":)">', '<code>:)</code>', '<textarea>:) :(</textarea>', ':nosuch:']) {
    assert.equal(smileys(kept), kept);
  }
});
