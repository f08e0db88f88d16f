// Tests invitations: who may send and see them, accepting, sending again and withdrawing them, and the limits of emails.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { callers, type Row } from './permission-rows.ts';
import { password, screensSite } from './screens-site.ts';
import { type Caller, openTestSite } from './site.ts';
import { openVisitor } from './visitor.ts';

const path = '/octavo/v1/invitations';
const dayMs = 24 * 3600_000;
const chosen = { 'new-password': 'battery staple', again: 'battery staple' };

const storedStatement = statement((q, p: Slots<{ id: number }>) =>
  q
    .selectFrom('users as u')
    .innerJoin('invitations as i', 'i.user_id', 'u.id')
    .select(['u.password_hash', 'i.token_hash'])
    .where('u.id', '=', p.id),
);

describeEachEngine('invitations', (engine) => {
  const { site, later, resetThrottle, mailsOfKind, auditActions } = screensSite(engine);
  let last = 0;
  /** Returns the parameters of an invitation of a new user, after an hour, so that earlier emails do not count. */
  const invitee = (more: object = {}) => {
    resetThrottle();
    last += 1;
    return { username: `invited${last}`, email: `invited${last}@people.test`, ...more };
  };
  const invite = (more: object = {}) => site.create(path, invitee(more));
  const linkIn = (text = '') => /(\/account\/invitation\?key=\w{43})\n/.exec(text)?.[1] ?? '';
  const lastMail = async () => (await mailsOfKind('invitation')).at(-1);
  const open = async (link: string) => openVisitor(site).get(link);
  const codeOf = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } }) => [
    status,
    body.code,
  ];

  const statusesOf = (requestAs: (caller: Caller) => Promise<{ readonly status: number }>) =>
    Promise.all(callers.map(async (caller) => (await requestAs(caller)).status));
  const rows: Readonly<Record<string, Row>> = {
    create: [401, 403, 403, 403, 403, 201],
    list: [401, 403, 403, 403, 403, 200],
    get: [401, 403, 403, 403, 403, 200],
    send: [401, 403, 403, 403, 403, 200],
    delete: [401, 403, 403, 403, 403, 200],
  };
  it('are managed only by users who may create, list and delete users', async () => {
    const { id } = await invite();
    later(3 * 60_000);
    const others = invitee();
    const found = {
      create: await statusesOf((caller) => site.request(caller, 'POST', path, others)),
      list: await statusesOf((caller) => site.request(caller, 'GET', path)),
      get: await statusesOf((caller) => site.request(caller, 'GET', `${path}/${id}`)),
      send: await statusesOf((caller) => site.request(caller, 'POST', `${path}/${id}/send`, {})),
      delete: await statusesOf((caller) => site.request(caller, 'DELETE', `${path}/${id}`)),
    };
    assert.deepEqual(found, rows);
  });

  it('create an account without a usable password, whose link is only in the email', async () => {
    const made = await invite({ roles: ['author'], first_name: 'Ann', last_name: 'Lee' });
    assert.deepEqual([made.name, made.inviter, made.inviter_name, made.expired], ['Ann Lee', 1, 'admin', false]);
    assert.equal(Date.parse(`${made.expires}Z`) - Date.parse(`${made.created}Z`), 7 * dayMs);
    const mail = await lastMail();
    assert.equal(mail?.recipient, made.email);
    assert.match(
      mail?.text ?? '',
      new RegExp(`^admin has invited you to .*\\n\\nYour username is ${made.username}\\.`),
    );
    const stored = await site.database.read.first(storedStatement, { id: made.id });
    assert.equal(stored?.password_hash, '');
    const secret = linkIn(mail?.text).split('key=')[1] ?? 'none';
    const listed = JSON.stringify((await site.request('administrator', 'GET', `${path}?per_page=100`)).body);
    for (const hidden of [secret, stored?.token_hash ?? 'none']) {
      assert.ok(!JSON.stringify(made).includes(hidden));
      assert.ok(!listed.includes(hidden));
      assert.ok(!JSON.stringify(stored).includes(secret));
    }
    for (const attempt of ['', secret, 'none'])
      await assert.rejects(openVisitor(site).signIn(made.username, attempt), 'no password is valid');
    const { body: user } = await site.request('administrator', 'GET', `/cms/v2/users/${made.id}?context=edit`);
    assert.deepEqual([user.roles, user.email, user.first_name], [['author'], made.email, 'Ann']);
  });

  it('are accepted once, by choosing a password, without disclosing anything before', async () => {
    const made = await invite();
    const link = linkIn((await lastMail())?.text);
    const page = await open(link);
    assert.deepEqual([page.status, page.body.includes(made.username)], [200, true]);
    assert.ok(!page.body.includes(made.email));
    assert.equal((await open(`${link}x`)).status, 400);
    assert.equal((await open(link.replace('invitation', 'reset-password'))).status, 400, 'no link of another kind');
    const mismatch = await openVisitor(site).submitForm(link, { ...chosen, again: 'other' });
    assert.deepEqual([mismatch.status, mismatch.body.includes('do not match')], [400, true]);
    const accepted = await openVisitor(site).submitForm(link, chosen);
    assert.equal(accepted.location, '/account/sign-in?notice=invitation-accepted');
    assert.match((await open('/account/sign-in?notice=invitation-accepted')).body, /Your account is ready/);
    await openVisitor(site).signIn(made.username, 'battery staple');
    assert.equal((await open(link)).status, 400);
    assert.equal((await openVisitor(site).submitForm('/account/sign-in', chosen, link)).status, 400);
    assert.equal((await site.request('administrator', 'GET', `${path}/${made.id}`)).status, 404);
    assert.ok((await mailsOfKind('password-changed')).every(({ recipient }) => recipient !== made.email));
  });

  it('expire after a week, and end when the user gets a password in another way', async () => {
    const [expired, replaced] = [await invite(), await invite()];
    const link = linkIn((await lastMail())?.text);
    await site.request('administrator', 'POST', `/cms/v2/users/${replaced.id}`, { password: 'battery staple' });
    assert.equal((await open(link)).status, 400);
    assert.equal((await site.request('administrator', 'GET', `${path}/${replaced.id}`)).status, 404);
    later(7 * dayMs);
    const { body } = await site.request('administrator', 'GET', `${path}/${expired.id}`);
    assert.equal(body.expired, true);
  });

  it('are sent again with a new link, to the current address', async () => {
    const made = await invite();
    const first = linkIn((await lastMail())?.text);
    assert.deepEqual(codeOf(await site.request('administrator', 'POST', `${path}/${made.id}/send`, {})), [
      429,
      'rest_too_many_emails',
    ]);
    await site.request('administrator', 'POST', `/cms/v2/users/${made.id}`, { email: 'moved@people.test' });
    assert.equal((await open(first)).status, 400, 'the address has changed');
    assert.equal((await site.request('administrator', 'GET', `${path}/${made.id}`)).body.expired, true);
    later(3 * 60_000);
    const sent = await site.request('administrator', 'POST', `${path}/${made.id}/send`, {});
    assert.deepEqual([sent.status, sent.body.email, sent.body.expired], [200, 'moved@people.test', false]);
    assert.notEqual(sent.body.sent, made.sent);
    assert.equal(sent.body.created, made.created);
    const mail = await lastMail();
    assert.equal(mail?.recipient, 'moved@people.test');
    assert.deepEqual([(await open(first)).status, (await open(linkIn(mail?.text))).status], [400, 200]);
    assert.ok((await auditActions()).includes('invitation-sent'));
  });

  it('cannot flood a mailbox, neither by sending again nor by inviting again', async () => {
    const sendAs = async (n: number) => {
      const made = await site.request('administrator', 'POST', path, {
        username: `flood${n}`,
        email: 'flood@people.test',
      });
      if (made.status === 201) await site.request('administrator', 'DELETE', `${path}/${made.body.id}`);
      return made.status;
    };
    resetThrottle();
    const statuses = [];
    for (let n = 0; n < 7; n += 1) statuses.push(await sendAs(n));
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429]);
    const limited = await site.request('administrator', 'POST', path, { username: 'x1', email: 'FLOOD@people.test' });
    assert.deepEqual(codeOf(limited), [429, 'rest_too_many_emails']);
    assert.ok(Number(limited.headers['Retry-After']) > 3000);
    assert.equal(
      (await mailsOfKind('invitation')).filter(({ recipient }) => recipient === 'flood@people.test').length,
      5,
    );
  });

  it('are limited to sixty per hour and user', async () => {
    resetThrottle();
    const statuses = [];
    for (let n = 0; n < 61; n += 1)
      statuses.push(
        (await site.request('administrator', 'POST', path, { username: `many${n}`, email: `many${n}@people.test` }))
          .status,
      );
    assert.deepEqual(statuses.slice(58), [201, 201, 429]);
  });

  it('are withdrawn with the account, unless it has entries', async () => {
    const made = await invite();
    const link = linkIn((await lastMail())?.text);
    const post = await site.create('/cms/v2/posts', { title: 'Assigned', author: made.id });
    const refused = await site.request('administrator', 'DELETE', `${path}/${made.id}`);
    assert.deepEqual(codeOf(refused), [400, 'rest_invitation_has_entries']);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${post.id}?force=true`);
    const withdrawn = await site.request('administrator', 'DELETE', `${path}/${made.id}`);
    assert.deepEqual([withdrawn.status, withdrawn.body.previous.email], [200, made.email]);
    assert.equal((await open(link)).status, 400);
    assert.equal((await site.request('administrator', 'GET', `/cms/v2/users/${made.id}`)).status, 404);
    assert.equal((await site.request('administrator', 'DELETE', `${path}/${made.id}`)).status, 404);
    assert.equal((await site.request('administrator', 'DELETE', `${path}/1`)).status, 404, 'not an invited user');
    assert.equal((await site.request('administrator', 'GET', '/cms/v2/users/1')).status, 200);
  });

  it('reject what creating a user rejects, and store nothing', async () => {
    const before = (await mailsOfKind('invitation')).length;
    const base = invitee();
    const cases: readonly (readonly [object, number, string])[] = [
      [{ ...base, username: 'admin' }, 400, 'existing_user_login'],
      [{ ...base, email: 'editor@site.test' }, 400, 'existing_user_email'],
      [{ ...base, email: 'no address' }, 400, 'rest_invalid_param'],
      [{ ...base, username: '<b>' }, 400, 'rest_invalid_param'],
      [{ ...base, roles: ['emperor'] }, 400, 'rest_user_invalid_role'],
      [{ username: base.username }, 400, 'rest_missing_callback_param'],
    ];
    for (const [json, status, code] of cases)
      assert.deepEqual(codeOf(await site.request('administrator', 'POST', path, json)), [status, code], code);
    assert.equal((await mailsOfKind('invitation')).length, before);
  });

  it('do not count as administrators until they are accepted', async () => {
    const made = await invite({ roles: ['administrator'] });
    const lastOne = await site.request('administrator', 'DELETE', '/cms/v2/users/1?force=true&reassign=false');
    assert.deepEqual(codeOf(lastOne), [403, 'rest_user_cannot_delete']);
    await site.request('administrator', 'DELETE', `${path}/${made.id}`);
  });

  it('are withdrawn and sent again only in the state that the client knows', async () => {
    const made = await invite();
    const url = `${path}/${made.id}`;
    const { etag } = await site.request('administrator', 'GET', url);
    later(3 * 60_000);
    assert.equal((await site.request('administrator', 'POST', `${url}/send`, {})).status, 200);
    const stale = await site.request('administrator', 'DELETE', url, undefined, { 'if-match': etag });
    assert.equal(stale.status, 412);
    const { etag: current } = await site.request('administrator', 'GET', url);
    assert.equal((await site.request('administrator', 'DELETE', url, undefined, { 'if-match': current })).status, 200);
  });

  it('are listed in pages, those of the newest accounts first', async () => {
    const { body: all, headers } = await site.request('administrator', 'GET', `${path}?per_page=100`);
    const ids = all.map(({ id }: { id: number }) => id);
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => b - a),
    );
    assert.equal(Number(headers['X-CMS-Total']) >= ids.length, true);
    const second = (await site.request('administrator', 'GET', `${path}?per_page=1&page=2`)).body;
    assert.deepEqual(
      second.map(({ id }: { id: number }) => id),
      [ids[1]],
    );
  });

  it('are not sent by limited application passwords, which could get another account', async () => {
    const limited = await site.create('/cms/v2/users/me/application-passwords', {
      name: 'x',
      namespaces: ['octavo/v1'],
    });
    const authorization = `Basic ${Buffer.from(`admin:${limited.password}`).toString('base64')}`;
    const response = await site.request('anonymous', 'POST', path, invitee(), { authorization });
    assert.deepEqual(codeOf(response), [403, 'rest_cannot_create_user']);
  });

  it('work with the administrator signed in through a browser', async () => {
    const browser = openVisitor(site);
    await browser.signIn('admin', password);
    const headers = { cookie: browser.cookie(), 'x-cms-nonce': await browser.nonce() };
    assert.equal((await site.request('anonymous', 'POST', path, invitee(), headers)).status, 201);
  });
});

describeEachEngine('invitations on a site without mail', (engine) => {
  it('are rejected with the way to create users instead', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const json = { username: 'ann', email: 'ann@people.test' };
    const { status, body } = await site.request('administrator', 'POST', path, json);
    assert.deepEqual([status, body.code], [400, 'rest_mail_not_configured']);
    assert.match(body.message, /Create the user with a password instead/);
    assert.equal((await site.request('administrator', 'GET', '/cms/v2/users?search=ann')).body.length, 0);
    assert.equal((await site.request('administrator', 'GET', '/octavo/v1/admin')).body.can_send_mail, false);
  });
});

describeEachEngine('invitations by users with a custom role', (engine) => {
  it('cannot assign more rights than the caller has', async () => {
    const site = await openTestSite({
      database: await engine.open(),
      config: {
        roles: {
          recruiter: { like: 'author', with: ['list_users', 'create_users', 'promote_users'] },
          helper: { like: 'author', with: ['create_users'] },
        },
      },
      mail: { server: { host: '127.0.0.1', port: 9, security: 'none' } },
    });
    const inviteAs = async (role: string, json: object) => {
      await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.other}`, { roles: [role] });
      const { status, body } = await site.request('other', 'POST', path, json);
      return [status, body.code];
    };
    const invitee = (name: string, more: object = {}) => ({ username: name, email: `${name}@people.test`, ...more });
    for (const role of ['administrator', 'editor'])
      assert.deepEqual(await inviteAs('recruiter', invitee('ann', { roles: [role] })), [403, 'rest_user_invalid_role']);
    assert.deepEqual(await inviteAs('recruiter', invitee('ann', { roles: ['author'] })), [201, undefined]);
    assert.deepEqual(await inviteAs('helper', invitee('bea', { roles: ['author'] })), [403, 'rest_cannot_edit_roles']);
    assert.deepEqual(await inviteAs('helper', invitee('bea')), [201, undefined]);
    // The helper sees neither invitations nor the addresses of others, and deletes no accounts.
    const [{ id }] = (await site.request('administrator', 'GET', path)).body;
    assert.equal((await site.request('other', 'GET', path)).status, 403);
    assert.equal((await site.request('other', 'DELETE', `${path}/${id}`)).status, 403);
    const assignable = async (role: string) => {
      await site.request('administrator', 'POST', `/cms/v2/users/${site.ids.other}`, { roles: [role] });
      const { body } = await site.request('other', 'GET', '/octavo/v1/admin');
      return body.roles
        .filter((each: { assignable: boolean }) => each.assignable)
        .map(({ name }: { name: string }) => name);
    };
    assert.deepEqual(await assignable('recruiter'), ['subscriber', 'contributor', 'author', 'recruiter', 'helper']);
    assert.deepEqual(await assignable('helper'), []);
    assert.deepEqual(site.errors, []);
  });
});
