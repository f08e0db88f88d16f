// Helpers for the tests of the screens: a site, signed-in browsers, queued emails and the audit log.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Slots, statement } from '../server/database/statement.ts';
import type { TestEngine } from './engines.ts';
import { sharedFixture } from './fixture-hooks.ts';
import { openTestSite } from './site.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** The password of the administrator. */
export const password = 'correct horse';

/** Name of the session cookie. */
export const session = 'cms_session';

export const basic = (login: string, secret: string) => `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;

const emailsStatement = statement((q, p: Slots<{ kind: string }>) =>
  q.selectFrom('mails').select(['recipient', 'subject', 'text']).where('kind', '=', p.kind).orderBy('id'),
);
const auditActionsStatement = statement((q) => q.selectFrom('audit_log').select('action'));

/** A configured mail server to which nothing connects, because the tests read the mail queue. */
const unusedServer = { host: '127.0.0.1', port: 9, security: 'none' } as const;

/** Opens a site for the screen tests of one suite, and asserts at the end that no internal error was logged. */
export function screensSite(engine: TestEngine) {
  let time = Date.UTC(2026, 0, 2, 3, 4, 5);
  const site = sharedFixture(async () =>
    openTestSite({ database: await engine.open(), clock: () => time, mail: { server: unusedServer } }),
  );
  after(() => assert.deepEqual(site.errors, []));
  const later = (milliseconds: number) => {
    time += milliseconds;
  };
  return {
    site,
    /** Advances the clock by a number of milliseconds. */
    later,
    /** Advances the clock by an hour, so that the login throttle forgets earlier attempts. */
    resetThrottle: () => later(3600_000),
    /** Returns a browser with a session of the administrator. */
    signedIn: async (): Promise<Visitor> => {
      const browser = openVisitor(site);
      await browser.signIn('admin', password);
      return browser;
    },
    /** Returns the queued emails of a kind, oldest first. */
    mailsOfKind: (kind: string) => site.database.read.all(emailsStatement, { kind }),
    /** Returns the actions of all audit events. */
    auditActions: async () => (await site.database.read.all(auditActionsStatement, {})).map(({ action }) => action),
  };
}
