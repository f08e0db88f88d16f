// Consent: the receipts of visitors, with search, filters, pages, an export, and the deletion of a visitor's receipts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { rejectFirst, waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const path = '/admin/extensions/consent';

describeSite('receipts of consent', (site) => {
  /** Chooses categories as a visitor, who is identified by a cookie, and returns the cookie and the ID of the receipt. */
  const choose = async (categories: readonly string[], cookie = '') => {
    const response = await fetch(`${site().service.rest}/sbc/v1/consent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ categories }),
    });
    assert.equal(response.status, 201);
    const { consent } = (await response.json()) as { readonly consent: { readonly receipt: string } };
    return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', receipt: consent.receipt };
  };
  const read = async (query = '') =>
    (await site().service.request('GET', `/sbc/v1/receipts?${query}`)).body.receipts as {
      readonly receipt: string;
      readonly visitor: string;
    }[];
  const rowsOf = (page: Page): Locator => page.locator('tbody > tr');
  const rowOf = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text });
  const open = async (page: Page, query = '') => {
    await page.goto(`${site().service.origin}${path}${query}`);
    await page.getByRole('heading', { level: 1, name: 'Consent' }).waitFor();
    await waitUntilLoaded(page);
  };
  /** Opens the menu of a row, and chooses an action. */
  const act = async (page: Page, row: Locator, action: string) => {
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('are listed, found, filtered, exported and deleted by visitor', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, path, problems);
    await page.getByText('No visitor has chosen yet.').waitFor();
    await page.getByText('This site uses cookies.').waitFor();
    await takeScreenshot(page, 'consent-empty');
    assert.deepEqual(await findViolations(page), []);

    const first = await choose(['marketing']);
    await choose([], first.cookie);
    const settings = { text: 'We bake our own cookies. Which ones do you like?' };
    assert.equal((await site().service.request('POST', '/sbc/v1/settings', settings)).status, 200);
    const other = await choose(['statistics']);
    const last = await choose(['marketing', 'statistics']);
    const [{ visitor } = assert.fail(), , { visitor: otherVisitor } = assert.fail()] = await read();
    await page.reload();
    await page.getByText('We bake our own cookies.').waitFor();
    await waitFor(() => rowsOf(page).count(), 4);
    assert.match(await rowsOf(page).first().innerText(), /Necessary, Statistics, Marketing\s+Current/);
    assert.match(await rowsOf(page).last().innerText(), /Necessary, Marketing\s+Earlier/);
    await takeScreenshot(page, 'consent');
    assert.deepEqual(await findViolations(page), []);

    await rowOf(page, otherVisitor).getByRole('button', { name: 'View' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(other.receipt).waitFor();
    assert.match(await dialog.innerText(), /Not accepted\s+Marketing/);
    await takeScreenshot(page, 'consent-receipt');
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await open(page, '?category=marketing');
    await waitFor(() => rowsOf(page).count(), 2);
    await open(page, '?text=earlier');
    await waitFor(() => rowsOf(page).count(), 2);
    await open(page, '?per_page=3&page=2');
    await waitFor(() => rowsOf(page).count(), 1);
    await open(page);
    await page.getByRole('searchbox', { name: 'ID of a receipt or a visitor' }).fill(last.receipt.slice(0, 30));
    await waitFor(() => rowsOf(page).count(), 1);
    await page.getByRole('searchbox', { name: 'ID of a receipt or a visitor' }).fill('nothing');
    await page.getByText('No receipt matches the search and the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await waitFor(() => rowsOf(page).count(), 4);

    await act(page, rowOf(page, visitor).first(), 'Show all of this visitor');
    await waitFor(() => rowsOf(page).count(), 2);
    assert.equal(new URL(page.url()).searchParams.get('search'), visitor);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'receipts.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 3);
    assert.ok(lines[1]?.startsWith(`"${first.receipt}",`) && lines[1].endsWith('"necessary marketing"'));
    await page.getByText('2 receipts were exported.').waitFor();

    const question = page.getByRole('dialog');
    /** Chooses the action until its question appears, because a busy service may not count the receipts. Returns how often. */
    const ask = async () => {
      const busy = page.getByRole('alert').filter({ hasText: 'The service is busy. Try again in a moment.' });
      for (let asks = 1; ; asks += 1) {
        await act(page, rowsOf(page).first(), 'Delete all of this visitor');
        await waitFor(async () => (await question.isVisible()) || (await busy.isVisible()), true);
        if (await question.isVisible()) return asks;
        await busy.getByRole('button', { name: 'Close notice' }).click();
        await busy.waitFor({ state: 'detached' });
      }
    };
    await rejectFirst(page, '**/sbc/v1/receipts?**', 1);
    assert.ok((await ask()) > 1, 'nothing is asked when the receipts could not be counted');
    await question.getByText('Delete all 2 receipts of the visitor').waitFor();
    await takeScreenshot(page, 'consent-delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await read()).length, 4, 'nothing is deleted without confirmation');
    await ask();
    await question.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('2 receipts were deleted.').waitFor();
    await page.getByText('No receipt matches the search and the filters.').waitFor();
    assert.deepEqual(
      (await read()).map(({ receipt }) => receipt),
      [other.receipt, last.receipt],
      'receipts of other visitors remain',
    );
    await page.goto(`${site().service.origin}/admin/operations/audit-log`);
    const event = page.getByRole('row').filter({ hasText: 'Erased the data of a person' });
    await event.getByText('receipt of consent').waitFor();
    assert.equal(await page.getByText(visitor).count(), 0, 'the audit log does not identify the visitor');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('works on small screens in the dark, and by keyboard', async () => {
    await choose(['marketing']);
    const problems: string[] = [];
    const context = await site().newContext(390, 'dark');
    const page = await site().open(context, path, problems);
    const menu = rowsOf(page).first().getByRole('button', { name: 'Actions' });
    await menu.waitFor();
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'consent-390-dark');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'View', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Time in GMT').waitFor();
    await takeScreenshot(page, 'consent-receipt-390-dark');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const list = page.locator('.dataviews-wrapper');
    await waitFor(() => list.evaluate((each) => each.contains(each.ownerDocument.activeElement)), true);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are read again after a failure', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    await page.route('**/sbc/v1/receipts?**', (route) => route.abort());
    await page.goto(`${site().service.origin}${path}`);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/sbc/v1/receipts?**');
    await retry.click();
    await page.getByRole('button', { name: 'View', exact: true }).first().waitFor();
    await context.close();
  });
});
