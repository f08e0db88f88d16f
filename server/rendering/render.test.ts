import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderHtml } from '../../test/rendering/site.ts';
import { renderContent, renderExcerpt, renderGeneratedExcerpt, renderTitle } from './render.ts';

test('classic content gets paragraphs, typography, image attributes and smileys', () => {
  assert.equal(
    renderContent('"Hi" :)\n\n<img src="a" width="1" height="1">'),
    '<p>&#8220;Hi&#8221; 🙂</p>\n<p><img loading="lazy" decoding="async" src="a" width="1" height="1"></p>\n',
  );
});

test('a block anywhere disables paragraphs', () => {
  assert.equal(
    renderContent('Loose "text"\n\n<!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph -->'),
    'Loose &#8220;text&#8221;\n\n\n<p class="wp-block-paragraph">A</p>\n',
  );
});

test('shortcodes are expanded, and the paragraph around a standalone shortcode is removed', async () => {
  assert.equal(await renderHtml('Text\n\n[playlist]\n\n[[gallery]]'), '<p>Text</p>\n\n<p>[gallery]</p>\n');
  assert.equal(
    await renderHtml('[embed]https://example.com/x[/embed]'),
    '<p><a href="https://example.com/x">https://example.com/x</a></p>\n',
  );
});

test('URLs of other sites remain text', async () => {
  assert.equal(await renderHtml('https://example.com/x'), '<p>https://example.com/x</p>\n');
});

test('titles get typography only', () => {
  assert.equal(renderTitle(' "a" & <em>b</em> [gallery] :) '), '&#8220;a&#8221; &#038; <em>b</em> [gallery] :)');
});

test('a stored excerpt keeps shortcodes and block comments', () => {
  assert.equal(renderExcerpt('[gallery] :)'), '<p>[gallery] 🙂</p>\n');
  assert.equal(renderExcerpt('<!-- wp:paragraph -->\n<p>B</p>'), '<p><!-- wp:paragraph --></p>\n<p>B</p>\n');
});

test('a generated excerpt is a paragraph', () => {
  assert.equal(renderGeneratedExcerpt('One two three', 2), '<p>One two [&hellip;]</p>\n');
  assert.equal(renderGeneratedExcerpt('One', 0), '<p> [&hellip;]</p>\n');
  assert.equal(renderGeneratedExcerpt(''), '');
});

test('rendering never throws', () => {
  const fragments = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '[',
    ']',
    '[caption width=5]',
    '[/caption]',
    '<!--',
    '-->',
    '<!-- wp:group -->',
    '<!-- /wp:group -->',
    '<p>',
    '</div>',
    '\n\n',
    'a',
    '&',
    '<img src="x">',
    '{"a":1}',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(fragments, fc.string())), (list) => {
      const raw = list.join('');
      for (const render of [renderContent, renderTitle, renderExcerpt, renderGeneratedExcerpt]) render(raw);
    }),
  );
});

test('five megabytes of brackets and ten thousand nested elements take linear time', { timeout: 60_000 }, () => {
  renderContent('['.repeat(5_000_000));
  renderContent('<'.repeat(5_000_000));
  renderContent('<div>'.repeat(10_000) + '</div>'.repeat(10_000));
  renderContent('<!-- wp:group --><div class="x">'.repeat(10_000));
});
