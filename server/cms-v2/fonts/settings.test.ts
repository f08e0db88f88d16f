// Tests the stored form of font settings (media-fonts-and-oembed.md, B1).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanFontFamily, cleanPreview } from './settings.ts';

describe('font family names', () => {
  const names: readonly (readonly [input: string, stored: string])[] = [
    [
      '\'Open Sans\',  "Other One" , monospace, generic(kai), X1',
      '"Open Sans", "Other One", monospace, generic(kai), "X1"',
    ],
    ['plain-name', 'plain-name'],
    ['Single Name', '"Single Name"'],
    ['"Quoted"', '"Quoted"'],
    ['a, , b', 'a, b'],
    ['<b>Bold</b> 1', '"Bold 1"'],
    ["O'Neil 2", '"O\'Neil 2"'],
    ['generic(a1)', '"generic(a1)"'],
    // These characters would end the quoted string in a style sheet.
    ['x"; } body { color: red', '"x; } body { color: red"'],
    ['x\\', '"x"'],
    ['"\'"', ''],
    [', ,', ''],
    [' ', ''],
  ];
  for (const [input, stored] of names)
    it(`${JSON.stringify(input)} is stored as ${JSON.stringify(stored)}`, () => {
      assert.equal(cleanFontFamily(input), stored);
      assert.equal(cleanFontFamily(stored), stored, 'cleaning is idempotent');
    });
});

describe('preview URLs', () => {
  const urls: readonly (readonly [input: string, stored: string])[] = [
    ['http://93.184.215.14/p.svg', 'http://93.184.215.14/p.svg'],
    ['  https://example.com/a b.svg', 'https://example.com/a%20b.svg'],
    ['/fonts/p.svg', '/fonts/p.svg'],
    ['javascript:alert(1)', ''],
    ['JAVASCRIPT:alert(1)', ''],
    ['data:image/svg+xml,<svg/>', ''],
    ['not an address', ''],
    ['http:///', ''],
    ['', ''],
  ];
  for (const [input, stored] of urls)
    it(`${JSON.stringify(input)} is stored as ${JSON.stringify(stored)}`, () =>
      assert.equal(cleanPreview(input), stored));
});
