// What the tests of comments share: a site that takes comments at once, a clock, and the words that tests are written in.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type Builder, statement } from '../../server/database/statement.ts';
import type { SettingName, SettingValues } from '../../server/settings/declared.ts';
import type { TestEngine } from '../engines.ts';
import { openedBefore } from '../opened-before.ts';
import { openTestSite, type Person, type TestSite } from '../site.ts';

/** What must agree; each gives rows that differ only where something has drifted. */
const drifts = {
  counted: sql`
    select post, parent, type, status, n from comment_counts where n <> 0
    except select post, parent, type, status, count(*) from comments group by post, parent, type, status
    except select post, -1, type, status, count(*) from comments group by post, type, status`,
  uncounted: sql`
    select post, -1, type, status, count(*) from comments group by post, type, status
    except select post, parent, type, status, n from comment_counts`,
  texts: sql`select id from comments except select comment_id from comment_text`,
} as const;

/** A site for the comments of one suite. */
export function commentsSite(engine: TestEngine) {
  let now = Date.parse('2026-06-01T12:00:00Z');
  let count = 0;
  const site = openedBefore(async () => {
    const opened = await openTestSite({ database: await engine.open(), clock: () => now });
    await opened.service.settings.set({ comment_previously_approved: false });
    return opened;
  });
  /** A number that was not used before. */
  const next = () => {
    count += 1;
    return count;
  };
  return {
    site,
    next,
    set: <K extends SettingName>(name: K, value: SettingValues[K]) => site.service.settings.set({ [name]: value }),
    /** Lets so many seconds pass. */
    later: (seconds: number) => {
      now += seconds * 1000;
    },
    /** Makes a published post; gives its number. */
    post: async (json: object = {}) =>
      (await site.make('/cms/v2/posts', { title: `P${next()}`, content: 'x', status: 'publish', ...json }))
        .id as number,
    write: (person: Person, json: object) => site.ask(person, 'POST', '/cms/v2/comments', json),
    /** Makes a comment on a post; gives its number. */
    comment: async (on: number, json: object = {}, person: Person = 'editor') =>
      (await site.make('/cms/v2/comments', { post: on, content: `Said ${next()}`, ...json }, person)).id as number,
    /** The status and code of a refusal. */
    refused: async (answer: ReturnType<TestSite['ask']>) => {
      const { status, body } = await answer;
      return [status, body.code];
    },
    statusOf: async (id: number) => (await site.ask('editor', 'GET', `/cms/v2/comments/${id}`)).body.status,
    /** How many comments a list tells of. */
    total: async (query: string, person: Person = 'anonymous') =>
      Number((await site.ask(person, 'GET', `/cms/v2/comments?${query}`)).headers['X-CMS-Total']),
    /** Fails where counters or texts have drifted from the comments. */
    agree: async () => {
      for (const [name, rows] of Object.entries(drifts)) {
        const found = await site.database.read.all(
          statement((_q: Builder) => rows),
          {},
        );
        assert.deepEqual(found, [], name);
      }
    },
  };
}
