// How the settings of fonts are cleaned (media-fonts-and-oembed.md, B1).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanFontFamily, cleanPreview } from './settings.ts';

describe('the names of families', () => {
  const names: readonly (readonly [sent: string, stored: string])[] = [
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
    // What would end the quotes in a style sheet.
    ['x"; } body { color: red', '"x; } body { color: red"'],
    ['x\\', '"x"'],
    ['"\'"', ''],
    [', ,', ''],
    [' ', ''],
  ];
  for (const [sent, stored] of names)
    it(`${JSON.stringify(sent)} is stored as ${JSON.stringify(stored)}`, () => {
      assert.equal(cleanFontFamily(sent), stored);
      assert.equal(cleanFontFamily(stored), stored, 'cleaning again changes nothing');
    });
});

describe('the address of a preview', () => {
  const addresses: readonly (readonly [sent: string, stored: string])[] = [
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
  for (const [sent, stored] of addresses)
    it(`${JSON.stringify(sent)} is stored as ${JSON.stringify(stored)}`, () =>
      assert.equal(cleanPreview(sent), stored));
});
