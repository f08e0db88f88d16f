// Tests the emails about accounts: password resets that administrators send, and confirmations of new email addresses.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { callers, type Row } from './permission-rows.ts';
import { screensSite } from './screens-site.ts';
import { type Caller, openTestSite } from './site.ts';
import { openVisitor } from './visitor.ts';

const change = '/octavo/v1/users/me/email-change';
const resetOf = (id: number) => `/octavo/v1/users/${id}/password-reset`;
const hourMs = 3600_000;

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string };
}
const codeOf = ({ status, body }: Answer) => [status, body.code];

describeEachEngine('emails about accounts', (engine) => {
  const { site, later, resetThrottle, mailsOfKind, auditActions } = screensSite(engine);
  const statusesOf = async (requestAs: (caller: Caller) => Promise<{ readonly status: number }>) => {
    const statuses = [];
    for (const caller of callers) {
      resetThrottle();
      statuses.push((await requestAs(caller)).status);
    }
    return statuses;
  };
  const linkIn = (text = '') => /(\/account\/[a-z-]+\?key=\w{43})\n/.exec(text)?.[1] ?? '';
  const lastMail = async (kind: string) => (await mailsOfKind(kind)).at(-1);
  const emailOf = async (id: number) =>
    (await site.request('administrator', 'GET', `/cms/v2/users/${id}?context=edit`)).body.email;

  it('with links for new passwords are sent to oneself, and by administrators to everyone', async () => {
    const { ids } = site;
    const toOther: Row = [401, 403, 403, 403, 403, 200];
    const own: Row = [401, 200, 200, 200, 200, 200];
    const send = (caller: Caller, id: number) => site.request(caller, 'POST', resetOf(id), {});
    assert.deepEqual(await statusesOf((caller) => send(caller, ids.other)), toOther);
    const self = (caller: Caller) => send(caller, caller === 'anonymous' ? ids.subscriber : ids[caller]);
    assert.deepEqual(await statusesOf(self), own);
    assert.deepEqual(codeOf(await send('administrator', 9999)), [404, 'rest_user_invalid_id']);
  });

  it('with links for new passwords leave the password valid, and contain no secret but the link', async () => {
    resetThrottle();
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.editor}`, { password: 'first password' });
    const { status, body } = await site.request('administrator', 'POST', resetOf(site.ids.editor), {});
    assert.deepEqual([status, body.email, Object.keys(body)], [200, 'editor@site.test', ['email', 'expires']]);
    const mail = await lastMail('password-reset');
    assert.equal(mail?.recipient, 'editor@site.test');
    await openVisitor(site).signIn('editor', 'first password');
    assert.ok((await auditActions()).includes('password-reset-sent'));
    assert.deepEqual(codeOf(await site.request('administrator', 'POST', resetOf(site.ids.editor), {})), [
      429,
      'rest_too_many_emails',
    ]);
    const link = linkIn(mail?.text);
    const chosen = { 'new-password': 'second password', again: 'second password' };
    assert.equal((await openVisitor(site).submitForm(link, chosen)).status, 303);
    await openVisitor(site).signIn('editor', 'second password');
    await assert.rejects(openVisitor(site).signIn('editor', 'first password'));
  });

  it('are limited to five per hour and address', async () => {
    resetThrottle();
    const statuses = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await site.request('administrator', 'POST', resetOf(site.ids.author), {})).status);
      later(3 * 60_000);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  });

  it('are not used up by users who request them for the addresses of others', async () => {
    resetThrottle();
    for (let n = 0; n < 6; n += 1)
      await site.request('subscriber', 'POST', '/octavo/v1/users/me/email-change', { email: 'contributor@site.test' });
    assert.equal((await site.request('administrator', 'POST', resetOf(site.ids.contributor), {})).status, 200);
  });

  it('confirm a new address only of the caller, whatever the role', async () => {
    const rows: Readonly<Record<string, Row>> = {
      get: [401, 200, 200, 200, 200, 200],
      post: [401, 200, 200, 200, 200, 200],
      delete: [401, 200, 200, 200, 200, 200],
    };
    const found = {
      get: await statusesOf((caller) => site.request(caller, 'GET', change)),
      post: await statusesOf((caller) => site.request(caller, 'POST', change, { email: `${caller}@new.test` })),
      delete: await statusesOf((caller) => site.request(caller, 'DELETE', change)),
    };
    assert.deepEqual(found, rows);
  });

  it('change the address when the link is confirmed, not when it is opened', async () => {
    resetThrottle();
    const id = site.ids.contributor;
    const requested = await site.request('contributor', 'POST', change, { email: 'fresh@people.test' });
    assert.deepEqual([requested.status, requested.body.email], [200, 'fresh@people.test']);
    assert.equal((await site.request('contributor', 'GET', change)).body.email, 'fresh@people.test');
    assert.equal((await site.request('author', 'GET', change)).body.email, null, 'it is that of the caller');
    const mail = await lastMail('email-change');
    assert.equal(mail?.recipient, 'fresh@people.test');
    const link = linkIn(mail?.text);
    assert.equal((await openVisitor(site).get(link)).status, 200);
    assert.equal(await emailOf(id), 'contributor@site.test');
    assert.equal((await openVisitor(site).get(`${link}x`)).status, 400);
    const confirmed = await openVisitor(site).submitForm(link, {});
    assert.match(confirmed.body, /is now <strong>fresh@people\.test/);
    assert.equal(await emailOf(id), 'fresh@people.test');
    assert.equal(
      (await lastMail('email-changed'))?.recipient,
      'contributor@site.test',
      'the previous address is notified',
    );
    const again = await openVisitor(site).submitForm('/account/sign-in', {}, link);
    assert.equal(again.status, 400, 'the link works once');
    assert.equal((await site.request('contributor', 'GET', change)).body.email, null);
  });

  it('cannot be confirmed from another site or without the token of the form', async () => {
    resetThrottle();
    await site.request('subscriber', 'POST', change, { email: 'cross@people.test' });
    const link = linkIn((await lastMail('email-change'))?.text);
    assert.equal((await openVisitor(site).post(link, {})).status, 403);
    assert.equal(await emailOf(site.ids.subscriber), 'subscriber@site.test');
  });

  it('become invalid after a day, a new request, a discard, a new password, and another change', async () => {
    const request = async (email: string) => {
      resetThrottle();
      await site.request('author', 'POST', change, { email });
      return linkIn((await lastMail('email-change'))?.text);
    };
    const isUsable = async (link: string) => (await openVisitor(site).get(link)).status === 200;
    const expired = await request('late@people.test');
    later(24 * hourMs);
    assert.equal(await isUsable(expired), false);
    const replaced = await request('one@people.test');
    const discarded = await request('two@people.test');
    assert.deepEqual([await isUsable(replaced), await isUsable(discarded)], [false, true]);
    await site.request('author', 'DELETE', change);
    assert.equal(await isUsable(discarded), false);
    const beforePassword = await request('three@people.test');
    await site.request('author', 'POST', '/cms/v2/users/me', { password: 'battery staple' });
    assert.equal(await isUsable(beforePassword), false);
    const beforeChange = await request('four@people.test');
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.author}`, { email: 'set@people.test' });
    assert.equal(await isUsable(beforeChange), false);
    assert.equal(await emailOf(site.ids.author), 'set@people.test');
  });

  it('are not sent to addresses of others, and one that was taken since is not confirmed', async () => {
    resetThrottle();
    const send = (email: string) => site.request('subscriber', 'POST', change, { email });
    assert.deepEqual(codeOf(await send('OTHER@site.test')), [400, 'rest_user_invalid_email']);
    assert.deepEqual(codeOf(await send('subscriber@site.test')), [400, 'rest_user_invalid_email']);
    assert.deepEqual(codeOf(await send('no address')), [400, 'rest_invalid_param']);
    assert.deepEqual(codeOf(await send(`${'a'.repeat(60)}@${'b'.repeat(50)}.test`)), [400, 'user_email_too_long']);
    assert.equal((await send('wanted@people.test')).status, 200);
    const link = linkIn((await lastMail('email-change'))?.text);
    await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.other}`, { email: 'wanted@people.test' });
    const taken = await openVisitor(site).submitForm(link, {});
    assert.deepEqual([taken.status, /Another user of this site/.test(taken.body)], [400, true]);
    assert.equal(await emailOf(site.ids.subscriber), 'subscriber@site.test');
  });
});

describeEachEngine('emails about accounts on a site without mail', (engine) => {
  it('are rejected, and what to do instead is said', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const reset = await site.request('administrator', 'POST', resetOf(site.ids.author), {});
    assert.deepEqual(codeOf(reset), [400, 'rest_mail_not_configured']);
    const email = await site.request('author', 'POST', change, { email: 'new@people.test' });
    assert.deepEqual(codeOf(email), [400, 'rest_mail_not_configured']);
    assert.equal((await site.request('author', 'GET', change)).body.email, null);
  });
});
