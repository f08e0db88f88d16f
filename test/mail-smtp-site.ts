// Provides tests with a site, two mail servers, a fake OAuth provider, and helpers. After each test, it asserts that neither responses nor
// the log contain secrets.
import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import { type Builder, statement } from '../server/database/statement.ts';
import { sendDue } from '../server/mail/mail-queue.ts';
import type { TestEngine } from './engines.ts';
import { sharedFixture } from './fixture-hooks.ts';
import { startProvider, type TestProvider } from './mail-provider.ts';
import { type Caller, openTestSite } from './site.ts';
import { startSmtp, type TestSmtp } from './smtp.ts';

export const root = '/cms-mail-smtp/setup-wizard/v1';
export const password = 'pa55-never-told';
export const everySecret = /pa55-never-told|cl1ent-s3cret|acc3ss-\d|r3fresh-\d|c0de-\d/;

/** Timeouts of the mail servers. Even on a busy machine, they respond in this time. */
const normalTimeouts = { connectionMs: 30_000, greetingMs: 30_000, idleMs: 30_000, totalMs: 60_000 };

/** Timeouts of mail servers that never respond completely. */
export const shortTimeouts = { connectionMs: 1000, greetingMs: 400, idleMs: 700, totalMs: 1200 };

/** Timeout of requests to the fake provider, in milliseconds. Even a busy machine responds in this time. */
const requestTimeoutMs = 30_000;

const deleteMails = statement((q: Builder) => q.deleteFrom('mails'));

/** Starts a mail server that accepts the password of the user ann, and tokens of the fake provider. */
const startSelectedServer = (provider: TestProvider): Promise<TestSmtp> =>
  startSmtp({
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'XOAUTH2'],
    onAuth: ({ method, username = '', password: submitted, accessToken = '' }, _session, done) => {
      const isKnown =
        method === 'XOAUTH2'
          ? provider.tokens.get(accessToken) === username
          : username === 'ann' && submitted === password;
      if (isKnown) done(null, { user: username });
      else if (method === 'XOAUTH2') done(null, { data: { status: '401' } });
      else done(Object.assign(new Error(`Not ${submitted}`), { responseCode: 535 }));
    },
  });

/** Returns a site, servers and helpers that the tests of a suite share. */
export function mailSite(engine: TestEngine) {
  let time = Date.parse('2026-06-01T12:00:00Z');
  const now = () => time;
  const log: string[] = [];
  const answers: string[] = [];
  const recordLog = (fields: object, event: string) => log.push(`${JSON.stringify(fields)} ${event}`);

  /** The mail server of the configuration. Tests select the other server, which also accepts accounts of the fake provider. */
  const configuredServer = sharedFixture(() => startSmtp());
  const provider = sharedFixture(() => startProvider());
  const selectedServer = sharedFixture(() => startSelectedServer(provider));
  const timeouts = { ...normalTimeouts };
  const fetchLimits = { hosts: new Set(['127.0.0.1']), timeoutMs: requestTimeoutMs };
  const site = sharedFixture(async () => {
    const opened = await openTestSite({
      database: await engine.open(),
      extensions: ['mail-smtp', 'sbc'],
      clock: now,
      logOf: () => ({ info: recordLog, warn: recordLog }),
      mail: { server: { host: '127.0.0.1', port: configuredServer.port, security: 'none' } },
      mailTimeouts: timeouts,
      fetchLimits,
    });
    await opened.service.settings.set({ comment_previously_approved: false });
    return opened;
  });
  after(() => Promise.all([configuredServer.close(), selectedServer.close(), provider.close()]));
  afterEach(async () => {
    assert.deepEqual(site.errors, []);
    assert.doesNotMatch(answers.splice(0).join('\n'), everySecret, 'no secret in a response');
    assert.doesNotMatch(log.splice(0).join('\n'), everySecret, 'no secret in the log');
    fetchLimits.timeoutMs = requestTimeoutMs;
    Object.assign(timeouts, normalTimeouts);
    provider.respond = undefined;
    provider.changes = {};
    provider.requests.splice(0);
    await site.database.transaction((tx) => tx.run(deleteMails, {}));
    configuredServer.received.splice(0);
    selectedServer.received.splice(0);
  });

  const postJson = async (path: string, json: object = {}, caller: Caller = 'administrator') => {
    const { status, body } = await site.request(caller, 'POST', `${root}/${path}`, json);
    answers.push(JSON.stringify(body));
    return { status, body };
  };
  const postOk = async (path: string, json: object = {}) => {
    const { status, body } = await postJson(path, json);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const set = (value: object) => postOk('update', { value });
  const signedIn = () => ({ ...localServer(selectedServer.port), user: 'ann', password });
  const later = (milliseconds: number) => {
    time += milliseconds;
  };
  const deliver = () => {
    const never = new AbortController().signal;
    const deps = { database: site.database, transport: site.service.transport, clock: now, timeouts };
    return sendDue({ ...deps, host: 'site.test', onProblem: () => {} }, { graceful: never, immediate: never });
  };
  let post: number | undefined;
  let commentCount = 0;
  return {
    ...{ site, configuredServer, selectedServer, provider, log, answers, now, later, postJson, postOk, set, signedIn },
    ...{ fetchLimits, timeouts },
    /** Sends a request that is rejected, and returns the status and the error code. */
    errorOf: async (path: string, json: object = {}) => {
      const { status, body } = await postJson(path, json);
      return [status, body.code];
    },
    useSmtp: () =>
      set({ mail: { mailer: 'smtp', from_email: 'notes@site.test', from_name: 'Notes' }, smtp: signedIn() }),
    /** Sends due emails, and returns the number of emails sent. */
    deliver,
    /** Creates a comment, sends the notification about it, and returns the number of emails sent. */
    comment: async () => {
      post ??= (await site.create('/cms/v2/posts', { title: 'P', content: 'x', status: 'publish' }, 'author')).id;
      commentCount += 1;
      later(60_000);
      await site.create('/cms/v2/comments', { post, content: `Said ${commentCount}` }, 'subscriber');
      return deliver();
    },
  };
}

/** Returns the settings for a mail server on this machine. */
export const localServer = (port: number) => ({ host: '127.0.0.1', port, encryption: 'none', user: '' });
