// Tests the permissions of terms with a table (terms-menus-and-blocks.md §1.6).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callers, editors, publicAccess, type Row } from '../permission-rows.ts';
import { openEntriesSite } from './entries-site.ts';

const { site, createEntry: entry } = openEntriesSite();

describe('terms', () => {
  const rows: Record<
    string,
    { taxonomy: string; requestOf: (id: number) => readonly [string, string, object?]; row: Row }
  > = {
    'a category is created': {
      taxonomy: 'categories',
      requestOf: () => ['POST', '/cms/v2/categories', { name: `C${Math.random()}` }],
      row: [401, 403, 403, 403, 201, 201],
    },
    'a tag is created': {
      taxonomy: 'tags',
      requestOf: () => ['POST', '/cms/v2/tags', { name: `T${Math.random()}` }],
      row: [401, 403, 201, 201, 201, 201],
    },
    'a tag is changed': {
      taxonomy: 'tags',
      requestOf: (id) => ['POST', `/cms/v2/tags/${id}`, { description: 'x' }],
      row: editors,
    },
    'a tag is deleted': {
      taxonomy: 'tags',
      requestOf: (id) => ['DELETE', `/cms/v2/tags/${id}?force=true`],
      row: editors,
    },
    'a category is read in the edit context': {
      taxonomy: 'categories',
      requestOf: (id) => ['GET', `/cms/v2/categories/${id}?context=edit`],
      row: editors,
    },
    'categories are listed in the edit context': {
      taxonomy: 'categories',
      requestOf: () => ['GET', '/cms/v2/categories?context=edit'],
      row: editors,
    },
    'a tag is read': { taxonomy: 'tags', requestOf: (id) => ['GET', `/cms/v2/tags/${id}`], row: publicAccess },
    'the default category is deleted': {
      taxonomy: 'categories',
      requestOf: () => ['DELETE', '/cms/v2/categories/1?force=true'],
      row: [401, 403, 403, 403, 403, 403],
    },
  };
  for (const [name, { taxonomy, requestOf, row }] of Object.entries(rows)) {
    it(name, async () => {
      for (const [at, caller] of callers.entries()) {
        const term = await site.create(`/cms/v2/${taxonomy}`, { name: `Term ${Math.random()}` });
        const [method, address, json] = requestOf(term.id);
        assert.equal((await site.request(caller, method, address, json)).status, row[at], caller);
      }
    });
  }

  it('reveal no data of an unreadable entry', async () => {
    const tag = await site.create('/cms/v2/tags', { name: 'Hidden tag' });
    const id = await entry('posts', 'other', 'draft', { tags: [tag.id] });
    for (const [at, caller] of callers.entries()) {
      const response = await site.request(caller, 'GET', `/cms/v2/tags?post=${id}`);
      assert.equal(response.status, editors[at], caller);
      assert.equal(JSON.stringify(response.body).includes('Hidden tag'), response.status === 200, caller);
    }
  });
});
