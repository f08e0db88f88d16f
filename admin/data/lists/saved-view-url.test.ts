import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  canonicalQuery,
  changesIn,
  layoutOfQuery,
  queryOfView,
  savedViewIn,
  urlOfSavedView,
  viewOfQuery,
} from './saved-view-url.ts';
import type { ListDefinition } from './view.ts';

const definition: ListDefinition = {
  titleField: 'title',
  columns: ['author', 'status', 'date', 'modified'],
  defaultColumns: ['author', 'status', 'date'],
  orders: { title: 'title', date: 'date' },
  defaultSort: { field: 'date', direction: 'desc' },
  filters: ['status', 'author'],
  hasDateFilter: true,
};
const withGrid: ListDefinition = { ...definition, grid: { mediaField: 'image', fields: [], isDefault: true } };

const urlOf = (saved: string, changed: string, each = definition) =>
  urlOfSavedView('a1', saved, viewOfQuery(changed, each), each, layoutOfQuery(changed));

describe('the query of a saved view', () => {
  for (const query of [
    '',
    'search=offer+%26+more&status=draft%2Cpending&author=3&after=2026-01-31&sort=title&order=asc&per_page=50',
    'columns=modified%2Cauthor&density=compact',
    'columns=',
  ])
    it(`describes the view completely: ${query || 'the default view'}`, () =>
      assert.equal(queryOfView(viewOfQuery(query, definition), definition, layoutOfQuery(query)), query));

  it('has the layout and the columns of lists that have a grid', () => {
    for (const query of ['', 'layout=table', 'layout=table&columns=author'])
      assert.equal(queryOfView(viewOfQuery(query, withGrid), withGrid, layoutOfQuery(query)), query);
    const grid = { ...viewOfQuery('', withGrid), fields: [] };
    assert.equal(queryOfView(grid, withGrid, { fields: ['author'] }), 'columns=author', 'the columns of the table');
  });

  it('names the grid of lists that are tables by default', () => {
    const table = { ...withGrid, grid: { mediaField: 'image', fields: ['date'], isDefault: false } };
    assert.equal(viewOfQuery('', table).type, 'table');
    assert.deepEqual(viewOfQuery('layout=grid', table).fields, ['date']);
    for (const query of ['', 'layout=grid'])
      assert.equal(queryOfView(viewOfQuery(query, table), table, layoutOfQuery(query)), query);
  });

  it('is the canonical one of itself, also for a grid with columns of the table', () => {
    for (const query of ['', 'columns=author', 'layout=table&columns=author&density=compact'])
      assert.equal(canonicalQuery(query, withGrid), query);
    assert.equal(canonicalQuery('order=asc&sort=title&layout=grid', withGrid), 'sort=title&order=asc');
  });

  it('has no page', () =>
    assert.equal(queryOfView(viewOfQuery('per_page=50&page=3', definition), definition, {}), 'per_page=50'));

  it('ignores invalid layouts', () => {
    assert.deepEqual(layoutOfQuery('layout=list&density=huge'), {});
    assert.deepEqual(viewOfQuery('columns=nothing,author', definition).fields, ['author']);
  });
});

describe('the URL of a saved view', () => {
  it('contains only the ID while the view has no changes', () => {
    assert.equal(urlOf('status=draft', 'status=draft'), 'view=a1');
    assert.equal(urlOf('', ''), 'view=a1');
    assert.equal(
      urlOf('order=asc&sort=title', 'sort=title&order=asc'),
      'view=a1',
      'the order of the parameters is irrelevant',
    );
  });

  it('contains the complete view after changes', () => {
    assert.equal(urlOf('status=draft', 'status=draft&search=a'), 'view=a1&search=a&status=draft');
    assert.equal(urlOf('status=draft', 'status=draft&columns=author'), 'view=a1&status=draft&columns=author');
    assert.equal(urlOf('status=draft', 'status=draft&page=2'), 'view=a1&status=draft&per_page=20&page=2');
  });

  it('differs from that of the saved view if all filters were removed', () => {
    const url = urlOf('status=draft', '');
    assert.equal(url, 'view=a1&page=1');
    assert.equal(viewOfQuery(changesIn(url), definition).filters?.length, 0);
  });

  it('is read again', () => {
    assert.equal(savedViewIn('view=a1&page=1'), 'a1');
    assert.equal(savedViewIn('search=a'), undefined);
    assert.equal(changesIn('view=a1'), '');
    assert.equal(changesIn('view=a1&search=a'), 'search=a');
  });
});
