// Webhooks: create, edit, disable and delete them, their deliveries with failures, and resending.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, it } from 'node:test';
import type { Locator, Page, Request } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { assertSigned, openReceiver, type Receiver } from '../../test/receiver.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const api = '/octavo/v1/webhooks';

const respondWithText =
  (status: number, text: string): Receiver['respond'] =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text);

/** The notice about a success. */
const noticeOf = (page: Page, text: string): Locator => page.getByRole('region', { name: 'Notices' }).getByText(text);

/** Returns a port that no server uses. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

describeSite(
  'webhooks',
  (site) => {
    const receivers: Receiver[] = [];
    const startReceiver = async () => {
      const receiver = await openReceiver();
      receivers.push(receiver);
      return receiver;
    };
    afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));
    const deleteAll = async () => {
      const { body } = await site().service.request('GET', api);
      for (const { id } of body) await site().service.request('DELETE', `${api}/${id}`);
    };

    it('creates one whose secret is displayed once, and shows why a delivery failed and that a resend succeeded', async () => {
      await deleteAll();
      const problems: string[] = [];
      const receiver = await startReceiver();
      const context = await site().newContext();
      const page = await site().open(context, '/admin/automation/webhooks', problems);
      await page.getByText('There are no webhooks yet.').waitFor();
      await page.getByRole('link', { name: 'Add webhook' }).click();
      await page.getByLabel('URL', { exact: true }).fill('http://10.0.0.1/');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('alert').getByText('--fetch-hosts').waitFor();
      await page.getByLabel('URL', { exact: true }).fill(receiver.url);
      await page.getByLabel('Description').fill('Builds the front end');
      await page.getByLabel('Events').selectOption('Only the events that you choose');
      await page.getByText('A backup was restored and has replaced all data').waitFor();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('alert').getByText('Choose at least one kind of event.').waitFor();
      await page.getByLabel('entry.created').check();
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, 'webhook-new');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('heading', { level: 1, name: 'The webhook was added' }).waitFor();
      const secret = await page.locator('.secret code').innerText();
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      await takeScreenshot(page, 'webhook-secret');
      assert.deepEqual(await findViolations(page), []);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('heading', { level: 1, name: 'Builds the front end' }).waitFor();
      assert.doesNotMatch(await page.content(), /whsec_[A-Za-z0-9+/]{8}/);

      receiver.respond = respondWithText(500, 'The search index is full.');
      await site().create({ title: 'An event' });
      const item = page.locator('.deliveries > li');
      await item.getByText('The receiver responded with status 500.').waitFor();
      await item.locator('summary').click();
      await item.getByText('The search index is full.').waitFor();
      await item.getByText('"kind": "entry.created"').waitFor();
      await item.getByText(/Next attempt: \S/).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, 'webhook-failing');
      await page.getByText(/^Deliveries have been failing since .+ status 500\.$/).waitFor();

      // A failure of another delivery. When the receiver works again, both are delivered.
      receiver.respond = respondWithText(404, 'No such hook.');
      const { body: webhooks } = await site().service.request('GET', api);
      const { id } = webhooks[0];
      await page.getByRole('button', { name: 'Send a test delivery' }).click();
      const test = item.filter({ hasText: 'webhook.ping' });
      await test.getByText('The receiver responded with status 404.').waitFor();
      receiver.respond = respondWithText(200, 'Thank you.');
      await item.filter({ hasText: 'entry.created' }).getByText('Delivered', { exact: true }).waitFor();
      await test.getByText('Delivered', { exact: true }).waitFor();
      await test.getByRole('button', { name: 'Resend webhook.ping of webhook' }).click();
      await noticeOf(page, 'The delivery was queued again.').waitFor();
      const pings = () => receiver.delivery.filter(({ body }) => body.type === 'webhook.ping');
      await waitFor(() => pings().length, 3, 'The delivery was not sent again.');
      const [first, , resent] = pings();
      assert.ok(first && resent);
      assert.equal(resent.headers['webhook-id'], first.headers['webhook-id']);
      assertSigned(secret, resent);
      await test.locator('summary').click();
      await test.getByText('Thank you.').waitFor();
      await page.getByRole('link', { name: 'Failed' }).click();
      await page.getByText('There are no such deliveries.').waitFor();
      await page.getByRole('button', { name: 'Resend all failed deliveries' }).click();
      await noticeOf(page, 'No delivery has failed permanently.').waitFor();
      assert.match(page.url(), /\?state=failed$/);
      assert.equal((await site().service.request('GET', `${api}/${id}`)).body.problem, '');
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('purges a CDN with a token that is never displayed', async () => {
      await deleteAll();
      const receiver = await startReceiver();
      const context = await site().newContext();
      const page = await site().open(context, '/admin/automation/webhooks/new');
      await page.getByLabel('Purpose').selectOption('Purge Fastly');
      await page.getByText('with the ID of your service').waitFor();
      assert.equal(await page.getByLabel('Events', { exact: true }).count(), 0);
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, 'webhook-purges');
      await page.getByLabel('URL', { exact: true }).fill(receiver.url);
      await page.getByLabel('Description').fill('The CDN');
      await page.getByLabel('API token').fill('first-token');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('heading', { level: 1, name: 'The CDN' }).waitFor();
      const post = await site().create({ title: 'A public post', status: 'publish' });
      const tokensOf = (id: number) =>
        receiver.delivery.flatMap(({ body, headers }) =>
          body.surrogate_keys.includes(`post-${id}`) ? [headers['fastly-key']] : [],
        );
      await waitFor(() => tokensOf(post).length > 0, true, 'The post was not purged.');
      assert.equal(tokensOf(post)[0], 'first-token');

      await page.getByText('Set. It is never shown.').waitFor();
      await page.getByRole('group', { name: 'API token' }).getByRole('button', { name: 'Replace' }).click();
      await page.getByLabel('API token').fill('second-token');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await noticeOf(page, 'The changes were saved.').waitFor();
      assert.doesNotMatch(await page.content(), /(first|second)-token/);
      const other = await site().create({ title: 'Another public post', status: 'publish' });
      await waitFor(() => tokensOf(other)[0], 'second-token', 'The new token was not used.');
      await page.goto(`${site().service.origin}/admin/automation/webhooks`);
      await page.getByRole('listitem').filter({ hasText: 'The CDN' }).getByText('Purge Fastly').waitFor();
      await context.close();
    });

    it('resends all deliveries that have failed permanently', async () => {
      await deleteAll();
      const receiver = await startReceiver();
      const { body: webhook } = await site().service.request('POST', api, { url: receiver.url });
      receiver.respond = respondWithText(410, 'Gone');
      await site().service.request('POST', `${api}/${webhook.id}/deliveries`);
      const isActive = async () => (await site().service.request('GET', `${api}/${webhook.id}`)).body.active;
      await waitFor(isActive, false, 'The webhook was not disabled.');
      const context = await site().newContext();
      const page = await site().open(context, `/admin/automation/webhooks/${webhook.id}`);
      await page.getByText('The receiver responded with status 410 (Gone).').first().waitFor();
      const resendAll = page.getByRole('button', { name: 'Resend all failed deliveries' });
      assert.ok(await resendAll.isDisabled());
      await page.getByText('Enable the webhook to send deliveries.').waitFor();
      receiver.respond = respondWithText(204, '');
      await page.getByLabel('Active').check();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await noticeOf(page, 'The changes were saved.').waitFor();
      await resendAll.click();
      await page.getByRole('dialog').getByText('Resend 1 failed delivery?').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
      await noticeOf(page, '1 failed delivery was queued again.').waitFor();
      await page.locator('.deliveries').getByText('Delivered', { exact: true }).waitFor();
      assert.equal(receiver.delivery.length, 2);
      await context.close();
    });

    it('changes only what the user has changed, keeps it through failures and reloads, and shows conflicts', async () => {
      await deleteAll();
      const receiver = await startReceiver();
      const { body: webhook } = await site().service.request('POST', api, {
        url: receiver.url,
        types: ['post', 'old_type'],
      });
      const read = async () => (await site().service.request('GET', `${api}/${webhook.id}`)).body;
      const context = await site().newContext();
      const page = await site().open(context, `/admin/automation/webhooks/${webhook.id}`);
      const description = page.getByLabel('Description');
      await description.fill('Typed');
      await page.getByRole('link', { name: 'All webhooks' }).click();
      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByText('This form contains changes of an earlier visit that were not saved.').waitFor();
      assert.equal(await description.inputValue(), 'Typed');

      // A delivery that fails meanwhile is no conflict.
      receiver.respond = respondWithText(500, '');
      await site().service.request('POST', `${api}/${webhook.id}/deliveries`);
      await waitFor(async () => (await read()).problem !== '', true, 'The delivery has not failed.');
      const changes: Request[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith(`/webhooks/${webhook.id}`)) changes.push(request);
      });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await noticeOf(page, 'The changes were saved.').waitFor();
      assert.deepEqual(
        changes.map((request) => request.postDataJSON()),
        [{ description: 'Typed' }],
      );
      assert.ok(changes[0]?.headers()['if-match'], 'the change names the version');
      assert.deepEqual((await read()).types, ['post', 'old_type'], 'a type that does not exist is kept');

      // Another user's change is a conflict, and the typed text stays.
      await description.fill('Typed again');
      await site().service.request('POST', `${api}/${webhook.id}`, { description: 'By another user' });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.locator('form').getByRole('alert').first().waitFor();
      assert.equal(await description.inputValue(), 'Typed again');
      assert.equal((await read()).description, 'By another user');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await waitFor(async () => (await read()).description, 'Typed again', 'The change was not saved.');

      // A new secret needs a confirmation and is displayed once. An entered one is not kept in the browser.
      const entered = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
      await page.getByLabel('New secret').fill(entered);
      assert.doesNotMatch(JSON.stringify(await page.evaluate('({ ...localStorage })')), /whsec_/);
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      assert.equal(await page.locator('.secret').count(), 0);
      assert.equal(await page.getByLabel('New secret').inputValue(), entered, 'nothing typed is lost');
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
      assert.equal(await page.locator('.secret code').innerText(), entered);
      await page.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: 'Delete…' }).click();
      await page
        .getByRole('dialog')
        .getByText(/This cannot be undone\./)
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      assert.equal((await read()).id, webhook.id);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('There are no webhooks yet.').waitFor();
      assert.deepEqual((await site().service.request('GET', api)).body, []);
      await context.close();
    });

    it('keeps what is typed into a new webhook if the service does not answer, and disables webhooks in the list', async () => {
      await deleteAll();
      const receiver = await startReceiver();
      const context = await site().newContext();
      const page = await site().open(context, '/admin/automation/webhooks/new');
      await page.getByLabel('URL', { exact: true }).fill(receiver.url);
      await page.getByLabel('Description').fill('For the index');
      await page.route(/\/octavo\/v1\/webhooks$/, (route) => route.abort());
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('alert').first().waitFor();
      await page.unroute(/\/octavo\/v1\/webhooks$/);
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('This form contains changes of an earlier visit that were not saved.').waitFor();
      assert.equal(await page.getByLabel('Description').inputValue(), 'For the index');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'All webhooks' }).click();
      const isActive = async () => (await site().service.request('GET', api)).body[0].active;
      const disable = page.getByRole('button', { name: 'Disable For the index' });
      await disable.click();
      await page.getByRole('dialog').getByText('Events that occur while it is inactive are not delivered').waitFor();
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, 'webhooks-disable');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await disable.and(page.locator(':focus')).waitFor();
      assert.equal(await isActive(), true);
      await disable.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
      await page.getByRole('button', { name: 'Enable For the index' }).waitFor();
      assert.equal(await isActive(), false);
      await page.getByRole('button', { name: 'Enable For the index' }).click();
      await page.getByRole('button', { name: 'Disable For the index' }).waitFor();
      await waitUntilLoaded(page);
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [390, 'dark'],
      ] as const) {
        const narrow = await site().newContext(width, colorScheme);
        const screen = await site().open(narrow, '/admin/automation/webhooks');
        await screen.getByRole('link', { name: 'For the index' }).waitFor();
        await takeScreenshot(screen, `webhooks-filled-${width}-${colorScheme}`);
        await screen.getByRole('link', { name: 'For the index' }).click();
        await screen.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
        await screen.getByText('Nothing has been delivered yet.').waitFor();
        assert.deepEqual(await findViolations(screen), []);
        assert.ok(Number(await screen.evaluate('document.documentElement.scrollWidth')) <= width);
        await takeScreenshot(screen, `webhook-${width}-${colorScheme}`);
        await narrow.close();
      }
      await context.close();
    });

    it('offers examples of a receiver that work as they are', async () => {
      await deleteAll();
      const folder = await mkdtemp(path.join(tmpdir(), 'octavo-receiver-'));
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}/webhook`;
      const { body: webhook } = await site().service.request('POST', api, { url });
      const context = await site().newContext();
      const page = await site().open(context, `/admin/automation/webhooks/${webhook.id}`);
      const example = (name: string) => page.locator('figure').filter({ hasText: name }).locator('code').innerText();
      await writeFile(path.join(folder, 'receiver.mjs'), await example('A receiver for Node.js'));
      const env = { ...process.env, WEBHOOK_SECRET: webhook.secret, PORT: String(port) };
      const receiver = spawn(process.execPath, ['receiver.mjs'], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        await page.getByRole('button', { name: 'Send a test delivery' }).click();
        const [output] = await once(receiver.stdout, 'data');
        assert.match(String(output), /webhook\.ping/);
        await page.locator('.deliveries').getByText('Delivered', { exact: true }).waitFor();
        const script = (await example('Test your receiver with curl'))
          .replace("WEBHOOK_SECRET='whsec_…'", `WEBHOOK_SECRET='${webhook.secret}'`)
          .replace('http://127.0.0.1:3000/webhook', url);
        const send = async (command: string) => {
          const shell = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] });
          let text = '';
          for await (const chunk of shell.stdout) text += chunk;
          return text;
        };
        assert.match(await send(script), /^HTTP\/1\.1 204/);
        assert.match(await send(script.replace('-d "$BODY"', '-d "$BODY "')), /^HTTP\/1\.1 401/);
      } finally {
        receiver.kill();
        await rm(folder, { recursive: true });
        await context.close();
      }
    });
  },
  { env: { OCTAVO_FETCH_HOSTS: '127.0.0.1,localhost' } },
);
