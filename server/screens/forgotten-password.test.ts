// Tests of resetting a password by email.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { password, screensSite } from '../../test/screens-site.ts';
import { openTestSite } from '../../test/site.ts';
import { openVisitor } from '../../test/visitor.ts';
import { statement } from '../database/statement.ts';
import type { Extension } from '../extensions/extension.ts';
import { MailProblem } from '../mail/problem.ts';

const resetMails = statement((q) => q.selectFrom('mails').select('id').where('kind', '=', 'password-reset'));

describeEachEngine('resetting a forgotten password', (engine) => {
  const { site, later, resetThrottle, signedIn, mailsOfKind } = screensSite(engine);

  const submitRequest = (login: string) => openVisitor(site).submitForm('/account/forgotten-password', { login });
  /** Requests a reset, and waits for the email, which is queued after a random delay of up to half a second. */
  const requestReset = async (login: string) => {
    const shown = await submitRequest(login);
    await site.service.screens.waitForBackgroundWork();
    return { ...shown, sent: await mailsOfKind('password-reset') };
  };
  const keyIn = (text = '') => /reset-password\?key=(\w+)/.exec(text)?.[1] ?? '';

  it('returns the same response for known and unknown users', async () => {
    const [known, unknown] = [await requestReset('editor'), await requestReset('nobody')];
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
    assert.deepEqual(
      unknown.sent.map(({ recipient }) => recipient),
      ['editor@site.test'],
    );
    assert.match(unknown.sent[0]?.text ?? '', /http:\/\/site\.test\/account\/reset-password\?key=\w{43}\n/);
  });

  it('is possible once within an hour, and signs out all browsers', async () => {
    resetThrottle();
    const browser = await signedIn();
    const key = keyIn((await requestReset('admin@example.com')).sent.at(-1)?.text);
    const again = await requestReset('admin');
    assert.equal(keyIn(again.sent.at(-1)?.text), key, 'no second email so soon');
    const reset = `/account/reset-password?key=${key}`;
    assert.equal((await openVisitor(site).get(reset)).status, 200);
    assert.equal((await openVisitor(site).get(`${reset}x`)).status, 400);
    const next = { 'new-password': 'battery staple', again: 'battery staple' };
    assert.equal((await openVisitor(site).submitForm(reset, { ...next, again: 'other' })).status, 400);
    assert.equal(
      (await openVisitor(site).submitForm(reset, next)).location,
      '/account/sign-in?notice=password-changed',
    );
    assert.equal((await browser.get('/account/profile')).status, 302);
    assert.equal((await openVisitor(site).get(reset)).status, 400, 'the link works once');
    await openVisitor(site).signIn('admin', 'battery staple');
    await site.request('administrator', 'POST', '/cms/v2/users/me', { password });
    later(3 * 60_000);
    const late = `/account/reset-password?key=${keyIn((await requestReset('admin')).sent.at(-1)?.text)}`;
    later(3600_000);
    assert.equal((await openVisitor(site).get(late)).status, 400, 'the link expires after an hour');
  });

  it('is limited to ten requests per minute and IP address, regardless of the username', async () => {
    resetThrottle();
    const statuses = [];
    for (const login of ['admin', 'nobody', 'author', ...Array.from({ length: 9 }, (_, n) => `name ${n}`), 'admin'])
      statuses.push((await submitRequest(login)).status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429, 429, 429]);
    const throttledPage = await requestReset('nobody');
    assert.deepEqual([throttledPage.status, throttledPage.header('Retry-After')], [429, '60']);
    later(60_000);
    assert.equal((await requestReset('nobody')).status, 200);
  });

  it('sends at most five emails per hour and account, and the last link stays valid', async () => {
    const mailsTo = (sent: readonly { readonly recipient: string; readonly text: string }[]) =>
      sent.filter(({ recipient }) => recipient === 'author@site.test');
    resetThrottle();
    const before = mailsTo((await requestReset('nobody')).sent).length;
    // Seven requests in 35 minutes, of which five are within the limit.
    for (let n = 0; n < 7; n += 1) {
      await requestReset('author');
      later(300_000);
    }
    const { sent } = await requestReset('author');
    assert.equal(mailsTo(sent).length - before, 5);
    const key = keyIn(mailsTo(sent).at(-1)?.text);
    assert.equal((await openVisitor(site).get(`/account/reset-password?key=${key}`)).status, 200);
  });

  it('is not possible with a link that was sent to a previous email address of the user', async () => {
    const key = keyIn((await requestReset('editor')).sent.at(-1)?.text);
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { email: 'new@site.test' });
    assert.equal((await openVisitor(site).get(`/account/reset-password?key=${key}`)).status, 400);
  });
});

describeEachEngine('resetting a forgotten password when mail is not configured', (engine) => {
  it('displays instructions instead of a form and stores nothing', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const screen = '/account/forgotten-password';
    const shown = await openVisitor(site).get(screen);
    assert.equal(shown.status, 200);
    assert.match(shown.body, /cannot send email/);
    assert.match(shown.body, /octavo user set-password/);
    assert.doesNotMatch(shown.body, /<form|we will email|on its way/);
    const sent = await openVisitor(site).submitForm('/account/sign-in', { login: 'admin' }, screen);
    assert.equal(sent.status, 200);
    await site.service.screens.waitForBackgroundWork();
    assert.doesNotMatch(sent.body, /on its way/);
    assert.deepEqual(await site.database.read.all(resetMails, {}), []);
    assert.deepEqual(site.errors, []);
  });

  it('displays the form as soon as there is a mail transport, even when it is unreachable', async () => {
    const broken: Extension = {
      ...{ name: 'broken-mail', version: '1.0.0', title: 'Broken mail', description: '', namespace: 'broken/v1' },
      resources: [],
      open: () => ({
        modules: [],
        mailTransport: async () => {
          throw new MailProblem('login', 'The account has to be connected again.');
        },
      }),
    };
    const site = await openTestSite({ database: await engine.open(), extensions: [broken] });
    assert.match((await openVisitor(site).get('/account/forgotten-password')).body, /<form/);
  });
});
