// Who may make entries, in which state and with what (posts-and-pages.md §3; check 16).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { people, type Row } from '../who-may.ts';
import { siteOfEntries } from './site-of-entries.ts';

const { site } = siteOfEntries();

describe('making entries', () => {
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
      it(`${type}: a ${state} one`, async () => {
        for (const [at, person] of people.entries()) {
          const answer = await site.ask(person, 'POST', `/cms/v2/${type}`, {
            title: 'New',
            content: 'Text',
            status: state,
            ...(state === 'future' ? { date: '2099-01-01T00:00:00' } : {}),
          });
          assert.equal(answer.status, row[at], person);
        }
      });
    }
  }

  const wishes: Record<string, { json: object; row: Row }> = {
    'in the name of another': { json: { author: 1 }, row: [401, 403, 403, 403, 201, 201] },
    sticky: { json: { sticky: true }, row: [401, 403, 403, 201, 201, 201] },
    'with a number of its own (check 16)': { json: { id: 7 }, row: [400, 400, 400, 400, 400, 400] },
  };
  for (const [wish, { json, row }] of Object.entries(wishes)) {
    it(`posts: ${wish}`, async () => {
      for (const [at, person] of people.entries()) {
        assert.equal(
          (await site.ask(person, 'POST', '/cms/v2/posts', { title: 'New', content: 'Text', ...json })).status,
          row[at],
          person,
        );
      }
    });
  }

  it('ignores what is not to be written (check 16)', async () => {
    const made = await site.make(
      '/cms/v2/posts',
      { title: 'New', guid: 'mine', modified: '2001-01-01T00:00:00', link: 'x', type: 'page', class_list: [] },
      'author',
    );
    assert.equal(made.type, 'post');
    assert.notEqual(made.guid.raw, 'mine');
    assert.ok(made.modified > '2020');
  });
});
