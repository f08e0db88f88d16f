// Choosing another password by a letter.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite } from '../../test/site.ts';
import { visit } from '../../test/visitor.ts';
import { statement } from '../database/statement.ts';
import type { Extension } from '../extensions/extension.ts';
import { MailProblem } from '../mail/problem.ts';
import { password, screensSite } from './site-for-tests.ts';

const resetMails = statement((q) => q.selectFrom('mails').select('id').where('kind', '=', 'password-reset'));

describeEachEngine('a forgotten password', (engine) => {
  const { site, later, rest, signedIn, letters } = screensSite(engine);

  const ask = async (login: string) => {
    const shown = await visit(site).fill('/account/forgotten-password', { login });
    await site.service.screens.settle();
    return { ...shown, sent: await letters('password-reset') };
  };
  const keyIn = (text = '') => /reset-password\?key=(\w+)/.exec(text)?.[1] ?? '';

  it('check 23: is answered alike for those there are and those there are not', async () => {
    const [known, unknown] = [await ask('editor'), await ask('nobody')];
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
    assert.deepEqual(
      unknown.sent.map(({ recipient }) => recipient),
      ['editor@site.test'],
    );
    assert.match(unknown.sent[0]?.text ?? '', /http:\/\/site\.test\/account\/reset-password\?key=\w{43}\n/);
  });

  it('is chosen anew once, within an hour, and signs every browser out', async () => {
    rest();
    const browser = await signedIn();
    const key = keyIn((await ask('admin@example.com')).sent.at(-1)?.text);
    const again = await ask('admin');
    assert.equal(keyIn(again.sent.at(-1)?.text), key, 'no second letter so soon');
    const reset = `/account/reset-password?key=${key}`;
    assert.equal((await visit(site).get(reset)).status, 200);
    assert.equal((await visit(site).get(`${reset}x`)).status, 400);
    const next = { 'new-password': 'battery staple', again: 'battery staple' };
    assert.equal((await visit(site).fill(reset, { ...next, again: 'other' })).status, 400);
    assert.equal((await visit(site).fill(reset, next)).location, '/account/sign-in?told=password-changed');
    assert.equal((await browser.get('/account/profile')).status, 302);
    assert.equal((await visit(site).get(reset)).status, 400, 'it works once');
    await visit(site).signIn('admin', 'battery staple');
    await site.ask('administrator', 'POST', '/cms/v2/users/me', { password });
    later(3 * 60_000);
    const late = `/account/reset-password?key=${keyIn((await ask('admin')).sent.at(-1)?.text)}`;
    later(3600_000);
    assert.equal((await visit(site).get(late)).status, 400, 'it holds for an hour');
  });

  it('is asked for ten times a minute by one sender, whatever the name', async () => {
    rest();
    const statuses = [];
    for (const login of ['admin', 'nobody', 'author', ...Array.from({ length: 9 }, (_, n) => `name ${n}`), 'admin'])
      statuses.push((await ask(login)).status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429, 429, 429]);
    const refused = await ask('nobody');
    assert.deepEqual([refused.status, refused.header('Retry-After')], [429, '60']);
    later(60_000);
    assert.equal((await ask('nobody')).status, 200);
  });

  it('has five letters an hour, however often it is asked for, and the last one holds meanwhile', async () => {
    const lettersTo = (sent: readonly { readonly recipient: string; readonly text: string }[]) =>
      sent.filter(({ recipient }) => recipient === 'author@site.test');
    rest();
    const before = lettersTo((await ask('nobody')).sent).length;
    for (let n = 0; n < 15; n += 1) {
      await ask('author');
      later(150_000);
    }
    const { sent } = await ask('author');
    assert.equal(lettersTo(sent).length - before, 5);
    const key = keyIn(lettersTo(sent).at(-1)?.text);
    assert.equal((await visit(site).get(`/account/reset-password?key=${key}`)).status, 200);
  });

  it('is not chosen with a letter to an address that is no longer the user’s', async () => {
    const key = keyIn((await ask('editor')).sent.at(-1)?.text);
    await site.ask('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { email: 'new@site.test' });
    assert.equal((await visit(site).get(`/account/reset-password?key=${key}`)).status, 400);
  });
});

describeEachEngine('a forgotten password where no mail can be sent', (engine) => {
  it('is nothing that a mail is promised for, nor is anything stored', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const screen = '/account/forgotten-password';
    const shown = await visit(site).get(screen);
    assert.equal(shown.status, 200);
    assert.match(shown.body, /cannot send e-mail/);
    assert.match(shown.body, /octavo user set-password/);
    assert.doesNotMatch(shown.body, /<form|We send|on its way/);
    const sent = await visit(site).fill('/account/sign-in', { login: 'admin' }, screen);
    assert.equal(sent.status, 200);
    await site.service.screens.settle();
    assert.doesNotMatch(sent.body, /on its way/);
    assert.deepEqual(await site.database.read.all(resetMails, {}), []);
    assert.deepEqual(site.faults, []);
  });

  it('is one again as soon as there is a mailer, even one that cannot be reached at present', async () => {
    const broken: Extension = {
      ...{ name: 'broken-mail', version: '1.0.0', title: 'Broken mail', description: '', namespace: 'broken/v1' },
      resources: [],
      open: () => ({
        rooms: {},
        mailTransport: async () => {
          throw new MailProblem('login', 'The account has to be connected again.');
        },
      }),
    };
    const site = await openTestSite({ database: await engine.open(), extensions: [broken] });
    assert.match((await visit(site).get('/account/forgotten-password')).body, /<form/);
  });
});
