// Who may do what with entries: role × operation × whose × state, as tables (posts-and-pages.md §3; checks 8 and 16).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editors, everybody, people, type Row } from '../who-may.ts';
import { type State, siteOfEntries, states } from './site-of-entries.ts';

const { site, entry } = siteOfEntries();

const operations = {
  'is read': (id: number, type: string) => ['GET', `/cms/v2/${type}/${id}`] as const,
  'is seen as editors do': (id: number, type: string) => ['GET', `/cms/v2/${type}/${id}?context=edit`] as const,
  'is changed': (id: number, type: string) => ['POST', `/cms/v2/${type}/${id}`, { excerpt: 'Changed' }] as const,
  'is moved to the trash': (id: number, type: string) => ['DELETE', `/cms/v2/${type}/${id}`] as const,
  'is deleted for good': (id: number, type: string) => ['DELETE', `/cms/v2/${type}/${id}?force=true`] as const,
};
type OperationName = keyof typeof operations;

/** The same for entries in all states. */
const same = <Statuses>(row: Statuses): Record<State, Statuses> => {
  return { publish: row, future: row, draft: row, pending: row, private: row, trash: row };
};

const ofAnother: Record<OperationName, Record<State, Row>> = {
  'is read': { ...same(editors), publish: everybody },
  'is seen as editors do': same(editors),
  'is changed': same(editors),
  'is moved to the trash': { ...same(editors), trash: [401, 403, 403, 403, 410, 410] },
  'is deleted for good': same(editors),
};

/** Statuses for the owner of a post: a contributor, an author. */
type OwnRow = readonly [number, number];
const both: OwnRow = [200, 200];
/** What is published, or is going to be, is out of a contributor's hands. A trashed post is judged by the state it had, here draft. */
const untilPublished: Record<State, OwnRow> = { ...same(both), publish: [403, 200], future: [403, 200] };

const ofOneself: Record<OperationName, Record<State, OwnRow>> = {
  'is read': same(both),
  'is seen as editors do': untilPublished,
  'is changed': untilPublished,
  'is moved to the trash': { ...untilPublished, trash: [410, 410] },
  'is deleted for good': untilPublished,
};

describe('an entry of somebody else (check 8)', () => {
  for (const type of ['posts', 'pages'] as const) {
    for (const [operation, table] of Object.entries(ofAnother) as [OperationName, Record<State, Row>][]) {
      for (const state of states) {
        it(`${type}: a ${state} one ${operation}`, async () => {
          for (const [at, person] of people.entries()) {
            const id = await entry(type, 'other', state);
            const [method, address, json] = operations[operation](id, type);
            const answer = await site.ask(person, method, address, json);
            assert.equal(answer.status, table[state][at], `${person}: ${JSON.stringify(answer.body).slice(0, 200)}`);
            if (answer.status >= 400)
              assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'data', 'message'], 'nothing but the refusal');
          }
        });
      }
    }
  }
});

describe('an entry of oneself (check 8)', () => {
  for (const [operation, table] of Object.entries(ofOneself) as [OperationName, Record<State, OwnRow>][]) {
    for (const state of states) {
      it(`posts: a ${state} one ${operation}`, async () => {
        for (const [at, person] of (['contributor', 'author'] as const).entries()) {
          const [method, address, json] = operations[operation](await entry('posts', person, state), 'posts');
          assert.equal((await site.ask(person, method, address, json)).status, table[state][at], person);
        }
      });
      it(`pages: a ${state} one ${operation}, by those who hold no rights on pages`, async () => {
        for (const person of ['subscriber', 'contributor', 'author'] as const) {
          const [method, address, json] = operations[operation](await entry('pages', person, state), 'pages');
          // Authors read what is theirs, whatever its status (additions.md, "Own entries").
          const expected = operation === 'is read' ? 200 : 403;
          assert.equal((await site.ask(person, method, address, json)).status, expected, person);
        }
      });
    }
  }
});
