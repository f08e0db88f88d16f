import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafeAddress } from './protocols.ts';

test('allowed protocols and addresses without one are safe', () => {
  for (const address of [
    'https://a',
    'HTTP://a',
    'mailto:a@b',
    'tel:1',
    '//a/b:c',
    '/x?a=b:c',
    '#a:b',
    'a/b:c',
    '',
    '?x:y',
    'urn:a:b',
  ]) {
    assert.equal(isSafeAddress(address), true, address);
  }
});

test('any other protocol is not, however it is written', () => {
  for (const address of [
    'javascript:x',
    ' JAVASCRIPT:x',
    'java\tscript:x',
    'java\u0000script:x',
    '\u00a0vbscript:x',
    'data:text/html,x',
    'blob:x',
    'file:///x',
    ':x',
  ]) {
    assert.equal(isSafeAddress(address), false, address);
  }
});
