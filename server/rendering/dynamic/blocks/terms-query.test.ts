import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show, shownOf, termOf } from '../site-for-tests.ts';

const loop = (query: object, inner = '<!-- wp:term-name /-->') =>
  `<!-- wp:terms-query {"termQuery":${JSON.stringify(query)}} --><div><!-- wp:term-template -->${inner}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`;
const site = { terms: () => [termOf(1), termOf(2, { parent: 1 }), termOf(3, { name: 'C &amp; <i>d</i>' })] };
const namesOf = (html: string) =>
  [...html.matchAll(/<p class="wp-block-term-name">(.*?)<\/p>/g)].map((found) => found[1]);

test('a loop over terms shows those at the top, all, or the chosen ones', async () => {
  assert.deepEqual(namesOf(await shownOf(loop({}), site)), ['Term 1', 'C &amp; d']);
  assert.deepEqual(namesOf(await shownOf(loop({ showNested: true }), site)), ['Term 1', 'Term 2', 'C &amp; d']);
  assert.deepEqual(namesOf(await shownOf(loop({ include: [2] }), site)), ['Term 2']);
  assert.equal(await shownOf('<!-- wp:term-template --><!-- wp:term-name /--><!-- /wp:term-template -->', site), '');
});

test('the terms that are asked for', async () => {
  const asked = async (query: object) => (await show(loop(query))).asked.flat().find(({ kind }) => kind === 'terms');
  const usual = { taxonomy: 'category', orderBy: 'name', empty: false, limit: 10 };
  assert.deepEqual(await asked({}), { kind: 'terms', query: usual });
  assert.deepEqual(await asked({ order: 'desc', hideEmpty: false, perPage: 3, taxonomy: 'post_tag' }), {
    kind: 'terms',
    query: { taxonomy: 'post_tag', orderBy: 'name', reversed: true, empty: true, limit: 3 },
  });
  assert.deepEqual(await asked({ orderBy: 'count', order: 'desc' }), {
    kind: 'terms',
    query: { ...usual, orderBy: 'count' },
  });
});

test('the parts of a term', async () => {
  const part = (block: string) => shownOf(loop({ include: [1] }, `<!-- wp:term-${block} /-->`), site);
  assert.match(
    await part('name {"isLink":true,"level":3}'),
    /<h3 class="wp-block-term-name"><a href="http:\/\/x.test\/term-1\/">Term 1<\/a><\/h3>/,
  );
  assert.match(await part('count'), /<div class="wp-block-term-count">\(1\)<\/div>/);
  assert.match(await part('count {"bracketType":"angle"}'), />&lt;1&gt;</);
  assert.match(await part('description'), /<div class="wp-block-term-description">About term 1<\/div>/);
  assert.equal(await shownOf('<!-- wp:term-name /--><!-- wp:term-count /--><!-- wp:term-description /-->', site), '');
});
