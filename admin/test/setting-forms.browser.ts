// The forms of settings with several parts and with secrets, and of an extension that the admin does not know.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const shop = '/octavo/v1/extension-settings/shop';
const mail = '/octavo/v1/extension-settings/mail-smtp';

/** An extension that consists of a declaration. */
const shopExtension = `{
  name: 'shop', version: '1.0.0', title: 'Shop', description: 'Sells things.', namespace: 'shop/v1', resources: [],
  settings: {
    currency: { type: 'string', title: 'Currency', enum: ['EUR', 'USD'], enumLabels: { EUR: 'Euro', USD: 'US dollar' }, default: 'EUR' },
    gateway: {
      type: 'object', title: 'Payment gateway', additionalProperties: false, required: ['url', 'timeout', 'token'],
      properties: {
        url: { type: 'string', title: 'URL', pattern: '^https://' },
        timeout: { type: 'integer', title: 'Timeout', description: 'In seconds.', minimum: 1, maximum: 60 },
        token: { type: 'string', title: 'Token', maxLength: 50, writeOnly: true, boundTo: ['url'] },
      },
      default: { url: 'https://pay.test', timeout: 10, token: '' },
    },
    rates: {
      type: 'array', title: 'Rates', maxItems: 4, default: [],
      items: {
        type: 'object', required: ['label', 'percent'],
        properties: { label: { type: 'string', title: 'Name', minLength: 1 }, percent: { type: 'integer', title: 'Percent', maximum: 100 } },
      },
    },
    license: { type: 'string', title: 'License key', pattern: '^([a-z-]{4,})?$', writeOnly: true, default: '' },
    channels: {
      type: 'array', title: 'Channels', description: 'Where products are sold.', minItems: 1, default: ['web'],
      items: { type: 'string', enum: ['web', 'shop'], enumLabels: { web: 'Website', shop: 'Store' } },
    },
    stock: {
      type: 'object', title: 'Stock', properties: {}, default: {},
      additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 } },
    },
    orders: { type: 'integer', default: 0 },
  },
  adminSettings: ['currency', 'gateway', 'rates', 'license', 'channels', 'stock'],
  open: () => ({ modules: [] }),
}`;

async function save(page: Page): Promise<void> {
  // The message may be that of an earlier change.
  const response = page.waitForResponse((each) => each.request().method() === 'POST' && each.ok());
  await page.getByRole('button', { name: 'Save changes' }).click();
  await response;
  await page.getByText('The settings are saved.').last().waitFor();
}

const read = async (site: Site, path: string) => (await site.service.request('GET', path)).body;

const focusedName = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');

/** Returns the texts with which screen readers describe an element. */
const descriptionOf = (element: Locator): Promise<string> =>
  element.evaluate((each) =>
    (each.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id: string) => each.ownerDocument.getElementById(id)?.textContent?.trim() ?? '')
      .join(' '),
  );

describeSite(
  'forms of settings',
  (site) => {
    it('shows the declared settings of an extension, with objects, lists and secrets, and saves them', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/shop', problems);
      await page.getByRole('heading', { level: 2, name: 'Shop' }).waitFor();
      const gateway = page.getByRole('group', { name: 'Payment gateway' });
      await page.getByLabel('Currency').selectOption('US dollar');
      await gateway.getByLabel('Timeout').fill('90');
      await gateway.getByText('Enter a number up to 60.').waitFor();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('Correct the marked settings, then save again.').waitFor();
      await gateway.getByLabel('Timeout').fill('30');
      const channels = page.getByRole('group', { name: 'Channels' });
      await channels.getByLabel('Website').uncheck();
      await channels.getByText('Enter at least 1 value.').waitFor();
      assert.equal(await descriptionOf(channels), 'Where products are sold. Enter at least 1 value.');
      await channels.getByLabel('Store').check();
      assert.equal(await descriptionOf(channels), 'Where products are sold.');
      await gateway.getByLabel('Token').fill('first-token');
      await page.getByLabel('License key').fill('abcd-efgh');
      const rates = page.getByRole('group', { name: 'Rates' });
      await rates.getByRole('button', { name: 'Add to Rates' }).click();
      await page.keyboard.type('Books');
      await rates.getByLabel('Percent').fill('7');
      await save(page);
      assert.deepEqual(await read(site(), shop), {
        ...{
          currency: 'USD',
          rates: [{ label: 'Books', percent: 7 }],
          license_set: true,
          channels: ['shop'],
          stock: {},
        },
        gateway: { url: 'https://pay.test', timeout: 30, token_set: true },
      });
      assert.equal(await page.locator('input[type=password]').count(), 0, 'secrets are not shown');
      assert.equal(await gateway.getByText('Set. It is never shown.').count(), 1);
      assert.ok(await page.getByRole('button', { name: 'Save changes' }).isDisabled());
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, 'setting-forms-shop');
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('explains that a URL can be changed only with its secret, replaces and removes secrets', async () => {
      const problems: string[] = [];
      await site().service.request('POST', shop, { gateway: { url: 'https://pay.test', token: 'known' }, license: '' });
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/settings/shop', problems);
      const requests: unknown[] = [];
      page.on('request', (each) => each.method() === 'POST' && requests.push(each.postDataJSON()));
      const gateway = page.getByRole('group', { name: 'Payment gateway' });
      await gateway.getByText('While it is set, you can change “URL” only if you enter it again.').waitFor();
      await gateway.getByLabel('URL').fill('https://new.test');
      await gateway.getByText('You have changed “URL”. Enter this again, or remove it').waitFor();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('Correct the marked settings').waitFor();
      assert.deepEqual(requests, [], 'nothing is sent');
      await takeScreenshot(page, 'setting-forms-bound');
      await gateway.getByRole('button', { name: 'Replace' }).click();
      await waitFor(() => page.evaluate('document.activeElement.type'), 'password');
      await page.keyboard.type('second-token');
      await save(page);
      assert.deepEqual(requests, [{ gateway: { url: 'https://new.test', token: 'second-token' } }]);
      await gateway.getByRole('button', { name: 'Replace' }).waitFor();
      await gateway.getByRole('button', { name: 'Remove' }).click();
      await gateway.getByText('It will be removed when you save.').waitFor();
      await gateway.getByRole('button', { name: 'Keep the current one' }).click();
      assert.ok(await page.getByRole('button', { name: 'Save changes' }).isDisabled(), 'nothing is changed');
      await gateway.getByRole('button', { name: 'Remove' }).click();
      await save(page);
      assert.deepEqual(requests.at(-1), { gateway: { token: '' } });
      assert.equal((await read(site(), shop)).gateway.token_set, false);
      await gateway.getByLabel('Token').waitFor();
      assert.deepEqual(await findViolations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('adds, moves and removes items of lists by keyboard, and keeps the focus', async () => {
      const problems: string[] = [];
      const rates = ['One', 'Two', 'Three'].map((label, percent) => ({ label, percent }));
      await site().service.request('POST', shop, { rates });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/shop', problems);
      await page.getByRole('button', { name: 'Move up: Three' }).focus();
      await page.keyboard.press('Enter');
      await waitFor(() => focusedName(page), 'Move up: Three');
      await page.getByText('Moved to position 2 of 3.').waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
      await waitFor(() => focusedName(page), 'Move down: Three');
      await page.getByRole('button', { name: 'Remove: One' }).focus();
      await page.keyboard.press('Enter');
      await waitFor(() => focusedName(page), 'Remove: Two');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await waitFor(() => focusedName(page), 'Add to Rates');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Only');
      await page.getByRole('button', { name: 'Move up: Only' }).waitFor();
      await page.getByLabel('Percent').fill('3');
      await save(page);
      assert.deepEqual((await read(site(), shop)).rates, [{ label: 'Only', percent: 3 }]);
      for (let count = 0; count < 3; count += 1) await page.getByRole('button', { name: 'Add to Rates' }).click();
      const add = page.getByRole('button', { name: 'Add to Rates' });
      assert.ok(await add.isDisabled());
      assert.equal(await descriptionOf(add), 'The list cannot have more than 4 items.');
      assert.equal(await descriptionOf(page.getByRole('group', { name: 'Rates' })), '', 'a full list is no error');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('Correct the marked settings').waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      assert.equal(await page.getByLabel('Percent').count(), 1);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('keeps what is typed in this browser, but never secrets, and shows conflicts', async () => {
      await site().service.request('POST', shop, { gateway: { url: 'https://pay.test', timeout: 5, token: 'known' } });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/shop');
      const gateway = page.getByRole('group', { name: 'Payment gateway' });
      await gateway.getByLabel('Timeout').fill('6');
      await gateway.getByRole('button', { name: 'Replace' }).click();
      await page.keyboard.type('topsecret');
      await page.getByLabel('License key').fill('licensesecret');
      await waitFor(async () => /"timeout":6/.test(await storedText(page)), true);
      assert.doesNotMatch(await storedText(page), /topsecret|licensesecret/);
      await site().service.request('POST', shop, { currency: 'EUR', gateway: { token: 'meanwhile' } });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('The settings were changed meanwhile.').waitFor();
      assert.equal(await gateway.locator('input[type=password]').inputValue(), 'topsecret', 'nothing typed is lost');
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('This form contains changes of an earlier visit that were not saved.').waitFor();
      assert.equal(await gateway.getByLabel('Timeout').inputValue(), '6');
      await gateway.getByText('Set. It is never shown.').waitFor();
      await save(page);
      assert.equal((await read(site(), shop)).gateway.timeout, 6);
      const log = JSON.stringify(await read(site(), '/octavo/v1/audit-log'));
      assert.match(log, /gateway\.token/);
      assert.doesNotMatch(log, /topsecret|meanwhile"|known"/);
      await context.close();
    });

    it('keeps what others change in the same object, after a conflict and after another visit', async () => {
      const { gateway: before } = await read(site(), shop);
      const change = (url: string) => site().service.request('POST', shop, { gateway: { url, token: 'known' } });
      await change('https://one.test');
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/shop');
      const gateway = page.getByRole('group', { name: 'Payment gateway' });
      const [timeout, url] = [gateway.getByLabel('Timeout'), gateway.getByLabel('URL')];
      await timeout.fill('21');
      await change('https://two.test');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('The settings were changed meanwhile.').waitFor();
      assert.deepEqual([await url.inputValue(), await timeout.inputValue()], ['https://two.test', '21']);
      await save(page);
      const saved = { ...before, url: 'https://two.test', timeout: 21, token_set: true };
      assert.deepEqual((await read(site(), shop)).gateway, saved);
      await timeout.fill('22');
      await waitFor(async () => /"timeout":22/.test(await storedText(page)), true);
      page.on('dialog', (dialog) => void dialog.accept());
      await change('https://three.test');
      await page.reload();
      await page.getByText('This form contains changes of an earlier visit that were not saved.').waitFor();
      assert.deepEqual([await url.inputValue(), await timeout.inputValue()], ['https://three.test', '22']);
      await save(page);
      assert.deepEqual((await read(site(), shop)).gateway, { ...saved, url: 'https://three.test', timeout: 22 });
      await context.close();
    });

    it('changes the mail transport, the payment provider, the categories of cookies and selected terms', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/mail-smtp', problems);
      const server = page.getByRole('group', { name: 'Mail server', exact: true });
      await page.getByLabel('Mailer').selectOption('Mail server');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('smtp[host] is required for the mailer smtp.').first().waitFor();
      await server.getByLabel('Host').fill('smtp.example.org');
      await server.getByLabel('Port').fill('465');
      await server.getByLabel('Encryption').selectOption('TLS');
      await server.getByLabel('Username').fill('site');
      await server.getByLabel('Password').fill('mail-password');
      await save(page);
      const { smtp } = await read(site(), mail);
      assert.deepEqual(smtp, {
        ...{ host: 'smtp.example.org', port: 465, encryption: 'implicit', user: 'site', password_set: true },
      });
      await takeScreenshot(page, 'setting-forms-mail');
      await page.goto(`${site().service.origin}/admin/settings/cmsforms`);
      const provider = page.getByRole('group', { name: 'Payment provider' });
      await provider.getByLabel('Client secret').fill('forms-secret');
      await provider.getByLabel('Token URL').fill('https://pay.test/token');
      await save(page);
      assert.equal(
        (await read(site(), '/octavo/v1/extension-settings/cmsforms')).payment_provider.client_secret_set,
        true,
      );
      await page.goto(`${site().service.origin}/admin/settings/sbc`);
      await page.getByRole('button', { name: 'Move up: Marketing' }).click();
      await page.getByRole('group', { name: 'Marketing', exact: true }).getByLabel('Label').fill('Advertising');
      await page.getByRole('group', { name: 'Advertising', exact: true }).waitFor();
      await takeScreenshot(page, 'setting-forms-categories');
      await save(page);
      const { categories } = await read(site(), '/sbc/v1/settings');
      assert.deepEqual(
        categories.map(({ label }: { label: string }) => label),
        ['Necessary', 'Advertising', 'Statistics'],
      );
      await page.goto(`${site().service.origin}/admin/settings/age-check`);
      const { body: term } = await site().service.request('POST', '/cms/v2/tags', { name: 'Whisky & rum' });
      const terms = page.getByRole('group', { name: 'Selected terms' });
      await terms.getByRole('group', { name: 'Categories' }).getByLabel('Uncategorized').check();
      const tags = terms.getByRole('group', { name: 'Tags' });
      await tags.getByRole('searchbox').fill('rum');
      await tags.getByLabel('Whisky & rum').check();
      await takeScreenshot(page, 'setting-forms-terms');
      assert.deepEqual(await findViolations(page), []);
      await save(page);
      const selected = async () => (await read(site(), '/age-check/v3/admin/settings')).selected_terms;
      assert.deepEqual(await selected(), { category: [1], post_tag: [term.id] });
      await page.reload();
      await tags.getByLabel('Whisky & rum').uncheck();
      await save(page);
      assert.deepEqual(await selected(), { category: [1] });
      await page.goto(`${site().service.origin}/admin/settings/shop`);
      const stock = page.getByRole('group', { name: 'Stock' });
      await stock.getByLabel('Name').fill('books');
      await page.keyboard.press('Enter');
      await stock.getByLabel('books', { exact: true }).fill('1');
      await save(page);
      assert.deepEqual((await read(site(), shop)).stock, { books: [1] });
      await stock.getByRole('button', { name: 'Remove: books' }).click();
      await save(page);
      assert.deepEqual((await read(site(), shop)).stock, {});
      assert.deepEqual(
        problems.filter((problem) => !/400/.test(problem)),
        [],
      );
      await context.close();
    });
  },
  { prepare: writeConfig(`{ extensions: ['age-check', 'cmsforms', 'mail-smtp', 'sbc', ${shopExtension}] }`) },
);

/** Returns everything that forms have stored in the browser. */
const storedText = async (page: Page): Promise<string> => {
  const stored: object = await page.evaluate('({ ...localStorage, ...sessionStorage })');
  return JSON.stringify(stored).replaceAll('\\', '');
};
