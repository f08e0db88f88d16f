// Outgoing mail: set up a mail server, send a test email, an email that fails, and sending it again.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { startSmtp } from '../../test/smtp.ts';
import { describeSite, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const password = 'never-displayed-again';

/** Starts a mail server that requires this password, at a port, or any free one. */
const startServer = (port = 0) =>
  startSmtp({
    port,
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    rejectWith: (to) => (to.startsWith('unknown') ? 550 : undefined),
    onAuth: ({ username, password: submitted }, _session, done) =>
      username === 'site' && submitted === password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong'), { responseCode: 535 })),
  });

const invite = async (site: Site, username: string): Promise<void> => {
  const invited = { username, email: `${username}@people.test`, roles: ['author'] };
  assert.equal((await site.service.request('POST', '/octavo/v1/invitations', invited)).status, 201);
};

const itemOf = (page: Page, recipient: string) => page.getByRole('listitem').filter({ hasText: recipient });

async function fillServer(page: Page, port: number): Promise<void> {
  const server = page.getByRole('group', { name: 'Mail server', exact: true });
  await page.getByLabel('Mailer').selectOption('Mail server');
  await server.getByLabel('Host').fill('127.0.0.1');
  await server.getByLabel('Port').fill(String(port));
  await server.getByLabel('Encryption').selectOption('None');
  await server.getByLabel('Username').fill('site');
  await server.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The settings are saved.').waitFor();
}

describeSite(
  'outgoing mail',
  (site) => {
    it('is set up, tested, fails, and is sent again', async () => {
      let server = await startServer();
      const { port } = server;
      const responses: string[] = [];
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/operations/emails', problems);
      page.on(
        'response',
        (response) =>
          void response.text().then(
            (text) => responses.push(text),
            () => {},
          ),
      );
      const setup = page.getByRole('region', { name: 'How emails are sent' });
      await setup.getByText('Choose a mailer in the settings.').waitFor();
      assert.deepEqual(await findViolations(page), []);
      await setup.getByRole('link', { name: 'Change the settings of outgoing mail' }).click();
      await fillServer(page, port);

      await page.goBack();
      await setup.getByText(`Mail server: 127.0.0.1:${port}`).waitFor();
      await setup.getByRole('button', { name: 'Check the connection' }).click();
      await setup.getByText('The connection works. Nothing was sent.').waitFor();
      assert.equal(server.received.length, 0);
      await setup.getByLabel('Recipient of the test email').fill('ann@people.test');
      await setup.getByRole('button', { name: 'Send a test email' }).press('Enter');
      await setup.getByText('The mail server has accepted the test email to ann@people.test.').waitFor();
      assert.deepEqual(
        server.received.map(({ to }) => to),
        [['ann@people.test']],
      );
      await setup.getByLabel('Recipient of the test email').fill('unknown@people.test');
      await setup.getByRole('button', { name: 'Send a test email' }).click();
      await setup.getByText('rejected this email').waitFor();
      await setup.getByText('Check the addresses of the sender and the recipient').waitFor();
      await takeScreenshot(page, 'mail-setup');
      assert.deepEqual(await findViolations(page), []);

      await server.close();
      await invite(site(), 'ina');
      const item = itemOf(page, 'ina@people.test');
      await page.reload();
      await item.getByText('Connection refused').waitFor();
      await item.getByText('The service tries again by itself.').waitFor();
      await setup.getByRole('button', { name: 'Check the connection' }).click();
      await setup.getByText('Check the host and the port.').waitFor();
      server = await startServer(port);
      await item.getByRole('button', { name: /^Send again: .* to ina@people\.test$/ }).click();
      await page.getByText('The email is sent again.').waitFor();
      await item.getByText('Sent', { exact: true }).waitFor();
      await waitFor(() => server.received.map(({ to }) => to.join()), ['ina@people.test']);
      assert.equal(await item.getByRole('button').count(), 0);

      // An email that the server rejects permanently is not tried again by itself.
      await invite(site(), 'unknown');
      const rejected = itemOf(page, 'unknown@people.test');
      await page.reload();
      await rejected.getByText('The service has given up on this email.').waitFor();
      await rejected.getByRole('button', { name: /^Send again/ }).waitFor();
      await takeScreenshot(page, 'mail-failed');
      assert.deepEqual(await findViolations(page), []);
      await page.goto(`${site().service.origin}/admin/settings/mail-smtp`);
      await page.getByRole('group', { name: 'Mail server', exact: true }).getByLabel('Host').waitFor();
      assert.ok(!(await page.content()).includes(password), 'the password is not displayed again');
      assert.ok(responses.length > 0 && responses.every((text) => !text.includes(password)), 'no response contains it');
      assert.deepEqual(problems, []);
      await context.close();
      await server.close();
    });

    it('works on small screens in the dark, and explains how an account is connected', async () => {
      const settings = { mail: { mailer: 'google' }, google: { client_id: 'client', client_secret: 'secret' } };
      const path = '/cms-mail-smtp/setup-wizard/v1/update';
      assert.equal((await site().service.request('POST', path, { value: settings })).status, 200);
      const problems: string[] = [];
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/operations/emails', problems);
      await page.getByRole('heading', { name: 'Google account' }).waitFor();
      await page.getByText('/oauth-callback').waitFor();
      await takeScreenshot(page, 'mail-setup-390-dark');
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(problems, []);
      const provider = 'https://accounts.google.com/';
      await page.route(`${provider}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Provider' }));
      await page.getByRole('button', { name: 'Connect the account' }).press('Enter');
      await page.waitForURL((url) => url.href.startsWith(provider));
      assert.doesNotMatch(page.url(), /secret/);
      await context.close();
    });
  },
  { prepare: writeConfig(`{ extensions: ['mail-smtp'] }`) },
);
