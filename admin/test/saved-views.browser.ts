// Saved views of lists: save, open, update, rename and delete them, in several tabs and browsers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite, type Site } from './site.ts';
import { waitFor } from './wait.ts';

const titlesIn = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr').getByRole('link').allInnerTexts()).map((text) => text.trim());

const namesIn = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Saved views' }).getByRole('link').allInnerTexts();

/** Saves the displayed view under a name. */
async function save(page: Page, name: string, button = 'Save view'): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const current = page.getByRole('navigation', { name: 'Saved views' }).locator('[aria-current="page"]');
  await current.filter({ hasText: name }).waitFor();
}

/** Returns the saved views of the administrator, as the API stores them. */
async function storedViews(site: Site): Promise<readonly { readonly name: string; readonly query: string }[]> {
  const { body } = await site.service.request('GET', '/cms/v2/users/me?context=edit&_fields=meta');
  return Object.values(body.meta.persisted_preferences?.['octavo/views'] ?? {});
}

describeSite('saved views of lists', (site) => {
  it('saves the search, filters, sorting and columns of a list under a URL that stays valid', async () => {
    const problems: string[] = [];
    for (const title of ['Apple draft', 'Banana draft', 'Cherry draft'])
      await site().create({ title, status: 'draft' });
    await site().create({ title: 'Apple published', status: 'publish' });
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?status=draft&sort=title&order=asc', problems);
    await waitFor(() => titlesIn(page), ['Apple draft', 'Banana draft', 'Cherry draft']);
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('button', { name: 'Modified', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Modified' }).waitFor();
    await page.keyboard.press('Escape');
    await save(page, 'My drafts');
    await page.waitForURL(/\?view=[0-9a-f]+$/);
    const url = page.url();
    await takeScreenshot(page, 'saved-view');
    assert.deepEqual(await findViolations(page), []);

    // Without the view, the list has neither its filters nor its URL.
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('link', { name: 'Apple published' }).waitFor();
    assert.doesNotMatch(page.url(), /\?/);
    // The bookmark works in another browser.
    const other = await site().newContext(390, 'dark');
    const bookmark = await site().open(other, new URL(url).pathname + new URL(url).search, problems);
    await waitFor(() => titlesIn(bookmark), ['Apple draft', 'Banana draft', 'Cherry draft']);
    assert.ok(Number(await bookmark.evaluate('document.documentElement.scrollWidth')) <= 390);
    await takeScreenshot(bookmark, 'saved-view-narrow');
    assert.deepEqual(await findViolations(bookmark), []);

    // A change is part of the URL, but the saved view keeps its own until it is updated.
    await page.goto(url);
    await page.getByRole('columnheader', { name: 'Modified' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('banana');
    await waitFor(() => titlesIn(page), ['Banana draft']);
    await page.waitForURL(/\?view=[0-9a-f]+&search=banana&status=draft/);
    await page.reload();
    await waitFor(() => titlesIn(page), ['Banana draft']);
    await takeScreenshot(page, 'saved-view-changed');
    await page.getByRole('button', { name: 'Update view' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The view “My drafts” was updated.').waitFor();
    await page.waitForURL(url);
    await waitFor(() => titlesIn(page), ['Banana draft']);
    await waitFor(() => page.evaluate('document.activeElement.innerText'), 'My drafts', 'The focus stays in the bar.');
    await bookmark.reload();
    await waitFor(() => titlesIn(bookmark), ['Banana draft'], 'The bookmark shows the updated view.');
    assert.deepEqual(problems, []);
    await other.close();
    await context.close();
  });

  it('changes the columns of a saved view without changing those of the list', async () => {
    const context = await site().newContext();
    await site().create({ title: 'About', status: 'publish' }, 'pages');
    const page = await site().open(context, '/admin/content/page');
    await page.locator('tbody tr').first().waitFor();
    await save(page, 'Pages');
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('button', { name: 'Author', exact: true }).last().click();
    await page.getByRole('columnheader', { name: 'Author' }).waitFor({ state: 'detached' });
    await page.waitForURL(/columns=/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Author' }).waitFor();
    await page.goBack();
    await page.getByRole('columnheader', { name: 'Author' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('shows no changes of a grid that was saved with columns of its table', async () => {
    const context = await site().newContext();
    await site().upload('harbour.png');
    const page = await site().open(context, '/admin/media');
    const choose = async (button: string, role: 'menuitemradio' | 'button', name: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole(role, { name, exact: true }).last().click();
      await page.keyboard.press('Escape');
    };
    await choose('Layout', 'menuitemradio', 'Table');
    await page.getByRole('columnheader', { name: 'Author' }).waitFor();
    await choose('View options', 'button', 'Author');
    await page.getByRole('columnheader', { name: 'Author' }).waitFor({ state: 'detached' });
    await choose('Layout', 'menuitemradio', 'Grid');
    await page.locator('.dataviews-view-grid__card').first().waitFor();
    await save(page, 'My grid');
    await page.waitForURL(/\?view=[0-9a-f]+$/);
    await page.reload();
    await page.getByRole('button', { name: 'Rename view' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Update view' }).count(), 0);
    assert.match(
      (await storedViews(site())).find(({ name }) => name === 'My grid')?.query ?? '',
      /^columns=(?!.*author)/,
    );
    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('The view “My grid” was deleted.').waitFor();
    await context.close();
  });

  it('renames and deletes views, and restores deleted ones', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=apple');
    await page.locator('tbody tr').first().waitFor();
    await save(page, 'Apples');
    await page.getByRole('button', { name: 'Rename view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename view' });
    await takeScreenshot(page, 'saved-view-rename');
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByLabel('Name').fill('My drafts');
    await page.keyboard.press('Enter');
    await dialog.getByText('You have a view with this name already.').waitFor();
    await dialog.getByLabel('Name').fill('Fruit');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await waitFor(() => namesIn(page), ['All', 'Fruit', 'My drafts']);
    const url = page.url();
    await page.getByRole('button', { name: 'Delete view' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The view “Fruit” was deleted.').waitFor();
    await waitFor(() => namesIn(page), ['All', 'My drafts']);
    await waitFor(() => page.evaluate('document.activeElement.innerText'), 'All');
    await page.goto(url);
    await page.getByText('You have no saved view with this URL').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.goBack();
    await save(page, 'Second', 'Save view');
    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitFor(() => namesIn(page), ['All', 'My drafts', 'Second']);
    await context.close();
  });

  it('loses no views of other tabs, and no name when saving fails', async () => {
    const context = await site().newContext();
    const one = await site().open(context, '/admin/content/post?search=one');
    const two = await context.newPage();
    await two.goto(`${site().service.origin}/admin/content/post?search=two`);
    for (const page of [one, two]) await page.getByText('Nothing matches').waitFor();
    await save(one, 'Tab one');
    await save(two, 'Tab two');
    await waitFor(async () => (await namesIn(two)).slice(-2), ['Tab one', 'Tab two']);
    // A layout that the other tab stores later does not restore a view that was deleted meanwhile.
    await two.getByRole('button', { name: 'Delete view' }).click();
    await two.getByText('The view “Tab two” was deleted.').waitFor();
    const stored = one.waitForResponse(
      (response) => response.url().includes('/users/me') && response.request().method() === 'POST' && response.ok(),
    );
    await one.getByRole('link', { name: 'All', exact: true }).click();
    await one.locator('tbody tr').first().waitFor();
    await one.getByRole('button', { name: 'View options' }).click();
    await one.getByRole('button', { name: 'Categories', exact: true }).click();
    await stored;
    const names = (await storedViews(site())).map(({ name }) => name);
    assert.ok(names.includes('Tab one') && !names.includes('Tab two'), names.join());
    await one.keyboard.press('Escape');

    await one.route('**/users/me**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await one.getByRole('button', { name: 'Save view' }).click();
    await one.getByRole('dialog').getByLabel('Name').fill('Lost?');
    await one.keyboard.press('Enter');
    await one.getByRole('dialog').getByRole('alert').waitFor();
    assert.equal(await one.getByRole('dialog').getByLabel('Name').inputValue(), 'Lost?');
    await takeScreenshot(one, 'saved-view-failure');
    await one.unroute('**/users/me**');
    await one.keyboard.press('Enter');
    await one.getByText('The view “Lost?” was saved.').waitFor();
    await context.close();
  });

  it('keeps a view that was saved while the saved views were being read again', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=race');
    await page.getByText('Nothing matches').waitFor();
    const reading = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/users/me?**', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      reading.resolve();
      await released.promise;
      await route.fulfill({ response });
    });
    // The window gets the focus after a minute.
    await page.evaluate(
      'void (({ now }) => { Date.now = () => now() + 60_000; })(Date); window.dispatchEvent(new Event("visibilitychange"))',
    );
    await reading.promise;
    await save(page, 'Meanwhile');
    const read = page.waitForEvent('requestfinished', (request) => request.url().includes('/users/me?'));
    released.resolve();
    await read;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    assert.ok((await namesIn(page)).includes('Meanwhile'));
    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.getByText('The view “Meanwhile” was deleted.').waitFor();
    await context.close();
  });

  it('saves views of all lists, for each user', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    for (const path of [
      'media?author=1',
      'users?search=eva',
      'terms/category?search=a',
      'operations/audit-log?action=login',
    ]) {
      await page.goto(`${site().service.origin}/admin/${path}`);
      await save(page, `View of ${path}`);
      await page.waitForURL(/\?view=[0-9a-f]+$/);
      await page.reload();
      await waitFor(() => namesIn(page), ['All', `View of ${path}`]);
      await takeScreenshot(page, `saved-view-${path.replaceAll(/\W/g, '-')}`);
      assert.deepEqual(await findViolations(page), []);
    }
    const { query } = (await storedViews(site())).find(({ name }) => name === 'View of users?search=eva') ?? {};
    assert.equal(query, 'search=eva');
    await context.close();
    const other = await site().newContext();
    const eva = await site().open(other, '/admin/content/post', [], 'eva');
    await eva.getByRole('button', { name: 'Save view' }).waitFor();
    assert.equal(await eva.getByRole('navigation', { name: 'Saved views' }).count(), 0);
    await other.close();
  });
});
