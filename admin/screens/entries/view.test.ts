import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiQueryOf, urlOfView, viewOfUrl } from './view.ts';

describe('the view of a list in the URL', () => {
  for (const query of [
    '',
    'search=offer+%26+more',
    'status=draft%2Cpending',
    'author=3',
    'sort=title&order=asc',
    'sort=date&order=asc',
    'per_page=50&page=3',
    'search=a&status=trash&sort=modified&order=desc&page=2',
  ])
    it(`keeps ${query || 'the default view'}`, () => assert.equal(urlOfView(viewOfUrl(query)), query));

  it('replaces invalid parts by their default values', () => {
    assert.deepEqual(viewOfUrl('page=-1&per_page=x&sort=secret&order=up&status='), viewOfUrl(''));
    assert.equal(viewOfUrl('per_page=100000').perPage, 100);
  });

  it('becomes a query of the API', () => {
    assert.deepEqual(apiQueryOf(viewOfUrl('search=a&status=draft,pending&author=3&sort=title&order=asc&page=2')), {
      page: 2,
      per_page: 20,
      search: 'a',
      orderby: 'title',
      order: 'asc',
      status: ['draft', 'pending'],
      author: ['3'],
    });
    const { status, search, author } = apiQueryOf(viewOfUrl(''));
    assert.deepEqual(
      [status, search, author],
      [['publish', 'future', 'draft', 'pending', 'private'], undefined, undefined],
    );
  });
});
