// Users: the list, creating and inviting users, editing them, and deleting them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { openSqlite } from '../../test/faults/consistency.ts';
import { linkInMail, mailEnvironment } from './account-mails.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const userOf = async (site: Site, username: string) => {
  const { body } = await site.service.request('GET', `/cms/v2/users?context=edit&search=${username}`);
  return body.find((each: { username: string }) => each.username === username);
};

const panel = (page: Page, name: string) => page.getByRole('region', { name });

const save = async (page: Page) => {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/wp\/v2\/users\/\d+$/.test(response.url()),
  );
  await panel(page, 'Account').getByRole('button', { name: 'Save changes' }).click();
  assert.equal((await saved).status(), 200);
  await page.getByText('The changes were saved.').last().waitFor();
};

describeSite(
  'users',
  (site) => {
    it('are listed with search, filter by role, sorting and numbers of entries', async () => {
      const problems: string[] = [];
      for (const [username, role] of [
        ['zora', 'author'],
        ['yves', 'subscriber'],
      ] as const)
        await site().createUser(username, role);
      const { id } = await userOf(site(), 'zora');
      for (const title of ['One', 'Two']) await site().create({ title, author: id });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/users', problems);
      const names = async () =>
        (await page.getByRole('row').getByRole('link').allInnerTexts()).map((each) => each.trim());
      await waitFor(names, ['admin', 'Eva', 'Yves', 'Zora']);
      const row = page.getByRole('row').filter({ hasText: 'Zora' });
      await waitFor(
        () =>
          row
            .getByRole('cell')
            .allInnerTexts()
            .then((cells) => cells.includes('2 entries')),
        true,
      );
      await takeScreenshot(page, 'users');
      await page.getByRole('searchbox', { name: 'Search' }).fill('yve');
      await waitFor(names, ['Yves']);
      await page.goto(`${site().service.origin}/admin/users?roles=author,editor&sort=name&order=desc`);
      await waitFor(names, ['Zora', 'Eva']);
      await page.getByRole('link', { name: 'Zora' }).click();
      await page.getByRole('heading', { level: 1, name: 'Zora' }).waitFor();
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('are created with a generated password, and the form keeps what was typed if that fails', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/users');
      await page.getByRole('link', { name: 'Add user' }).click();
      await page.getByLabel('Email').fill('Ada.Lovelace@people.test');
      await waitFor(() => page.getByLabel('Username').inputValue(), 'ada.lovelace');
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Lovelace');
      await page.getByRole('checkbox', { name: 'Subscriber' }).uncheck();
      await page.getByRole('checkbox', { name: 'Fact checker' }).check();
      await page.getByLabel('How does the user get a password?').selectOption('password');
      await page.getByRole('button', { name: 'Generate a password' }).click();
      const password = await page.getByLabel('Password', { exact: true }).inputValue();
      assert.equal(password.length, 20);
      await page.getByRole('button', { name: 'Create the user' }).click();
      await page.getByRole('alert').getByText('already taken').waitFor();
      assert.equal(await page.getByLabel('Email').inputValue(), 'Ada.Lovelace@people.test');
      // A reload keeps the values, except for the password.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('that were not saved').waitFor();
      assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
      assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '');
      await takeScreenshot(page, 'new-user');
      await page.getByLabel('Username').fill('ada');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create the user' }).click();
      await page.getByText('The user ada was created.').waitFor();
      await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
      const { roles, email } = await userOf(site(), 'ada');
      assert.deepEqual([roles, email], [['fact_checker'], 'Ada.Lovelace@people.test']);
      await page.getByRole('link', { name: 'Add user' }).click();
      assert.equal(await page.getByLabel('Email').inputValue(), '', 'the form is empty again');
      const other = await site().newContext();
      const visitor = await other.newPage();
      await visitor.goto(`${site().service.origin}/account/sign-in`);
      await visitor.getByLabel('Username or email address').fill('ada');
      await visitor.getByLabel('Password', { exact: true }).fill(password);
      await visitor.getByRole('button', { name: 'Sign in' }).click();
      await visitor.waitForURL((url) => url.pathname !== '/account/sign-in');
      await other.close();
      await context.close();
    });

    it('are invited by email, choose a password, and the invitation can be sent again and withdrawn', async () => {
      const problems: string[] = [];
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/users/new', problems);
      await page.getByLabel('Email').fill('ida@people.test');
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await page.getByText('ida@people.test was invited by email.').waitFor();
      const invitations = panel(page, 'Invitations');
      await invitations.getByText('The link works until').waitFor();
      await takeScreenshot(page, 'users-invited-390-dark');
      assert.deepEqual(await findViolations(page), []);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      // Two emails are at least two minutes apart.
      await invitations.getByRole('button', { name: 'Send again: invitation of ida' }).click();
      await page.getByRole('alert').getByText('Too many emails').waitFor();
      await page.getByRole('button', { name: 'Close notice' }).first().click();
      // As if another administrator had sent it again some minutes ago.
      const database = openSqlite(site().service.data);
      await database.query("update invitations set sent = '2026-01-02T03:04:05' returning user_id");
      database.close();
      await invitations.getByRole('button', { name: 'Send again: invitation of ida' }).click();
      await page.getByRole('alert').getByText('changed meanwhile').waitFor();
      await invitations.getByText('Sent Jan 2, 2026').waitFor();
      await invitations.getByRole('button', { name: 'Send again: invitation of ida' }).click();
      await page.getByText('The invitation was sent to ida@people.test.').waitFor();

      const other = await site().newContext(390);
      const visitor = await other.newPage();
      await visitor.goto(await linkInMail(site(), 'invitation', 'ida@people.test'));
      await takeScreenshot(visitor, 'accept-invitation-390');
      assert.deepEqual(await findViolations(visitor), []);
      await visitor.getByLabel('New password', { exact: true }).fill('battery staple');
      await visitor.getByLabel('Confirm new password').fill('battery staple');
      await visitor.getByRole('button', { name: 'Accept the invitation' }).click();
      await visitor.getByText('Your account is ready').waitFor();
      await other.close();
      await page.reload();
      await page.getByRole('link', { name: 'ida' }).waitFor();
      await invitations.waitFor({ state: 'detached' });

      await page.goto(`${site().service.origin}/admin/users/new`);
      await page.getByLabel('Email').fill('uwe@people.test');
      await page.getByRole('button', { name: 'Send the invitation' }).click();
      await invitations.getByRole('button', { name: 'Withdraw the invitation of uwe' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('The invitation was withdrawn.').waitFor();
      await invitations.waitFor({ state: 'detached' });
      assert.equal(await userOf(site(), 'uwe'), undefined);
      assert.deepEqual(
        problems.filter((each) => !/status of (?:412|429)/.test(each)),
        [],
      );
      await context.close();
    });

    it('are edited, and a change of another user meanwhile is shown instead of overwritten', async () => {
      await site().createUser('edda', 'author');
      const { id } = await userOf(site(), 'edda');
      const context = await site().newContext();
      const page = await site().open(context, `/admin/users/${id}`);
      await page.getByLabel('Display name').fill('Edda & Sons');
      await page.getByLabel('Biography').fill('Writes.');
      await page.getByRole('checkbox', { name: 'Editor' }).check();
      await save(page);
      await page.getByRole('heading', { level: 1, name: 'Edda & Sons' }).waitFor();
      const { name, description, roles } = await userOf(site(), 'edda');
      assert.deepEqual([name, description, roles], ['Edda &amp; Sons', 'Writes.', ['author', 'editor']]);
      await page.getByLabel('Display name').fill('Mine');
      await site().service.request('POST', `/cms/v2/users/${id}`, { name: 'Theirs', nickname: 'Ed' });
      await panel(page, 'Account').getByRole('button', { name: 'Save changes' }).click();
      await panel(page, 'Account').getByRole('alert').getByText('changed meanwhile').waitFor();
      assert.equal((await userOf(site(), 'edda')).name, 'Theirs');
      assert.equal(await page.getByLabel('Display name').inputValue(), 'Mine');
      await waitFor(() => page.getByLabel('Nickname').inputValue(), 'Ed');
      await save(page);
      const saved = await userOf(site(), 'edda');
      assert.deepEqual([saved.name, saved.nickname], ['Mine', 'Ed']);
      await takeScreenshot(page, 'user');
      await context.close();
    });

    it('get a password reset by email, and sessions and application passwords are ended by administrators', async () => {
      await site().createUser('otto', 'author');
      const { id } = await userOf(site(), 'otto');
      const [own, others] = [await site().newContext(), await site().newContext()];
      await site().open(own, '/admin/', [], 'otto');
      const page = await site().open(others, `/admin/users/${id}`);
      await page.getByRole('button', { name: 'Send a link for choosing a new password' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      await page.getByText('An email was sent to otto@site.test.').waitFor();
      await linkInMail(site(), 'password-reset', 'otto@site.test');

      const passwords = panel(page, 'Application passwords');
      await passwords.getByLabel('Name of the application').fill('Robot');
      await passwords.getByLabel('Valid until').fill('2099-12-31');
      await passwords.getByLabel('Only reading').check();
      await passwords.getByText('Limit to parts of the API').click();
      await passwords.getByRole('checkbox', { name: 'wp/v2', exact: true }).check();
      await passwords.getByRole('button', { name: 'Create an application password' }).click();
      await passwords.getByText('It is displayed only once').waitFor();
      const secret = await passwords.locator('code').innerText();
      await takeScreenshot(page, 'application-password');
      const headers = { authorization: `Basic ${Buffer.from(`otto:${secret}`).toString('base64')}` };
      const send = (method: string) => fetch(`${site().service.rest}/cms/v2/users/me`, { method, headers });
      assert.deepEqual([(await send('GET')).status, (await send('POST')).status], [200, 403]);
      await passwords.getByRole('button', { name: 'Done' }).click();
      await passwords.getByRole('button', { name: 'Revoke Robot' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('The application password was revoked.').waitFor();
      assert.equal((await send('GET')).status, 401);

      const sessions = panel(page, 'Signed-in browsers');
      await sessions.getByRole('button', { name: /^Sign out Chrome/ }).click();
      await page.getByText('was signed out.').waitFor();
      await sessions.getByText('not signed in anywhere').waitFor();
      const { body } = await site().service.request('GET', `/octavo/v1/users/${id}/sessions`);
      assert.deepEqual(body, []);
      await own.close();
      await others.close();
    });

    it('are deleted after their entries have got another author, and the number of entries is named', async () => {
      await site().createUser('gone', 'author');
      const { id } = await userOf(site(), 'gone');
      const post = await site().create({ title: 'Left behind', author: id });
      const context = await site().newContext();
      const page = await site().open(context, `/admin/users?search=gone`);
      const row = page.getByRole('row').filter({ hasText: 'Gone' });
      await row.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('The user is the author of 1 entry: Posts: 1').waitFor();
      const confirm = dialog.getByRole('button', { name: 'Delete the user' });
      assert.equal(await confirm.isDisabled(), true, 'until a new author is chosen');
      await dialog.getByLabel('Search users').fill('eva');
      await dialog.getByLabel('New author').selectOption({ label: 'Eva (eva)' });
      await takeScreenshot(page, 'delete-user');
      assert.deepEqual(await findViolations(page), []);
      await confirm.click();
      await page.getByText('The user gone was deleted.').waitFor();
      await row.waitFor({ state: 'detached' });
      assert.equal(await userOf(site(), 'gone'), undefined);
      assert.equal((await site().read(post)).author, (await userOf(site(), 'eva')).id);
      // Users cannot delete themselves or change their own roles: they have a profile instead.
      await page.goto(`${site().service.origin}/admin/users/1`);
      await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Delete…' }).count(), 0);
      assert.equal(await page.getByRole('group', { name: 'Roles' }).count(), 0);
      await context.close();
    });
  },
  { env: mailEnvironment, prepare: writeConfig({ roles: { fact_checker: ['read', 'edit_posts'] } }) },
);

describeSite('users of a site without mail', (site) => {
  it('are created with a password, and the form says how to configure mail', async () => {
    const context = await site().newContext(390);
    const page = await site().open(context, '/admin/users/new');
    await page.getByText('This site cannot send email').waitFor();
    await page.getByText('OCTAVO_MAIL=').waitFor();
    assert.equal(await page.getByLabel('How does the user get a password?').count(), 0);
    await takeScreenshot(page, 'new-user-without-mail-390');
    await waitUntilLoaded(page);
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await context.close();
  });
});
