import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderHtml } from '../../../../test/rendering/site.ts';

const block = (json = '') => `<!-- wp:search ${json} /-->`;

test('renders a labeled form with unique IDs', async () => {
  const form = (number: number) =>
    '<form role="search" method="get" action="http://x.test/" class="wp-block-search__button-outside wp-block-search__text-button wp-block-search">' +
    `<label class="wp-block-search__label" for="wp-block-search__input-9-${number}">Search</label>` +
    `<div class="wp-block-search__inside-wrapper"><input class="wp-block-search__input" id="wp-block-search__input-9-${number}" type="search" name="s" required />` +
    '<button class="wp-block-search__button wp-element-button" type="submit">Search</button></div></form>';
  assert.equal(await renderHtml(block() + block()), form(1) + form(2));
});

test('follows its attributes', async () => {
  const html = await renderHtml(
    block(
      '{"label":"Find","showLabel":false,"placeholder":"a \\u0022b","buttonText":"Go","buttonPosition":"no-button","width":50,"widthUnit":"px"}',
    ),
  );
  assert.match(html, /__label screen-reader-text" for="[^"]+">Find</);
  assert.match(html, /placeholder="a &quot;b"/);
  assert.match(html, /style="width: 50px"/);
  assert.doesNotMatch(html, /<button/);
});

test('on a page, the form is a landmark with the name of its label, and contains the searched text', async () => {
  const page = { url: '', description: '', queryPages: new Map(), search: 'a "b" &lt;' };
  const html = await renderHtml(block('{"label":"Find \\u0022it\\u0022"}'), {}, createEntryView(9), page);
  assert.match(html, /^<form role="search"[^>]* aria-label="Find &quot;it&quot;">/);
  assert.match(html, / name="s" value="a &quot;b&quot; &amp;lt;" required/);
});
