import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntryView, renderContent, renderHtml, termOf } from '../../../../test/rendering/site.ts';

const site = {
  entry: (id: number) => ({ 2: createEntryView(2, { parent: 1 }), 1: createEntryView(1) })[id],
  termsOf: (_: number, taxonomy: string) => (taxonomy === 'category' ? [termOf(4)] : []),
};
const itemsOf = (html: string) =>
  [...html.matchAll(/<li>(.*?)<\/li>/g)].map((item) => (item[1] ?? '').replace(/<span class.*?<\/span> /, ''));
const home = '<a href="http://x.test/">Home</a>';
const term = '<a href="http://x.test/term-4/">Term 4</a>';
const current = '<span aria-current="page">Post 9</span>';

test('breadcrumbs of an entry have its ancestors', async () => {
  const { html, requestedNeeds } = await renderContent(
    '<!-- wp:breadcrumbs /-->',
    site,
    createEntryView(9, { parent: 2 }),
  );
  const ancestorLinks = [1, 2].map((id) => `<a href="http://x.test/post-${id}/">Post ${id}</a>`);
  assert.deepEqual(itemsOf(html), [home, ...ancestorLinks, current]);
  assert.match(html, /^<nav class="wp-block-breadcrumbs" aria-label="Breadcrumbs"><ol>/);
  assert.deepEqual(requestedNeeds[0], [
    { kind: 'terms of entry', id: 9 },
    { kind: 'ancestors', parent: 2 },
  ]);
});

test('breadcrumbs have a category when there are no ancestors or the block prefers it', async () => {
  assert.deepEqual(itemsOf(await renderHtml('<!-- wp:breadcrumbs /-->', site)), [home, term, current]);
  const preferred = await renderHtml(
    '<!-- wp:breadcrumbs {"prefersTaxonomy":true} /-->',
    site,
    createEntryView(9, { parent: 2 }),
  );
  assert.deepEqual(itemsOf(preferred), [home, term, current]);
});

test('home and current item are optional, and the separator is escaped', async () => {
  const html = await renderHtml(
    '<!-- wp:breadcrumbs {"showHomeItem":false,"showCurrentItem":false,"separator":"\u003c"} /-->',
    site,
  );
  assert.deepEqual(itemsOf(html), [term]);
  assert.match(
    await renderHtml('<!-- wp:breadcrumbs {"separator":"\u003c"} /-->', site),
    /aria-hidden="true">&lt;<\/span>/,
  );
});
