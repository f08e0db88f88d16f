// What the tests of screens share: a site, browsers that are signed in, letters and the audit log.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { TestEngine } from '../../test/engines.ts';
import { openedBefore } from '../../test/opened-before.ts';
import { openTestSite } from '../../test/site.ts';
import { type Visitor, visit } from '../../test/visitor.ts';
import { type Slots, statement } from '../database/statement.ts';

/** The password of the administrator. */
export const password = 'correct horse';

/** The cookie that a session is kept in. */
export const session = 'cms_session';

export const basic = (login: string, secret: string) => `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;

const mails = statement((q, p: Slots<{ kind: string }>) =>
  q.selectFrom('mails').select(['recipient', 'subject', 'text']).where('kind', '=', p.kind).orderBy('id'),
);
const deeds = statement((q) => q.selectFrom('audit_log').select('action'));

/** A mail server that is set and never asked: tests read what is queued for it. */
const unusedServer = { host: '127.0.0.1', port: 9, security: 'none' } as const;

/** A site for the screens of one suite; in the end nothing may have gone wrong in it. */
export function screensSite(engine: TestEngine) {
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  const site = openedBefore(async () =>
    openTestSite({ database: await engine.open(), clock: () => time, mail: { server: unusedServer } }),
  );
  after(() => assert.deepEqual(site.faults, []));
  const later = (milliseconds: number) => {
    time += milliseconds;
  };
  return {
    site,
    /** Lets so much time pass. Milliseconds. */
    later,
    /** Gets the limits against guessing to forget what a test has tried. */
    rest: () => later(3600_000),
    /** A browser in which the administrator is signed in. */
    signedIn: async (): Promise<Visitor> => {
      const browser = visit(site);
      await browser.signIn('admin', password);
      return browser;
    },
    /** The letters of a kind, the oldest first. */
    letters: (kind: string) => site.database.read.all(mails, { kind }),
    /** What stands in the audit log. */
    deeds: async () => (await site.database.read.all(deeds, {})).map(({ action }) => action),
  };
}
