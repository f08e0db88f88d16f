// Connecting an account at a mail provider: the provider's page, the return to the admin, failures, and attacks on the callback.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { client, startProvider, type TestProvider } from '../../test/mail-provider.ts';
import { startSmtp, type TestSmtp } from '../../test/smtp.ts';
import { describeSite, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

/** Everything that only the service and the provider may know, or that grants access: tokens, codes and the client secret. */
const secrets = /cl1ent-s3cret|acc3ss-\d|r3fresh-\d/;
const emailsPath = '/admin/operations/emails';
const mailPath = '/cms-mail-smtp/setup-wizard/v1';
const callbackPath = `/rest${mailPath}/oauth-callback`;

describeSite(
  'an account at a mail provider',
  (site) => {
    let provider: TestProvider;
    let smtp: TestSmtp;

    before(async () => {
      provider = await startProvider();
      smtp = await startSmtp({
        allowInsecureAuth: true,
        authMethods: ['XOAUTH2'],
        onAuth: ({ username = '', accessToken = '' }, _session, done) =>
          provider.tokens.get(accessToken) === username
            ? done(null, { user: username })
            : done(null, { data: { status: '401' } }),
      });
    });
    after(async () => {
      await provider.close();
      await smtp.close();
    });

    const post = async (name: string, body: object = {}) => {
      const response = await site().service.request('POST', `${mailPath}/${name}`, body);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    };
    const isConnected = async (): Promise<boolean> =>
      (await post('get-connected-data', { mailer: 'google' })).connected;

    /** Selects the account, which is not connected yet, and resets the provider. */
    const setUp = async () => {
      provider.respond = undefined;
      provider.changes = {};
      await post('remove-oauth-connection', { mailer: 'google' });
      const google = {
        ...client,
        ...{ host: '127.0.0.1', port: smtp.port, encryption: 'none', user: '' },
        authorize_url: `${provider.root}/allow`,
        ...{ token_url: `${provider.root}/token`, revoke_url: `${provider.root}/revoke` },
      };
      await post('update', { value: { mail: { mailer: 'google' }, google } });
    };

    /** Opens the screen for emails. `visited` receives the URLs and bodies that the browser receives from the site. */
    const openEmails = async (context: BrowserContext, visited: string[] = []): Promise<Page> => {
      const page = await site().open(context, emailsPath);
      page.on('response', (response) => {
        if (!response.url().startsWith(site().service.origin)) return;
        response.text().then(
          (text) => visited.push(text),
          // Redirects, and responses of pages that were left, have no text.
          () => visited.push(''),
        );
      });
      await page.getByRole('button', { name: 'Connect the account' }).waitFor();
      return page;
    };
    const connect = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'Connect the account' }).click();
      await page.getByRole('heading', { name: 'Allow the access?' }).waitFor();
    };
    const waitForReturn = (page: Page): Promise<void> => page.waitForURL(site().service.origin + emailsPath);
    /** Waits for a failure, and returns its text. */
    const failureOf = async (page: Page): Promise<string> => {
      const alert = page.getByRole('alert').filter({ hasText: 'The account was not connected.' });
      await alert.waitFor();
      await waitForReturn(page);
      return (await alert.innerText()).replaceAll(/\s+/g, ' ');
    };

    it('is connected at the provider, which returns to the admin, sends an email, and is disconnected', async () => {
      await setUp();
      const visited: string[] = [];
      const context = await site().newContext();
      const page = await openEmails(context, visited);
      await takeScreenshot(page, 'mail-account-unconnected');
      assert.deepEqual(await findViolations(page), []);
      await connect(page);
      const asked = new URL(page.url());
      assert.equal(asked.searchParams.get('redirect_uri'), site().service.origin + callbackPath);
      assert.doesNotMatch(asked.search, /s3cret/);
      await page.getByRole('link', { name: 'Allow' }).click();
      await page.getByText('The account box@provider.test is connected.').waitFor();
      await waitForReturn(page);
      const setup = page.getByRole('region', { name: 'How emails are sent' });
      await setup.getByText('Google account: box@provider.test').waitFor();
      await takeScreenshot(page, 'mail-account-connected');
      assert.deepEqual(await findViolations(page), []);
      await setup.getByLabel('Recipient of the test email').fill('ann@people.test');
      await setup.getByRole('button', { name: 'Send a test email' }).click();
      await setup.getByText('The mail server has accepted the test email to ann@people.test.').waitFor();
      assert.equal(smtp.received.at(-1)?.headers.get('from'), 'Octavo <box@provider.test>');

      await page.reload();
      await setup.getByText('Connected to box@provider.test.').waitFor();
      assert.equal(await page.getByText('The account box@provider.test is connected.').count(), 0);
      await setup.getByRole('button', { name: 'Disconnect the account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('The account is disconnected.').waitFor();
      assert.equal(await isConnected(), false);
      assert.ok(visited.some((text) => text.includes('box@provider.test')));
      assert.ok(
        visited.every((text) => !secrets.test(text) && !/c0de-\d/.test(text)),
        'no response contains a secret',
      );
      await context.close();
    });

    it('says what to do if the user denies the access, or the provider fails', async () => {
      await setUp();
      const context = await site().newContext(390, 'dark');
      const page = await openEmails(context);
      await connect(page);
      await page.getByRole('link', { name: 'Deny' }).press('Enter');
      assert.match(await failureOf(page), /The access was denied at the provider\. Connect the account again/);
      await takeScreenshot(page, 'mail-account-denied-390-dark');
      assert.deepEqual(await findViolations(page), []);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      const send = (status: number, body: string) => (response: ServerResponse) =>
        void response.writeHead(status).end(body);
      for (const [respond, expected] of [
        [send(401, '{"error":"invalid_client"}'), /Enter both again in the settings/],
        [send(500, 'broken'), /responded in an unexpected way/],
        [(response: ServerResponse) => void response.destroy(), /did not respond/],
      ] as const) {
        provider.respond = respond;
        await connect(page);
        await page.getByRole('link', { name: 'Allow' }).click();
        assert.match(await failureOf(page), expected);
      }
      provider.respond = undefined;
      provider.changes = { refresh_token: undefined };
      await connect(page);
      await page.getByRole('link', { name: 'Allow' }).click();
      assert.match(await failureOf(page), /Remove this site from the applications of the account/);
      assert.equal(await isConnected(), false);
      await context.close();
    });

    it('waits for a provider that responds slowly', async () => {
      await setUp();
      const waiting: ServerResponse[] = [];
      provider.respond = (response) => void waiting.push(response);
      const context = await site().newContext();
      const page = await openEmails(context);
      await connect(page);
      // The page of the provider is displayed until the service has the tokens.
      await page.getByRole('link', { name: 'Allow' }).click({ noWaitAfter: true });
      await waitFor(async () => waiting.length, 1);
      // Other requests are not delayed.
      assert.equal(await isConnected(), false);
      const tokens = { access_token: 'acc3ss-slow', refresh_token: 'r3fresh-slow', token_type: 'Bearer' };
      const claims = Buffer.from(JSON.stringify({ email: 'slow@provider.test' })).toString('base64url');
      waiting[0]?.writeHead(200, { 'Content-Type': 'application/json' });
      waiting[0]?.end(JSON.stringify({ ...tokens, id_token: `e30.${claims}.` }));
      await page.getByText('The account slow@provider.test is connected.').waitFor();
      await context.close();
    });

    it('says so if the provider never responds', async () => {
      await setUp();
      provider.respond = () => {};
      const context = await site().newContext();
      const page = await openEmails(context);
      await connect(page);
      await page.getByRole('link', { name: 'Allow' }).click({ noWaitAfter: true });
      assert.match(await failureOf(page), /The provider did not respond\. Try again in some minutes/);
      assert.equal(await isConnected(), false);
      await context.close();
    });

    it('cannot be connected by another user, by a forged or used state, or without the browser that has started it', async () => {
      await setUp();
      const context = await site().newContext();
      const page = await openEmails(context);
      await connect(page);
      const url = provider.allow(page.url());
      const state = new URL(url).searchParams.get('state') ?? '';
      const countTokenRequests = () => provider.requests.filter(({ path }) => path === '/token').length;
      const tokenRequests = countTokenRequests();

      const otherContext = await site().newContext();
      const other = await site().open(otherContext, '/admin/', [], 'eva');
      await other.getByRole('heading', { level: 1, name: 'Hello, Eva' }).waitFor();
      await other.goto(url);
      await other.getByRole('heading', { level: 1, name: /not found|not available/ }).waitFor();
      assert.equal(new URL(other.url()).pathname, emailsPath);
      await otherContext.close();
      const secondContext = await site().newContext();
      const second = await openEmails(secondContext);
      await second.goto(url);
      assert.match(await failureOf(second), /started in another browser/);
      await secondContext.close();
      assert.equal(await isConnected(), false);
      // A program without the cookie.
      const response = await fetch(url, { redirect: 'manual' });
      assert.equal(response.status, 303);
      assert.equal(
        response.headers.get('location'),
        `${site().service.origin}${emailsPath}?failed=other_browser&mailer=google`,
      );

      for (const forged of ['x', `${state}0`, state.replace(/^./, 'f')]) {
        const address = new URL(url);
        address.searchParams.set('state', forged);
        await page.goto(address.href);
        assert.match(await failureOf(page), /The authorization is unknown, was used before/, forged);
      }
      assert.equal(await isConnected(), false);
      assert.equal(countTokenRequests(), tokenRequests, 'no tokens are requested');

      const address = new URL(url);
      for (const name of ['return_to', 'redirect_to', 'next']) address.searchParams.set(name, 'https://evil.test/');
      await page.goto(address.href);
      await page.getByText('The account box@provider.test is connected.').waitFor();
      await waitForReturn(page);
      await page.goto(url);
      assert.match(await failureOf(page), /The authorization is unknown, was used before/);
      assert.equal(await isConnected(), true, 'the connection is unchanged');
      await context.close();
    });

    it('ignores results that the service does not confirm, and texts in the URL', async () => {
      await setUp();
      const context = await site().newContext();
      const page = await openEmails(context);
      const open = async (query: string) => {
        await page.goto(`${site().service.origin}${emailsPath}?${query}`);
        await page.getByRole('button', { name: 'Connect the account' }).waitFor();
        await waitForReturn(page);
      };
      await open('connected=google');
      assert.equal(await page.getByText('is connected.').count(), 0);
      await open('failed=%3Cimg%20src%3Dx%3E%20Call%200900&mailer=google');
      assert.match(await failureOf(page), /The reason is unknown/);
      assert.equal(await page.getByText('0900').count(), 0);
      await context.close();
    });

    it('keeps the response of the contract for other clients', async () => {
      await setUp();
      const { oauth_url: url } = await post('get-oauth-url', { mailer: 'google' });
      const denied = await fetch(provider.deny(url), { redirect: 'manual' });
      assert.equal(denied.status, 400);
      assert.match(await denied.text(), /"code":"mail_smtp_oauth_denied"/);
      const { oauth_url: second } = await post('get-oauth-url', { mailer: 'google' });
      const response = await fetch(provider.allow(second), { redirect: 'manual' });
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), { mailer: 'google', connected: true, account: 'box@provider.test' });
      const log = JSON.stringify((await site().service.request('GET', '/octavo/v1/audit-log?per_page=100')).body);
      assert.match(log, /google\.connection/);
      assert.doesNotMatch(log, secrets);
      const errors = await site().service.request('GET', '/octavo/v1/recent-errors');
      assert.deepEqual(errors.body, []);
    });
  },
  { env: { OCTAVO_FETCH_HOSTS: '127.0.0.1' }, prepare: writeConfig(`{ extensions: ['mail-smtp'] }`) },
);
