// The emails of the site: their states, why they were not sent, and sending them again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { mailEnvironment } from './account-mails.ts';
import { describeSite } from './site.ts';

describeSite(
  'emails',
  (site) => {
    it('shows why an email was not sent, and sends it again', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/operations/emails', problems);
      await page.getByText('No emails yet.').waitFor();
      assert.deepEqual(await findViolations(page), []);
      const invited = { username: 'ina', email: 'ina@people.test', roles: ['author'] };
      assert.equal((await site().service.request('POST', '/octavo/v1/invitations', invited)).status, 201);
      await page.reload();
      const item = page.getByRole('listitem').filter({ hasText: 'ina@people.test' });
      // Nothing listens at the address of the mail server.
      await item.locator('.error').waitFor();
      await item.getByText('Waiting', { exact: true }).waitFor();
      await item.getByText('Next attempt:').waitFor();
      assert.equal(await page.getByText('account/').count(), 0, 'the link in the email is not shown');
      await takeScreenshot(page, 'emails');
      assert.deepEqual(await findViolations(page), []);
      await page.getByRole('button', { name: 'Send them again' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Links in them may have expired').waitFor();
      await dialog.getByRole('button', { name: 'Send them again' }).press('Enter');
      await page.getByText('1 email is sent again.').waitFor();
      const small = await site().newContext(390, 'dark');
      const phone = await site().open(small, '/admin/operations/emails', problems);
      await phone.getByText('ina@people.test').waitFor();
      await takeScreenshot(phone, 'emails-390-dark');
      assert.deepEqual(await findViolations(phone), []);
      assert.ok(Number(await phone.evaluate('document.documentElement.scrollWidth')) <= 390);
      assert.deepEqual(problems, []);
      for (const each of [context, small]) await each.close();
    });

    it('does not exist for editors', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/operations/emails', [], 'eva');
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Emails' }).count(), 0);
      await context.close();
    });
  },
  { env: mailEnvironment },
);
