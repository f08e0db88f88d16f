// The latest errors on the screen of the site's health: an error is found by the ID that the response contained.
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, type Site } from './site.ts';
import { waitFor } from './wait.ts';

/** Causes unexpected errors: requests for webhooks without their table. Returns the error IDs, oldest first. */
async function failRequests(site: Site, count: number): Promise<string[]> {
  const database = new BetterSqlite(path.join(site.service.data, 'octavo.sqlite'));
  database.exec('alter table webhooks rename to hidden_webhooks');
  const ids: string[] = [];
  try {
    for (let at = 0; at < count; at += 1) {
      const { status, body } = await site.service.request('GET', '/octavo/v1/webhooks?search=a-secret-value');
      assert.equal(status, 500);
      ids.push(body.data.id);
    }
  } finally {
    database.exec('alter table hidden_webhooks rename to webhooks');
    database.close();
  }
  const total = async () =>
    Number((await site.service.request('GET', '/octavo/v1/recent-errors')).headers.get('X-CMS-Total'));
  await waitFor(total, count, 'The errors were not stored.');
  return ids;
}

describeSite('latest errors', (site) => {
  let ids: readonly string[];
  let day: string;
  before(async () => {
    ids = await failRequests(site(), 12);
    const [latest] = (await site().service.request('GET', '/octavo/v1/recent-errors')).body;
    day = new Date(`${latest.date_gmt}Z`).toLocaleDateString('sv');
  });

  it('says that there are none', async () => {
    const context = await site().newContext();
    await context.route('**/octavo/v1/recent-errors?*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'x-cms-total': '0', 'x-wp-total': '0' };
      await route.fulfill({ response, headers, json: [] });
    });
    const page = await site().open(context, '/admin/operations/health');
    await page.getByText('No errors. Unexpected errors of the service appear here.').waitFor();
    await context.close();
  });

  it('finds one by its ID, its route and its day', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/health');
    const section = page.getByRole('region', { name: 'Latest errors' });
    await section.getByText('12 errors').waitFor();
    const items = section.getByRole('listitem');
    assert.equal(await items.count(), 10);
    assert.match(await items.first().innerText(), /GET \/octavo\/v1\/webhooks/);
    assert.ok(!(await section.innerText()).includes('a-secret-value'));
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'recent-errors');
    await section.getByRole('link', { name: 'Older errors' }).click();
    await section.getByText(ids[0] ?? '').waitFor();
    assert.equal(await items.count(), 2);
    await section.getByRole('searchbox').fill(ids[5] ?? '');
    await section.getByText('1 error', { exact: true }).waitFor();
    await section.getByText(ids[5] ?? '').waitFor();
    assert.match(page.url(), new RegExp(`\\?error=${ids[5]}$`), 'the URL contains the search without the page');
    await page.reload();
    await section.getByText('1 error', { exact: true }).waitFor();
    await section.getByLabel('Day').fill('2001-01-01');
    await section.getByText('No error matches.').waitFor();
    await section.getByRole('searchbox').fill('');
    await section.getByLabel('Day').fill(day);
    await section.getByText('12 errors').waitFor();
    await context.close();
  });

  it('has room for long messages on phones, in the dark', async () => {
    const context = await site().newContext(390, 'dark', 844);
    const page = await site().open(context, '/admin/operations/health');
    const section = page.getByRole('region', { name: 'Latest errors' });
    await section.getByText('12 errors').waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(width) <= 390, `the page is ${width} pixels wide`);
    await section.scrollIntoViewIfNeeded();
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'recent-errors-phone');
    await context.close();
  });
});
