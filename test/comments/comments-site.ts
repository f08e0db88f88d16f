// Opens a test site for comments, with an adjustable clock and with helpers for requests. Comments need no moderation.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type Builder, statement } from '../../server/database/statement.ts';
import type { SettingName, SettingValues } from '../../server/settings/declared.ts';
import type { TestEngine } from '../engines.ts';
import { sharedFixture } from '../fixture-hooks.ts';
import { type Caller, openTestSite, type TestSite } from '../site.ts';

/** Queries that return rows only if counters or search texts are inconsistent with the comments. */
const consistencyChecks = {
  counted: sql`
    select post, parent, type, status, n from ${sql.table('comment_counts')} where n <> 0
    except select post, parent, type, status, count(*) from ${sql.table('comments')} group by post, parent, type, status
    except select post, -1, type, status, count(*) from ${sql.table('comments')} group by post, type, status`,
  uncounted: sql`
    select post, -1, type, status, count(*) from ${sql.table('comments')} group by post, type, status
    except select post, parent, type, status, n from ${sql.table('comment_counts')}`,
  texts: sql`select id from ${sql.table('comments')} except select comment_id from ${sql.table('comment_text')}`,
} as const;

/** Opens a site before the tests of the calling suite, and returns helpers for comments. */
export function commentsSite(engine: TestEngine) {
  let now = Date.parse('2026-06-01T12:00:00Z');
  let count = 0;
  const site = sharedFixture(async () => {
    const opened = await openTestSite({ database: await engine.open(), clock: () => now });
    await opened.service.settings.set({ comment_previously_approved: false });
    return opened;
  });
  /** Returns the next number of a sequence, for unique names. */
  const next = () => {
    count += 1;
    return count;
  };
  return {
    site,
    next,
    set: <K extends SettingName>(name: K, value: SettingValues[K]) => site.service.settings.set({ [name]: value }),
    /** Advances the clock by some seconds. */
    advanceSeconds: (seconds: number) => {
      now += seconds * 1000;
    },
    /** Creates a published post and returns its ID. */
    post: async (json: object = {}) =>
      (await site.create('/cms/v2/posts', { title: `P${next()}`, content: 'x', status: 'publish', ...json }))
        .id as number,
    createComment: (caller: Caller, json: object) => site.request(caller, 'POST', '/cms/v2/comments', json),
    /** Creates a comment on a post and returns its ID. */
    comment: async (on: number, json: object = {}, caller: Caller = 'editor') =>
      (await site.create('/cms/v2/comments', { post: on, content: `Said ${next()}`, ...json }, caller)).id as number,
    /** Returns the status of an error response and its error code. */
    errorOf: async (response: ReturnType<TestSite['request']>) => {
      const { status, body } = await response;
      return [status, body.code];
    },
    statusOf: async (id: number) => (await site.request('editor', 'GET', `/cms/v2/comments/${id}`)).body.status,
    /** Returns the total number of comments that match a query. */
    total: async (query: string, caller: Caller = 'anonymous') =>
      Number((await site.request(caller, 'GET', `/cms/v2/comments?${query}`)).headers['X-CMS-Total']),
    /** Asserts that counters and search texts are consistent with the comments. */
    assertConsistent: async () => {
      for (const [name, rows] of Object.entries(consistencyChecks)) {
        const found = await site.database.read.all(
          statement((_q: Builder) => rows),
          {},
        );
        assert.deepEqual(found, [], name);
      }
    },
  };
}
