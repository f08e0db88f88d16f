// Tests the permissions of entries with tables of role × operation × ownership × status (posts-and-pages.md §3).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callers, editors, publicAccess, type Row } from '../permission-rows.ts';
import { openEntriesSite, type State, states } from './entries-site.ts';

const { site, createEntry: entry } = openEntriesSite();

const operations = {
  'is read': (id: number, type: string) => ['GET', `/cms/v2/${type}/${id}`] as const,
  'is read in the edit context': (id: number, type: string) => ['GET', `/cms/v2/${type}/${id}?context=edit`] as const,
  'is changed': (id: number, type: string) => ['POST', `/cms/v2/${type}/${id}`, { excerpt: 'Changed' }] as const,
  'is moved to the trash': (id: number, type: string) => ['DELETE', `/cms/v2/${type}/${id}`] as const,
  'is deleted permanently': (id: number, type: string) => ['DELETE', `/cms/v2/${type}/${id}?force=true`] as const,
};
type OperationName = keyof typeof operations;

/** Returns a record with the same row for every entry status. */
const same = <Statuses>(row: Statuses): Record<State, Statuses> => {
  return { publish: row, future: row, draft: row, pending: row, private: row, trash: row };
};

const rowsForOthers: Record<OperationName, Record<State, Row>> = {
  'is read': { ...same(editors), publish: publicAccess },
  'is read in the edit context': same(editors),
  'is changed': same(editors),
  'is moved to the trash': { ...same(editors), trash: [401, 403, 403, 403, 410, 410] },
  'is deleted permanently': same(editors),
};

/** Expected statuses if the owner of the post is a contributor, and if the owner is an author. */
type OwnRow = readonly [number, number];
const both: OwnRow = [200, 200];
/**
 * Rows for posts that contributors may change only until these are published or scheduled. The permission for a post in the
 * trash depends on its previous status, which is draft in these tests.
 */
const untilPublished: Record<State, OwnRow> = { ...same(both), publish: [403, 200], future: [403, 200] };

const rowsForOwners: Record<OperationName, Record<State, OwnRow>> = {
  'is read': same(both),
  'is read in the edit context': untilPublished,
  'is changed': untilPublished,
  'is moved to the trash': { ...untilPublished, trash: [410, 410] },
  'is deleted permanently': untilPublished,
};

describe('an entry of another user', () => {
  for (const type of ['posts', 'pages'] as const) {
    for (const [operation, table] of Object.entries(rowsForOthers) as [OperationName, Record<State, Row>][]) {
      for (const state of states) {
        it(`${type}: an entry with status ${state} ${operation}`, async () => {
          for (const [at, caller] of callers.entries()) {
            const id = await entry(type, 'other', state);
            const [method, address, json] = operations[operation](id, type);
            const response = await site.request(caller, method, address, json);
            assert.equal(
              response.status,
              table[state][at],
              `${caller}: ${JSON.stringify(response.body).slice(0, 200)}`,
            );
            if (response.status >= 400)
              assert.deepEqual(
                Object.keys(response.body).sort(),
                ['code', 'data', 'message'],
                'the body contains only the error',
              );
          }
        });
      }
    }
  }
});

describe('an entry of the caller', () => {
  for (const [operation, table] of Object.entries(rowsForOwners) as [OperationName, Record<State, OwnRow>][]) {
    for (const state of states) {
      it(`posts: an entry with status ${state} ${operation}`, async () => {
        for (const [at, caller] of (['contributor', 'author'] as const).entries()) {
          const [method, address, json] = operations[operation](await entry('posts', caller, state), 'posts');
          assert.equal((await site.request(caller, method, address, json)).status, table[state][at], caller);
        }
      });
      it(`pages: an entry with status ${state} ${operation}, by users without permissions for pages`, async () => {
        for (const caller of ['subscriber', 'contributor', 'author'] as const) {
          const [method, address, json] = operations[operation](await entry('pages', caller, state), 'pages');
          // Authors may read their own entries in any status (additions.md, "Own entries").
          const expected = operation === 'is read' ? 200 : 403;
          assert.equal((await site.request(caller, method, address, json)).status, expected, caller);
        }
      });
    }
  }
});
