// Who may do what with terms, as a table (terms-menus-and-blocks.md §1.6; check 12).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editors, everybody, people, type Row } from '../who-may.ts';
import { siteOfEntries } from './site-of-entries.ts';

const { site, entry } = siteOfEntries();

describe('terms', () => {
  const rows: Record<string, { taxonomy: string; ask: (id: number) => readonly [string, string, object?]; row: Row }> =
    {
      'a category is made': {
        taxonomy: 'categories',
        ask: () => ['POST', '/cms/v2/categories', { name: `C${Math.random()}` }],
        row: [401, 403, 403, 403, 201, 201],
      },
      'a tag is made': {
        taxonomy: 'tags',
        ask: () => ['POST', '/cms/v2/tags', { name: `T${Math.random()}` }],
        row: [401, 403, 201, 201, 201, 201],
      },
      'a tag is changed': {
        taxonomy: 'tags',
        ask: (id) => ['POST', `/cms/v2/tags/${id}`, { description: 'x' }],
        row: editors,
      },
      'a tag is deleted': {
        taxonomy: 'tags',
        ask: (id) => ['DELETE', `/cms/v2/tags/${id}?force=true`],
        row: editors,
      },
      'a category is seen as editors do': {
        taxonomy: 'categories',
        ask: (id) => ['GET', `/cms/v2/categories/${id}?context=edit`],
        row: editors,
      },
      'categories are listed as editors see them': {
        taxonomy: 'categories',
        ask: () => ['GET', '/cms/v2/categories?context=edit'],
        row: editors,
      },
      'a tag is read': { taxonomy: 'tags', ask: (id) => ['GET', `/cms/v2/tags/${id}`], row: everybody },
      'the default category is deleted': {
        taxonomy: 'categories',
        ask: () => ['DELETE', '/cms/v2/categories/1?force=true'],
        row: [401, 403, 403, 403, 403, 403],
      },
    };
  for (const [name, { taxonomy, ask, row }] of Object.entries(rows)) {
    it(name, async () => {
      for (const [at, person] of people.entries()) {
        const term = await site.make(`/cms/v2/${taxonomy}`, { name: `Term ${Math.random()}` });
        const [method, address, json] = ask(term.id);
        assert.equal((await site.ask(person, method, address, json)).status, row[at], person);
      }
    });
  }

  it('tell nothing of an entry that may not be read (check 12)', async () => {
    const tag = await site.make('/cms/v2/tags', { name: 'Hidden tag' });
    const id = await entry('posts', 'other', 'draft', { tags: [tag.id] });
    for (const [at, person] of people.entries()) {
      const answer = await site.ask(person, 'GET', `/cms/v2/tags?post=${id}`);
      assert.equal(answer.status, editors[at], person);
      assert.equal(JSON.stringify(answer.body).includes('Hidden tag'), answer.status === 200, person);
    }
  });
});
