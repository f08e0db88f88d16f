// Tests the permissions to create entries with certain statuses and fields (posts-and-pages.md §3).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callers, type Row } from '../permission-rows.ts';
import { openEntriesSite } from './entries-site.ts';

const { site } = openEntriesSite();

describe('creating entries', () => {
  const table: Record<string, Record<string, Row>> = {
    posts: {
      draft: [401, 403, 201, 201, 201, 201],
      pending: [401, 403, 201, 201, 201, 201],
      publish: [401, 403, 403, 201, 201, 201],
      future: [401, 403, 403, 201, 201, 201],
      private: [401, 403, 403, 201, 201, 201],
    },
    pages: {
      draft: [401, 403, 403, 403, 201, 201],
      pending: [401, 403, 403, 403, 201, 201],
      publish: [401, 403, 403, 403, 201, 201],
      future: [401, 403, 403, 403, 201, 201],
      private: [401, 403, 403, 403, 201, 201],
    },
  };
  for (const [type, rows] of Object.entries(table)) {
    for (const [state, row] of Object.entries(rows)) {
      it(`${type}: an entry with status ${state}`, async () => {
        for (const [at, caller] of callers.entries()) {
          const response = await site.request(caller, 'POST', `/cms/v2/${type}`, {
            title: 'New',
            content: 'Text',
            status: state,
            ...(state === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
          });
          assert.equal(response.status, row[at], caller);
        }
      });
    }
  }

  const fieldCases: Record<string, { json: object; row: Row }> = {
    'by another author': { json: { author: 1 }, row: [401, 403, 403, 403, 201, 201] },
    sticky: { json: { sticky: true }, row: [401, 403, 403, 201, 201, 201] },
    'with an ID': { json: { id: 7 }, row: [400, 400, 400, 400, 400, 400] },
  };
  for (const [description, { json, row }] of Object.entries(fieldCases)) {
    it(`posts: ${description}`, async () => {
      for (const [at, caller] of callers.entries()) {
        assert.equal(
          (await site.request(caller, 'POST', '/cms/v2/posts', { title: 'New', content: 'Text', ...json })).status,
          row[at],
          caller,
        );
      }
    });
  }

  it('ignores read-only fields', async () => {
    const made = await site.create(
      '/cms/v2/posts',
      { title: 'New', guid: 'mine', modified: '2001-01-01T00:00:00', link: 'x', type: 'page', class_list: [] },
      'author',
    );
    assert.equal(made.type, 'post');
    assert.notEqual(made.guid.raw, 'mine');
    assert.ok(made.modified > '2020');
  });
});
