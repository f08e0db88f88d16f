import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryOf, queriesOf, show, shownOf } from '../site-for-tests.ts';

const query = (inner: string, json = '') =>
  `<!-- wp:query ${json} --><div class="wp-block-query">${inner}</div><!-- /wp:query -->`;
const template = (inner: string, json = '') => `<!-- wp:post-template ${json} -->${inner}<!-- /wp:post-template -->`;
const pages = `<!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next {"label":"On"} /--><!-- /wp:query-pagination -->`;
const entries = () => [entryOf(2, { type: 'page' }), entryOf(1)];
const frame = (inner: string) =>
  `<div class="wp-block-query is-layout-flow wp-block-query-is-layout-flow">${inner}</div>`;

describe('a query', () => {
  it('shows its template once for each entry', async () => {
    assert.equal(
      await shownOf(query(template('<!-- wp:post-title /-->', '{"layout":{"type":"grid","columnCount":2}}')), {
        entries,
      }),
      frame(
        '<ul class="columns-2 is-layout-grid wp-block-post-template">' +
          '<li class="wp-block-post post-2 page type-page status-publish"><h2 class="wp-block-post-title">Post 2</h2></li>' +
          '<li class="wp-block-post post-1 post type-post status-publish"><h2 class="wp-block-post-title">Post 1</h2></li></ul>',
      ),
    );
  });

  it('shows what it says for no results where there are none, and nothing else', async () => {
    const inner = `${template('x') + pages}<!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results -->`;
    assert.equal(await shownOf(query(inner)), frame('<div class="wp-block-query-no-results"><p>None</p></div>'));
    assert.doesNotMatch(await shownOf(query(inner), { entries }), /None/);
  });

  it('asks for what its attributes say', async () => {
    const json =
      '{"query":{"postType":"page","perPage":3,"offset":2,"order":"asc","orderBy":"title","author":"4,5","search":" x ","exclude":[7],"sticky":"only","parents":[8],"taxQuery":{"category":[1,2]}}}';
    const [asked] = await queriesOf(query(template(''), json));
    assert.deepEqual(asked, {
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

  it('understands both ways of naming terms', async () => {
    const json = '{"query":{"taxQuery":{"include":{"category":[1]},"exclude":{"post_tag":[2,"x",-1]}}}}';
    assert.deepEqual((await queriesOf(query(template(''), json)))[0]?.terms, [
      { taxonomy: 'category', ids: [1] },
      { taxonomy: 'post_tag', ids: [2], without: true },
    ]);
  });

  it('keeps what it asks for within bounds', async () => {
    const json =
      '{"query":{"postType":"../x","perPage":1e9,"offset":-1,"order":7,"orderBy":"rand(); drop","author":{},"taxQuery":{"a b":[1],"category":"x"},"sticky":[]}}';
    const [asked] = await queriesOf(query(template(''), json));
    assert.deepEqual(
      [
        asked?.type,
        asked?.limit,
        asked?.offset,
        asked?.order,
        asked?.orderBy,
        asked?.authors,
        asked?.terms,
        asked?.sticky,
      ],
      ['post', 100, 0, 'desc', 'date', [], [], 'both'],
    );
  });

  it('gives nothing for its parts outside it', async () => {
    assert.equal(await shownOf(`${template('x') + pages}<!-- wp:query-total /-->`, { entries, total: () => 50 }), '');
  });

  it('tells how many there are', async () => {
    const shown = (json: string, total: number) =>
      shownOf(query(`<!-- wp:query-total ${json} /-->`), { total: () => total });
    assert.match(await shown('', 1), /<div class="wp-block-query-total">1 result found<\/div>/);
    assert.match(await shown('{"displayType":"range-display"}', 12), /Displaying 1 – 10 of 12/);
  });
});

describe('the pages of a query', () => {
  const shown = (total: number, json = '{"queryId":4,"query":{"perPage":10}}') =>
    shownOf(query(pages, json), { total: () => total });

  it('are not shown where one holds everything', async () => assert.equal(await shown(10), frame('')));

  it('are linked', async () => {
    const page = (number: number) =>
      `<a class="page-numbers" href="http://x.test/post-9/?query-4-page=${number}">${number}</a>`;
    assert.equal(
      await shown(95),
      frame(
        '<nav class="is-layout-flex wp-block-query-pagination-is-layout-flex wp-block-query-pagination" aria-label="Pagination">' +
          '<div class="wp-block-query-pagination-numbers"><span aria-current="page" class="page-numbers current">1</span>' +
          `${page(2)}${page(3)}<span class="page-numbers dots">&hellip;</span>${page(10)}</div>` +
          '<a class="wp-block-query-pagination-next" href="http://x.test/post-9/?query-4-page=2">On</a></nav>',
      ),
    );
    assert.doesNotMatch(await shown(35), /dots/);
  });

  it('are as many as the query allows, behind its offset', async () => {
    assert.doesNotMatch(await shown(95, '{"query":{"perPage":10,"pages":3}}'), /page=4/);
    assert.equal(await shown(95, '{"query":{"perPage":10,"offset":90}}'), frame(''));
  });

  it('need the total once', async () => {
    const { asked } = await show(query(pages), { total: () => 50 });
    const keys = new Set(asked.flat().map((need) => JSON.stringify(need)));
    assert.equal(keys.size, 1);
  });
});
