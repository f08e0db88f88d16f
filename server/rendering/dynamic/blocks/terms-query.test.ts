import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml, termOf } from '../../../../test/rendering/site.ts';

const loop = (query: object, inner = '<!-- wp:term-name /-->') =>
  `<!-- wp:terms-query {"termQuery":${JSON.stringify(query)}} --><div><!-- wp:term-template -->${inner}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`;
const site = { terms: () => [termOf(1), termOf(2, { parent: 1 }), termOf(3, { name: 'C &amp; <i>d</i>' })] };
const namesOf = (html: string) =>
  [...html.matchAll(/<p class="wp-block-term-name">(.*?)<\/p>/g)].map((found) => found[1]);

test('a terms query renders top-level, all or selected terms', async () => {
  assert.deepEqual(namesOf(await renderHtml(loop({}), site)), ['Term 1', 'C &amp; d']);
  assert.deepEqual(namesOf(await renderHtml(loop({ showNested: true }), site)), ['Term 1', 'Term 2', 'C &amp; d']);
  assert.deepEqual(namesOf(await renderHtml(loop({ include: [2] }), site)), ['Term 2']);
  assert.equal(await renderHtml('<!-- wp:term-template --><!-- wp:term-name /--><!-- /wp:term-template -->', site), '');
});

test('a terms query follows its attributes', async () => {
  const requestedQuery = async (query: object) =>
    (await renderContent(loop(query))).requestedNeeds.flat().find(({ kind }) => kind === 'terms');
  const defaultQuery = { taxonomy: 'category', orderBy: 'name', empty: false, limit: 10 };
  assert.deepEqual(await requestedQuery({}), { kind: 'terms', query: defaultQuery });
  assert.deepEqual(await requestedQuery({ order: 'desc', hideEmpty: false, perPage: 3, taxonomy: 'post_tag' }), {
    kind: 'terms',
    query: { taxonomy: 'post_tag', orderBy: 'name', reversed: true, empty: true, limit: 3 },
  });
  assert.deepEqual(await requestedQuery({ orderBy: 'count', order: 'desc' }), {
    kind: 'terms',
    query: { ...defaultQuery, orderBy: 'count' },
  });
});

test('renders the fields of a term', async () => {
  const renderTermField = (block: string) => renderHtml(loop({ include: [1] }, `<!-- wp:term-${block} /-->`), site);
  assert.match(
    await renderTermField('name {"isLink":true,"level":3}'),
    /<h3 class="wp-block-term-name"><a href="http:\/\/x.test\/term-1\/">Term 1<\/a><\/h3>/,
  );
  assert.match(await renderTermField('count'), /<div class="wp-block-term-count">\(1\)<\/div>/);
  assert.match(await renderTermField('count {"bracketType":"angle"}'), />&lt;1&gt;</);
  assert.match(await renderTermField('description'), /<div class="wp-block-term-description">About term 1<\/div>/);
  assert.equal(
    await renderHtml('<!-- wp:term-name /--><!-- wp:term-count /--><!-- wp:term-description /-->', site),
    '',
  );
});
