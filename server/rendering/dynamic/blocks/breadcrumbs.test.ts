import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryOf, show, shownOf, termOf } from '../site-for-tests.ts';

const site = {
  entry: (id: number) => ({ 2: entryOf(2, { parent: 1 }), 1: entryOf(1) })[id],
  termsOf: (_: number, taxonomy: string) => (taxonomy === 'category' ? [termOf(4)] : []),
};
const itemsOf = (html: string) =>
  [...html.matchAll(/<li>(.*?)<\/li>/g)].map((item) => (item[1] ?? '').replace(/<span class.*?<\/span> /, ''));
const home = '<a href="http://x.test/">Home</a>';
const term = '<a href="http://x.test/term-4/">Term 4</a>';
const current = '<span aria-current="page">Post 9</span>';

test('the way to an entry leads over those above it', async () => {
  const { html, asked } = await show('<!-- wp:breadcrumbs /-->', site, entryOf(9, { parent: 2 }));
  const above = [1, 2].map((id) => `<a href="http://x.test/post-${id}/">Post ${id}</a>`);
  assert.deepEqual(itemsOf(html), [home, ...above, current]);
  assert.match(html, /^<nav class="wp-block-breadcrumbs" aria-label="Breadcrumbs"><ol>/);
  assert.deepEqual(asked[0], [
    { kind: 'terms of entry', id: 9 },
    { kind: 'ancestors', parent: 2 },
  ]);
});

test('that of an entry without others above it, or where the block prefers it, over a category', async () => {
  assert.deepEqual(itemsOf(await shownOf('<!-- wp:breadcrumbs /-->', site)), [home, term, current]);
  const preferred = await shownOf('<!-- wp:breadcrumbs {"prefersTaxonomy":true} /-->', site, entryOf(9, { parent: 2 }));
  assert.deepEqual(itemsOf(preferred), [home, term, current]);
});

test('the ends may be left out, and the sign between is text', async () => {
  const html = await shownOf(
    '<!-- wp:breadcrumbs {"showHomeItem":false,"showCurrentItem":false,"separator":"\u003c"} /-->',
    site,
  );
  assert.deepEqual(itemsOf(html), [term]);
  assert.match(
    await shownOf('<!-- wp:breadcrumbs {"separator":"\u003c"} /-->', site),
    /aria-hidden="true">&lt;<\/span>/,
  );
});
