import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shownOf } from './dynamic/site-for-tests.ts';
import { renderContent, renderExcerpt, renderMadeExcerpt, renderTitle } from './render.ts';

test('classic content gets paragraphs, typography, pictures and smileys', () => {
  assert.equal(
    renderContent('"Hi" :)\n\n<img src="a" width="1" height="1">'),
    '<p>&#8220;Hi&#8221; 🙂</p>\n<p><img loading="lazy" decoding="async" src="a" width="1" height="1"></p>\n',
  );
});

test('one block anywhere switches paragraphs off', () => {
  assert.equal(
    renderContent('Loose "text"\n\n<!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph -->'),
    'Loose &#8220;text&#8221;\n\n\n<p class="wp-block-paragraph">A</p>\n',
  );
});

test('shortcodes are carried out and lose their lone paragraph', async () => {
  assert.equal(await shownOf('Text\n\n[playlist]\n\n[[gallery]]'), '<p>Text</p>\n\n<p>[gallery]</p>\n');
  assert.equal(
    await shownOf('[embed]https://example.com/x[/embed]'),
    '<p><a href="https://example.com/x">https://example.com/x</a></p>\n',
  );
});

test('addresses of other sites stay text', async () => {
  assert.equal(await shownOf('https://example.com/x'), '<p>https://example.com/x</p>\n');
});

test('a title has typography and nothing else', () => {
  assert.equal(renderTitle(' "a" & <em>b</em> [gallery] :) '), '&#8220;a&#8221; &#038; <em>b</em> [gallery] :)');
});

test('a written excerpt keeps shortcodes and block comments', () => {
  assert.equal(renderExcerpt('[gallery] :)'), '<p>[gallery] 🙂</p>\n');
  assert.equal(renderExcerpt('<!-- wp:paragraph -->\n<p>B</p>'), '<p><!-- wp:paragraph --></p>\n<p>B</p>\n');
});

test('a made excerpt is a paragraph', () => {
  assert.equal(renderMadeExcerpt('One two three', 2), '<p>One two [&hellip;]</p>\n');
  assert.equal(renderMadeExcerpt('One', 0), '<p> [&hellip;]</p>\n');
  assert.equal(renderMadeExcerpt(''), '');
});

test('no text makes rendering fail', () => {
  const parts = fc.constantFrom(
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
    fc.property(fc.array(fc.oneof(parts, fc.string())), (list) => {
      const raw = list.join('');
      for (const render of [renderContent, renderTitle, renderExcerpt, renderMadeExcerpt]) render(raw);
    }),
  );
});

test('five megabytes of brackets and ten thousand nested elements take linear time', { timeout: 60_000 }, () => {
  renderContent('['.repeat(5_000_000));
  renderContent('<'.repeat(5_000_000));
  renderContent('<div>'.repeat(10_000) + '</div>'.repeat(10_000));
  renderContent('<!-- wp:group --><div class="x">'.repeat(10_000));
});
