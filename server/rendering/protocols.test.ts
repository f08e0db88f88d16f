import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSafeUrl } from './protocols.ts';

test('allowed protocols and relative URLs are safe', () => {
  for (const url of [
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
    assert.equal(isSafeUrl(url), true, url);
  }
});

test('other protocols are unsafe, in any notation', () => {
  for (const url of [
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
    assert.equal(isSafeUrl(url), false, url);
  }
});
