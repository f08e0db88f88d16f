import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';

test('letter case and accents make no difference', () => {
  assert.equal(fold('Über'), fold('uber'));
  assert.equal(fold('ÉCOLE'), 'ecole');
  assert.equal(fold('e\u0301cole'), fold('école'));
  assert.equal(fold('İstanbul'), 'istanbul');
});

test('letters that do not come apart are spelt out', () => {
  assert.equal(fold('Straße Ærø Łódź Đà'), 'strasse aero lodz da');
  assert.equal(fold('ΟΔΟΣ'), fold('οδος'));
});

test('different words stay different', () => {
  assert.notEqual(fold('日本'), fold('日木'));
  assert.notEqual(fold('cat'), fold('cut'));
});

test('folding twice is folding once', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)));
});
