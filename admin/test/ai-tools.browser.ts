// AI tools: what is offered, and a program that connects with a password created here.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';

/** A server in the configuration of a client. */
interface ServerConfiguration {
  readonly url: string;
  readonly headers: { readonly Authorization: string };
}

/** Returns the configuration that the screen offers for `.mcp.json`. */
async function readConfiguration(page: Page): Promise<ServerConfiguration> {
  const example = page.locator('figure').filter({ hasText: 'Programs with a file .mcp.json' }).locator('code');
  return JSON.parse(await example.innerText()).mcpServers.site;
}

/** Connects the reference client with a configuration. */
async function connect({ url, headers }: ServerConfiguration): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  // The client's types conflict with the compiler option exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
  }) as Parameters<Client['connect']>[0];
  await client.connect(transport);
  return client;
}

const path = '/admin/automation/ai-tools';

describeSite('AI tools', (site) => {
  it('connects a program with a password that was created here, shows its use, and revokes it', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, path, problems);
    await page.getByText('AI assistants and other programs can use this site').waitFor();
    await page.getByLabel('Posts', { exact: true }).check();
    await page.getByLabel('Comments', { exact: true }).check();
    await page.getByText(/\d+ tools, \d+ change data: Posts/).click();
    await page.getByText('octavo-delete-post', { exact: true }).waitFor();
    assert.equal((await readConfiguration(page)).headers.Authorization, 'Basic CREDENTIALS');
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'ai-tools-offered');

    await page.getByLabel('Name of the program').fill('Assistant');
    assert.ok(await page.getByLabel('Only reading').isChecked());
    await page.getByText('Limit to parts of the API').click();
    assert.ok(await page.getByLabel('wp-abilities/v1').isChecked());
    assert.ok(await page.getByLabel('wp/v2').isChecked());
    assert.ok(!(await page.getByLabel('octavo/v1').isChecked()));
    await page.getByRole('button', { name: 'Create the password' }).click();
    const secret = await page.locator('.secret code').innerText();
    assert.match(secret, /^[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5}$/);
    await takeScreenshot(page, 'ai-tools-password');
    assert.deepEqual(await findViolations(page), []);

    const configuration = await readConfiguration(page);
    assert.match(configuration.url, /\/mcp\?category=posts,comments$/);
    const client = await connect(configuration);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('octavo-list-posts') && names.includes('octavo-get-comment'));
    assert.ok(!names.includes('octavo-list-pages'), 'only the chosen categories');
    await site().create({ title: 'For the assistant', status: 'publish' });
    const found = await client.callTool({ name: 'octavo-list-posts', arguments: { search: 'assistant' } });
    assert.match(JSON.stringify(found), /For the assistant/);
    const written = await client.callTool({ name: 'octavo-create-post', arguments: { title: 'Written' } });
    assert.equal(written.isError, true);
    assert.match(JSON.stringify(written), /read.only/);
    await client.close();

    await page.getByRole('button', { name: 'Done' }).click();
    assert.ok(!(await page.content()).includes(secret), 'the password is not displayed any more');
    assert.equal((await readConfiguration(page)).headers.Authorization, 'Basic CREDENTIALS');
    await page.reload();
    const passwords = page.getByRole('region', { name: 'Passwords of admin that are valid for tools' });
    const item = passwords.getByRole('listitem').filter({ hasText: 'Assistant' });
    await item.getByText(/Last used .+ from 127\.0\.0\.1\./).waitFor();
    await item.getByText('read-only').waitFor();
    await item.getByText(/^until /).waitFor();
    assert.ok(!(await page.content()).includes(secret));

    await item.getByRole('button', { name: 'Revoke Assistant' }).click();
    await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await item.waitFor({ state: 'detached' });
    await assert.rejects(connect(configuration), /The username or application password is incorrect/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('gives a program the rights of another user, and keeps what was typed', async () => {
    const context = await site().newContext();
    const page = await site().open(context, path);
    await page.getByRole('button', { name: 'Choose: User' }).click();
    await page.getByRole('searchbox', { name: 'Search: User' }).fill('eva');
    await page.getByRole('button', { name: 'Eva (eva)' }).click();
    await page.getByText('The program will have the rights of eva.').waitFor();
    await page.getByLabel('Name of the program').fill('Robot');
    await page.getByLabel('Only reading').uncheck();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.route(/application-passwords$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Create the password' }).click();
    await page.locator('form').getByRole('alert').first().waitFor();
    assert.equal(await page.getByLabel('Name of the program').inputValue(), 'Robot');
    await page.unroute(/application-passwords$/);
    await page.getByRole('button', { name: 'Create the password' }).click();
    await page.locator('.secret').waitFor();
    const client = await connect(await readConfiguration(page));
    const me = await client.callTool({ name: 'core-get-user-info', arguments: {} });
    assert.match(JSON.stringify(me), /"user_login":"eva"|\\"user_login\\":\\"eva\\"/);
    const written = await client.callTool({ name: 'octavo-create-post', arguments: { title: 'By the robot' } });
    assert.notEqual(written.isError, true);
    const settings = await client.callTool({ name: 'core-get-site-info', arguments: {} });
    assert.equal(settings.isError, true, 'an editor may not read the settings');
    await client.close();
    await context.close();
  });

  it('is there for authors with their own passwords only', async () => {
    await site().createUser('otto', 'author');
    for (const [width, colorScheme] of [
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      const context = await site().newContext(width, colorScheme);
      const page = await site().open(context, path, [], 'otto');
      await page.getByText('The program has your rights, within the limits of its password.').waitFor();
      await page.getByText('There are none. No program can use the tools.').waitFor();
      await waitUntilLoaded(page);
      assert.equal(await page.getByRole('button', { name: 'Choose: User' }).count(), 0);
      assert.deepEqual(await findViolations(page), []);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
      await takeScreenshot(page, `ai-tools-${width}-${colorScheme}`);
      await context.close();
    }
  });
});
