import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeBlocks } from './serialize.ts';

const stored: [input: string, output: string][] = [
  ['classic "text"', 'classic "text"'],
  [
    '<!-- wp:core/paragraph --><p>x</p><!-- /wp:core/paragraph -->',
    '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
  ],
  ['<!-- wp:acme/x    {}   /-->', '<!-- wp:acme/x /-->'],
  ['<!-- wp:acme/x {"a" : "é"} /-->\n\nb', '<!-- wp:acme/x {"a":"é"} /-->\n\nb'],
  ['text <!-- wp:paragraph --> broken', 'text <!-- wp:paragraph --> broken<!-- /wp:paragraph -->'],
  ['<!-- wp:paragraph {"a} -->x<!-- /wp:paragraph -->', '<!-- wp:paragraph {"a} -->x<!-- /wp:paragraph -->'],
];

for (const [input, output] of stored)
  test(`${input} is stored as ${output}`, () => assert.equal(normalizeBlocks(input), output));

test('adds the active theme to template parts without a theme', () => {
  assert.equal(
    normalizeBlocks('<!-- wp:template-part {"slug":"a"} /-->', 'quarto'),
    '<!-- wp:template-part {"slug":"a","theme":"quarto"} /-->',
  );
  assert.equal(
    normalizeBlocks('<!-- wp:template-part /-->', 'quarto'),
    '<!-- wp:template-part {"theme":"quarto"} /-->',
  );
  const withTheme = '<!-- wp:template-part {"theme":"own"} /-->';
  assert.equal(normalizeBlocks(withTheme, 'quarto'), withTheme);
  assert.equal(normalizeBlocks('<!-- wp:template-part /-->'), '<!-- wp:template-part /-->');
});
