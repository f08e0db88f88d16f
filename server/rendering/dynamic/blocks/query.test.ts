import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEntryView, queriesOf, renderContent, renderHtml } from '../../../../test/rendering/site.ts';

const query = (inner: string, json = '') =>
  `<!-- wp:query ${json} --><div class="wp-block-query">${inner}</div><!-- /wp:query -->`;
const template = (inner: string, json = '') => `<!-- wp:post-template ${json} -->${inner}<!-- /wp:post-template -->`;
const pages = `<!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next {"label":"On"} /--><!-- /wp:query-pagination -->`;
const entries = () => [createEntryView(2, { type: 'page' }), createEntryView(1)];
const frame = (inner: string) =>
  `<div class="wp-block-query is-layout-flow wp-block-query-is-layout-flow">${inner}</div>`;

describe('a query', () => {
  it('renders its template for each entry', async () => {
    assert.equal(
      await renderHtml(query(template('<!-- wp:post-title /-->', '{"layout":{"type":"grid","columnCount":2}}')), {
        entries,
      }),
      frame(
        '<ul class="columns-2 is-layout-grid wp-block-post-template">' +
          '<li class="wp-block-post post-2 page type-page status-publish"><h2 class="wp-block-post-title">Post 2</h2></li>' +
          '<li class="wp-block-post post-1 post type-post status-publish"><h2 class="wp-block-post-title">Post 1</h2></li></ul>',
      ),
    );
  });

  it('renders only the no-results block without results', async () => {
    const inner = `${template('x') + pages}<!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results -->`;
    assert.equal(await renderHtml(query(inner)), frame('<div class="wp-block-query-no-results"><p>None</p></div>'));
    assert.doesNotMatch(await renderHtml(query(inner), { entries }), /None/);
  });

  it('queries by its attributes', async () => {
    const json =
      '{"query":{"postType":"page","perPage":3,"offset":2,"order":"asc","orderBy":"title","author":"4,5","search":" x ","exclude":[7],"sticky":"only","parents":[8],"taxQuery":{"category":[1,2]}}}';
    const [requestedQuery] = await queriesOf(query(template(''), json));
    assert.deepEqual(requestedQuery, {
      type: 'page',
      orderBy: 'title',
      order: 'asc',
      limit: 3,
      offset: 2,
      terms: [{ taxonomy: 'category', ids: [1, 2] }],
      authors: [4, 5],
      without: [7],
      parents: [8],
      search: 'x',
      sticky: 'only',
    });
  });

  it('supports both formats of taxonomy queries', async () => {
    const json = '{"query":{"taxQuery":{"include":{"category":[1]},"exclude":{"post_tag":[2,"x",-1]}}}}';
    assert.deepEqual((await queriesOf(query(template(''), json)))[0]?.terms, [
      { taxonomy: 'category', ids: [1] },
      { taxonomy: 'post_tag', ids: [2], without: true },
    ]);
  });

  it('limits the values of its attributes', async () => {
    const json =
      '{"query":{"postType":"../x","perPage":1e9,"offset":-1,"order":7,"orderBy":"rand(); drop","author":{},"taxQuery":{"a b":[1],"category":"x"},"sticky":[]}}';
    const [requestedQuery] = await queriesOf(query(template(''), json));
    assert.deepEqual(
      [
        requestedQuery?.type,
        requestedQuery?.limit,
        requestedQuery?.offset,
        requestedQuery?.order,
        requestedQuery?.orderBy,
        requestedQuery?.authors,
        requestedQuery?.terms,
        requestedQuery?.sticky,
      ],
      ['post', 100, 0, 'desc', 'date', [], [], 'both'],
    );
  });

  it('renders its inner blocks only inside a query', async () => {
    assert.equal(
      await renderHtml(`${template('x') + pages}<!-- wp:query-total /-->`, { entries, total: () => 50 }),
      '',
    );
  });

  it('renders the total', async () => {
    const renderQuery = (json: string, total: number) =>
      renderHtml(query(`<!-- wp:query-total ${json} /-->`), { total: () => total });
    assert.match(await renderQuery('', 1), /<div class="wp-block-query-total">1 result found<\/div>/);
    assert.match(await renderQuery('{"displayType":"range-display"}', 12), /Displaying 1 – 10 of 12/);
  });
});

describe('the pagination of a query', () => {
  const renderQuery = (total: number, json = '{"queryId":4,"query":{"perPage":10}}') =>
    renderHtml(query(pages, json), { total: () => total });

  it('is empty for a single page', async () => assert.equal(await renderQuery(10), frame('')));

  it('links the pages', async () => {
    const page = (number: number) =>
      `<a class="page-numbers" href="http://x.test/post-9/?query-4-page=${number}">${number}</a>`;
    assert.equal(
      await renderQuery(95),
      frame(
        '<nav class="is-layout-flex wp-block-query-pagination-is-layout-flex wp-block-query-pagination" aria-label="Pagination">' +
          '<div class="wp-block-query-pagination-numbers"><span aria-current="page" class="page-numbers current">1</span>' +
          `${page(2)}${page(3)}<span class="page-numbers dots">&hellip;</span>${page(10)}</div>` +
          '<a class="wp-block-query-pagination-next" href="http://x.test/post-9/?query-4-page=2">On</a></nav>',
      ),
    );
    assert.doesNotMatch(await renderQuery(35), /dots/);
  });

  it('respects the maximum number of pages and the offset', async () => {
    assert.doesNotMatch(await renderQuery(95, '{"query":{"perPage":10,"pages":3}}'), /page=4/);
    assert.equal(await renderQuery(95, '{"query":{"perPage":10,"offset":90}}'), frame(''));
  });

  it('needs the total once', async () => {
    const { requestedNeeds } = await renderContent(query(pages), { total: () => 50 });
    const keys = new Set(requestedNeeds.flat().map((need) => JSON.stringify(need)));
    assert.equal(keys.size, 1);
  });
});
