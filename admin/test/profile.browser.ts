// The profile of the signed-in user.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { linkInMail, mailEnvironment } from './account-mails.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

describeSite(
  'the profile',
  (site) => {
    it('of a subscriber is opened from the home screen, and its names are changed', async () => {
      const problems: string[] = [];
      await site().createUser('sid', 'subscriber');
      const context = await site().newContext();
      const page = await site().open(context, '/admin/', problems, 'sid');
      await page.getByRole('link', { name: 'Go to your account' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
      await page.getByLabel('Display name').fill('Sid the Kid');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('The changes were saved.').waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'Sid the Kid' }).waitFor();
      await waitUntilLoaded(page);
      await takeScreenshot(page, 'profile');
      await page.goto(`${site().service.origin}/admin/users`);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('changes the email address only when the new one is confirmed', async () => {
      await site().createUser('mia', 'author');
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/profile', [], 'mia');
      const section = page.getByRole('region', { name: 'Email address' });
      await section.getByLabel('Email').fill('admin@example.com');
      await section.getByRole('button', { name: 'Send a confirmation link' }).click();
      await section.getByRole('alert').getByText('already taken').waitFor();
      assert.equal(await section.getByLabel('Email').inputValue(), 'admin@example.com');
      await section.getByLabel('Email').fill('mia@people.test');
      await section.getByRole('button', { name: 'Send a confirmation link' }).click();
      await section.getByText('mia@people.test is not confirmed yet').waitFor();
      await takeScreenshot(page, 'profile-email-390-dark');
      assert.deepEqual(await findViolations(page), []);
      const emailOf = async () =>
        (await site().service.request('GET', '/cms/v2/users?context=edit&search=mia')).body[0]?.email;
      const { body } = await site().service.request('GET', '/cms/v2/users?search=mia@site.test&context=edit');
      assert.equal(body[0].email, 'mia@site.test');
      const visitor = await context.newPage();
      await visitor.goto(await linkInMail(site(), 'email-change', 'mia@people.test'));
      await takeScreenshot(visitor, 'confirm-email-390-dark');
      await visitor.getByRole('button', { name: 'Confirm' }).click();
      await visitor.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
      await waitFor(emailOf, 'mia@people.test');
      await page.reload();
      await waitFor(() => section.getByLabel('Email').inputValue(), 'mia@people.test');
      await section.getByText('not confirmed yet').waitFor({ state: 'detached' });
      await context.close();
    });

    it('shows where the user is signed in, and signs out other browsers', async () => {
      const [context, ...others] = [await site().newContext(), await site().newContext(), await site().newContext()];
      for (const other of others) await site().open(other, '/admin/', [], 'eva');
      const page = await site().open(context, '/admin/profile', [], 'eva');
      const sessions = page.getByRole('region', { name: 'Signed-in browsers' });
      await sessions.getByText('this browser').waitFor();
      await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('2 browsers were signed out.').waitFor();
      await waitFor(() => sessions.getByRole('listitem').count(), 1);
      await page.getByRole('link', { name: 'Change the password' }).click();
      await page.getByLabel('Current password').waitFor();
      for (const each of [context, ...others]) await each.close();
    });
  },
  { env: mailEnvironment },
);

describeSite('the profile on a site without mail', (site) => {
  it('changes the email address at once', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/profile', [], 'eva');
    const section = page.getByRole('region', { name: 'Email address' });
    await section.getByLabel('Email').fill('eva@people.test');
    await section.getByRole('button', { name: 'Change the email address' }).click();
    await page.getByText('Your email address was changed.').waitFor();
    const { body } = await site().service.request('GET', '/cms/v2/users?context=edit&search=eva@people.test');
    assert.equal(body[0].username, 'eva');
    await context.close();
  });
});
