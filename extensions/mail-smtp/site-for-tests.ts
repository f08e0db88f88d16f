// What the tests of this folder share: a site with two mail servers and a provider of accounts, and the words that tests are
// written in. Neither an answer nor the log may ever tell a secret.
import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import { type Builder, statement } from '../../server/database/statement.ts';
import { sendDue } from '../../server/mail/send-due.ts';
import { startSmtp, type TestSmtp } from '../../server/mail/smtp-for-tests.ts';
import type { TestEngine } from '../../test/engines.ts';
import { openedBefore } from '../../test/opened-before.ts';
import { openTestSite, type Person } from '../../test/site.ts';
import { startProvider, type TestProvider } from './provider-for-tests.ts';

export const root = '/cms-mail-smtp/setup-wizard/v1';
export const password = 'pa55-never-told';
export const everySecret = /pa55-never-told|cl1ent-s3cret|acc3ss-\d|r3fresh-\d|c0de-\d/;

const patience = { connection: 1000, greeting: 400, silence: 700, whole: 1200 };

const forget = statement((q: Builder) => q.deleteFrom('mails'));

/** A server that takes the password of ann, and tokens of the provider. */
const startChosen = (provider: TestProvider): Promise<TestSmtp> =>
  startSmtp({
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'XOAUTH2'],
    onAuth: ({ method, username = '', password: given, accessToken = '' }, _session, done) => {
      const isKnown =
        method === 'XOAUTH2' ? provider.tokens.get(accessToken) === username : username === 'ann' && given === password;
      if (isKnown) done(null, { user: username });
      else if (method === 'XOAUTH2') done(null, { data: { status: '401' } });
      else done(Object.assign(new Error(`Not ${given}`), { responseCode: 535 }));
    },
  });

/** A site for the mail of one suite. */
export function mailSite(engine: TestEngine) {
  let time = Date.parse('2026-06-01T12:00:00Z');
  const now = () => time;
  const log: string[] = [];
  const answers: string[] = [];
  const note = (facts: object, sentence: string) => log.push(`${JSON.stringify(facts)} ${sentence}`);

  /** The server that is configured, and the one that is set up here; that one takes accounts of the provider too. */
  const usual = openedBefore(() => startSmtp());
  const provider = openedBefore(() => startProvider());
  const chosen = openedBefore(() => startChosen(provider));
  const site = openedBefore(async () => {
    const opened = await openTestSite({
      database: await engine.open(),
      extensions: ['mail-smtp', 'sbc'],
      clock: now,
      logOf: () => ({ info: note, warn: note }),
      mail: { server: { host: '127.0.0.1', port: usual.port, security: 'none' } },
      mailPatience: patience,
      fetchLimits: { hosts: new Set(['127.0.0.1']), patience: 500 },
    });
    await opened.service.settings.set({ comment_previously_approved: false });
    return opened;
  });
  after(() => Promise.all([usual.close(), chosen.close(), provider.close()]));
  afterEach(async () => {
    assert.deepEqual(site.faults, []);
    assert.doesNotMatch(answers.splice(0).join('\n'), everySecret, 'no secret in an answer');
    assert.doesNotMatch(log.splice(0).join('\n'), everySecret, 'no secret in the log');
    provider.answer = undefined;
    provider.changes = {};
    provider.asked.splice(0);
    await site.database.transaction((tx) => tx.run(forget, {}));
    usual.arrived.splice(0);
    chosen.arrived.splice(0);
  });

  const ask = async (path: string, json: object = {}, person: Person = 'administrator') => {
    const { status, body } = await site.ask(person, 'POST', `${root}/${path}`, json);
    answers.push(JSON.stringify(body));
    return { status, body };
  };
  const tell = async (path: string, json: object = {}) => {
    const { status, body } = await ask(path, json);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const set = (value: object) => tell('update', { value });
  const signedIn = () => ({ ...here(chosen.port), user: 'ann', password });
  const later = (milliseconds: number) => {
    time += milliseconds;
  };
  const deliver = () => {
    const never = new AbortController().signal;
    const parts = { database: site.database, transport: site.service.transport, clock: now, patience };
    return sendDue({ ...parts, host: 'site.test', onProblem: () => {} }, { soon: never, now: never });
  };
  let post: number | undefined;
  let said = 0;
  return {
    ...{ site, usual, chosen, provider, log, answers, now, later, ask, tell, set, signedIn },
    /** The status and code of a refusal. */
    refusal: async (path: string, json: object = {}) => {
      const { status, body } = await ask(path, json);
      return [status, body.code];
    },
    useSmtp: () =>
      set({ mail: { mailer: 'smtp', from_email: 'notes@site.test', from_name: 'Notes' }, smtp: signedIn() }),
    /** Sends what is due; gives how many mails were sent. */
    deliver,
    /** Somebody comments; who is told is told by mail. Gives how many mails were sent. */
    comment: async () => {
      post ??= (await site.make('/cms/v2/posts', { title: 'P', content: 'x', status: 'publish' }, 'author')).id;
      said += 1;
      later(60_000);
      await site.make('/cms/v2/comments', { post, content: `Said ${said}` }, 'subscriber');
      return deliver();
    },
  };
}

/** A server of this machine, as settings name it. */
export const here = (port: number) => ({ host: '127.0.0.1', port, encryption: 'none', user: '' });
