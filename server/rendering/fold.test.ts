import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';

test('folds letter case and accents', () => {
  assert.equal(fold('Über'), fold('uber'));
  assert.equal(fold('ÉCOLE'), 'ecole');
  assert.equal(fold('e\u0301cole'), fold('école'));
  assert.equal(fold('İstanbul'), 'istanbul');
});

test('replaces letters that have no decomposition', () => {
  assert.equal(fold('Straße Ærø Łódź Đà'), 'strasse aero lodz da');
  assert.equal(fold('ΟΔΟΣ'), fold('οδος'));
});

test('keeps different words different', () => {
  assert.notEqual(fold('日本'), fold('日木'));
  assert.notEqual(fold('cat'), fold('cut'));
});

test('is idempotent', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)));
});
