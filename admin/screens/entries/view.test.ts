import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Filter } from '@wordpress/dataviews';
import type { ContentType, Taxonomy } from '../../data/bootstrap.ts';
import {
  isFiltered,
  layoutOfView,
  pendingFilters,
  urlOfView,
  viewOfUrl,
  withoutFilters,
} from '../../data/lists/view.ts';
import { definitionOf, entryQueryOf, type ListedType } from './columns.ts';

const type: ContentType = {
  slug: 'post',
  name: 'Posts',
  labels: {},
  icon: null,
  rest_base: 'posts',
  rest_namespace: 'wp/v2',
  hierarchical: false,
  supports: { title: true, author: true },
  taxonomies: ['category'],
  can: { create: true, publish: true, edit_others: true },
};
const category: Taxonomy = {
  slug: 'category',
  name: 'Categories',
  labels: {},
  rest_base: 'categories',
  rest_namespace: 'wp/v2',
  hierarchical: true,
  types: ['post'],
  can: { manage: true, edit: true, delete: true },
};
const posts: ListedType = { type, taxonomies: [category] };
const pages: ListedType = {
  type: { ...type, slug: 'page', hierarchical: true, supports: { title: true, 'page-attributes': true } },
  taxonomies: [],
};

describe('the view of a list in the URL', () => {
  for (const query of [
    '',
    'search=offer+%26+more',
    'status=draft%2Cpending',
    'author=3',
    'author=3%2C4&categories=7',
    'after=2026-01-31',
    'before=2026-01-31',
    'after=2026-01-01&before=2026-01-31',
    'sort=title&order=asc',
    'sort=date&order=asc',
    'per_page=50&page=3',
    'search=a&status=trash&sort=modified&order=desc&per_page=20&page=2',
  ])
    it(`keeps ${query || 'the default view'}`, () =>
      assert.equal(urlOfView(viewOfUrl(query, definitionOf(posts)), definitionOf(posts)), query));

  it('replaces invalid parts by their default values', () => {
    const query = 'page=-1&per_page=x&sort=secret&order=up&status=&after=2026-13-01&before=yesterday';
    assert.deepEqual(viewOfUrl(query, definitionOf(posts)), viewOfUrl('', definitionOf(posts)));
    assert.equal(viewOfUrl('per_page=100000', definitionOf(posts)).perPage, 100);
  });

  it('ignores filters and sort keys that the type does not have', () => {
    assert.deepEqual(
      viewOfUrl('author=3&categories=7&sort=author', definitionOf(pages)),
      viewOfUrl('', definitionOf(pages)),
    );
    assert.equal(viewOfUrl('sort=menu_order&order=asc', definitionOf(pages)).sort?.field, 'menu_order');
    assert.equal(viewOfUrl('sort=menu_order&order=asc', definitionOf(posts)).sort?.field, 'date');
  });

  it('becomes a query of the API', () => {
    const url =
      'search=a&status=draft,pending&author=3&categories=7&after=2026-03-01&before=2026-12-31&sort=title&order=asc&page=2';
    assert.deepEqual(entryQueryOf(viewOfUrl(url, definitionOf(posts)), posts), {
      page: 2,
      per_page: 20,
      search: 'a',
      orderby: 'title',
      order: 'asc',
      status: ['draft', 'pending'],
      author: ['3'],
      categories: ['7'],
      after: '2026-02-28T23:59:59',
      before: '2027-01-01T00:00:00',
      _embed: ['author'],
    });
    const { status, search, author } = entryQueryOf(viewOfUrl('', definitionOf(posts)), posts);
    assert.deepEqual(
      [status, search, author],
      [['publish', 'future', 'draft', 'pending', 'private'], undefined, undefined],
    );
  });

  it('requests only the records that columns display', () => {
    const embedded = (listed: ListedType, fields: readonly string[]) =>
      entryQueryOf(viewOfUrl('', definitionOf(listed), { fields }), listed)._embed;
    assert.equal(embedded(posts, ['status']), undefined);
    assert.deepEqual(embedded(posts, ['categories', 'author']), ['author', 'wp:term']);
    assert.deepEqual(embedded(pages, ['parent']), ['up']);
  });

  it('knows whether it is filtered', () => {
    assert.equal(isFiltered(viewOfUrl('sort=title&order=asc&page=2', definitionOf(posts))), false);
    for (const query of ['search=a', 'categories=7', 'after=2026-01-31', 'before=2026-01-31']) {
      const view = viewOfUrl(query, definitionOf(posts));
      assert.equal(isFiltered(view), true);
      assert.equal(urlOfView(withoutFilters(view), definitionOf(posts)), '');
    }
  });

  it('has no filters without a value', () => {
    const added: Filter[] = [
      { field: 'author', operator: 'isAny', value: undefined },
      { field: 'date', operator: 'between', value: ['', '2026-01-31'] },
    ];
    const view = { ...viewOfUrl('status=draft', definitionOf(posts)), filters: added };
    assert.deepEqual(pendingFilters(view), added);
    assert.equal(urlOfView(view, definitionOf(posts)), '');
    assert.equal(isFiltered(view), false);
  });
});

describe('the layout of a list', () => {
  it('contains only differences from the default view', () => {
    assert.deepEqual(layoutOfView(viewOfUrl('', definitionOf(posts)), definitionOf(posts)), {});
    const layout = { fields: ['categories', 'date'], perPage: 50, density: 'compact' } as const;
    assert.deepEqual(layoutOfView(viewOfUrl('', definitionOf(posts), layout), definitionOf(posts)), layout);
    assert.deepEqual(
      layoutOfView(viewOfUrl('search=a&sort=title&order=asc', definitionOf(posts)), definitionOf(posts)),
      {},
    );
  });

  it('ignores columns that the type does not have', () =>
    assert.deepEqual(viewOfUrl('', definitionOf(posts), { fields: ['nothing', 'menu_order', 'modified'] }).fields, [
      'modified',
    ]));

  it('is overridden by the number of entries in the URL', () =>
    assert.equal(viewOfUrl('per_page=10', definitionOf(posts), { perPage: 50 }).perPage, 10));
});
