// The views of lists: filters, columns, custom and hierarchical types, empty lists, keyboard, and failures of several entries.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { holdReads } from './page-actions.ts';
import { describeSite, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const prepare = writeConfig({
  types: [{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' }, taxonomies: ['cuisine'] }],
  taxonomies: [
    { name: 'cuisine', restBase: 'cuisines', noun: { one: 'cuisine', many: 'cuisines' }, types: ['recipe'] },
  ],
});

/** The titles in a list, from top to bottom. */
const titlesIn = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr').getByRole('link').allInnerTexts()).map((text) => text.trim());

/** Waits until a list contains these titles. */
const waitForTitles = (page: Page, titles: readonly string[]): Promise<void> =>
  waitFor(() => titlesIn(page), [...titles]);

/** The element that has the focus: its accessible label or text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement.ariaLabel || document.activeElement.innerText || document.activeElement.tagName',
  );

describeSite(
  'views of lists',
  (site) => {
    it('filters by author, terms and date, all of which are in the URL', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const terms: number[] = [];
      for (let index = 0; index < 30; index += 1) {
        const { body } = await site().service.request('POST', '/cms/v2/cuisines', { name: `Cuisine ${index}` });
        terms.push(body.id);
      }
      const { body: eva } = await site().service.request('GET', '/cms/v2/users?search=eva');
      await site().create({ title: 'Curry', cuisines: [terms[25]], date: '2026-01-10T12:00:00' }, 'recipes');
      await site().create({ title: 'Stew', cuisines: [terms[3]], date: '2026-02-10T12:00:00' }, 'recipes');
      await site().create({ title: 'Pie', author: eva[0].id, date: '2026-03-10T12:00:00' }, 'recipes');
      const page = await site().open(context, '/admin/content/recipe', problems);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await waitForTitles(page, ['Pie', 'Stew', 'Curry']);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/cuisines')) requests.push(request.url());
      });
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Cuisines' }).click();
      const search = page.getByRole('searchbox', { name: 'Search: Cuisines' });
      await search.fill('cuisine 25');
      await page.getByRole('checkbox', { name: 'Cuisine 25' }).check();
      await waitForTitles(page, ['Curry']);
      assert.match(page.url(), new RegExp(`\\?cuisines=${terms[25]}$`));
      for (const url of requests) assert.match(url, /per_page=20|include=/, 'not all terms are read');
      await takeScreenshot(page, 'list-filter');
      assert.deepEqual(await findViolations(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Status', exact: true }).first().click();
      await page.getByRole('option', { name: 'Draft' }).waitFor();
      await takeScreenshot(page, 'list-status');
      assert.deepEqual(await findViolations(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Cuisines includes: Cuisine 25' }).waitFor();
      await page.goto(`${site().service.origin}/admin/content/recipe?author=${eva[0].id}`);
      await waitForTitles(page, ['Pie']);
      await page.getByRole('button', { name: 'Author includes: Eva' }).waitFor();
      await page.goto(`${site().service.origin}/admin/content/recipe?after=2026-01-10&before=2026-02-10`);
      await waitForTitles(page, ['Stew', 'Curry']);
      await page.goto(`${site().service.origin}/admin/content/recipe?after=2026-01-11&before=2026-02-09`);
      await page.getByText('Nothing matches the search and the filters.').waitFor();
      await page.getByRole('button', { name: 'Clear search and filters' }).click();
      await waitForTitles(page, ['Pie', 'Stew', 'Curry']);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('filters by the first or the last day, which the user enters', async () => {
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/content/recipe');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await waitForTitles(page, ['Pie', 'Stew', 'Curry']);
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitem', { name: 'Date' }).click();
      const popover = page.getByRole('dialog', { name: 'Date' });
      await takeScreenshot(page, 'list-date-range');
      await popover.getByRole('combobox', { name: 'Conditions' }).selectOption('afterInc');
      await popover.locator('input[type=date]').fill('2026-02-10');
      await waitForTitles(page, ['Pie', 'Stew']);
      assert.match(page.url(), /\?after=2026-02-10$/);
      await takeScreenshot(page, 'list-date');
      assert.deepEqual(await findViolations(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Status', exact: true }).first().click();
      await page.getByRole('option', { name: 'Draft' }).waitFor();
      await takeScreenshot(page, 'list-status-dark');
      assert.deepEqual(await findViolations(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'View options' }).click();
      await page.getByRole('button', { name: 'Cuisines', exact: true }).waitFor();
      await takeScreenshot(page, 'list-options-dark');
      assert.deepEqual(await findViolations(page), []);
      await context.close();
    });

    it('stores the columns of a list with the account, and reads a page with one request', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/content/recipe');
      await page.locator('tbody tr').first().waitFor();
      assert.equal(await page.getByRole('columnheader', { name: 'Cuisines' }).count(), 0);
      const stored = page.waitForResponse(
        (response) => response.url().includes('/users/me') && response.request().method() === 'POST',
      );
      await page.getByRole('button', { name: 'View options' }).click();
      await page.getByRole('button', { name: 'Cuisines', exact: true }).click();
      await page.getByRole('columnheader', { name: 'Cuisines' }).waitFor();
      await page.getByRole('cell', { name: 'Cuisine 25' }).waitFor();
      await stored;
      // The change of the account is an event, which gets its position within a second. Pages that are opened before read lists again.
      await page.waitForTimeout(2000);
      assert.doesNotMatch(page.url(), /\?/, 'the URL contains only what can be shared');
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/admin/api/')) requests.push(new URL(request.url()).pathname);
      });
      await page.reload();
      await page.getByRole('cell', { name: 'Cuisine 25' }).waitFor();
      // The network is never idle, because the stream of the live channel remains open.
      await page.waitForTimeout(2000);
      assert.deepEqual(requests.sort(), [
        '/admin/api/octavo/v1/admin',
        '/admin/api/wp/v2/recipes',
        '/admin/api/wp/v2/users/me',
      ]);
      await page.goto(`${site().service.origin}/admin/content/post`);
      await page.locator('tbody tr').first().waitFor();
      assert.equal(
        await page.getByRole('columnheader', { name: 'Cuisines' }).count(),
        0,
        'other types are not affected',
      );
      await context.close();
    });

    it('stores a change of the columns although the page is closed at once', async () => {
      const context = await site().newContext();
      const readColumns = async () => {
        const { body } = await site().service.request('GET', '/cms/v2/users/me?context=edit&_fields=meta');
        return JSON.stringify(body.meta.persisted_preferences?.['octavo/lists']?.recipe);
      };
      const page = await site().open(context, '/admin/content/recipe');
      await page.locator('tbody tr').first().waitFor();
      const before = await readColumns();
      await page.getByRole('button', { name: 'View options' }).click();
      await page.getByRole('button', { name: 'Author', exact: true }).last().click();
      await page.goto('about:blank');
      await waitFor(async () => (await readColumns()) === before, false, 'The change was not stored.');
      await context.close();
    });

    it('shows the parents of hierarchical types', async () => {
      const context = await site().newContext();
      const parent = await site().create({ title: 'Company', status: 'publish' }, 'pages');
      await site().create({ title: 'Team', parent, status: 'publish' }, 'pages');
      const page = await site().open(context, '/admin/content/page?search=team');
      await page.getByRole('row', { name: 'Team' }).getByRole('cell', { name: 'Company' }).waitFor();
      await context.close();
    });

    it('invites to create the first entry of an empty list', async () => {
      const context = await site().newContext();
      const { body } = await site().service.request('GET', '/cms/v2/pages');
      for (const { id } of body) await site().service.request('DELETE', `/cms/v2/pages/${id}?force=true`);
      const page = await site().open(context, '/admin/content/page');
      await page.getByText('There is nothing here yet.').waitFor();
      await takeScreenshot(page, 'list-empty');
      await waitFor(() => page.getByRole('main').getByRole('link', { name: 'Add Page' }).count(), 2);
      await page.goto(`${site().service.origin}/admin/content/page?page=7`);
      await page.getByText('There is nothing here yet.').waitFor();
      await context.close();
    });

    it('works by keyboard: selection, menus and bulk actions, and the focus stays in the list', async () => {
      const context = await site().newContext();
      for (const title of ['Key A', 'Key B', 'Key C', 'Key D']) await site().create({ title, status: 'draft' });
      const page = await site().open(context, '/admin/content/post?search=Key&sort=title&order=asc');
      await waitForTitles(page, ['Key A', 'Key B', 'Key C', 'Key D']);
      // The actions menu of the first row: closing it returns the focus, and so does cancelling a question.
      const menu = page.getByRole('row', { name: 'Key A' }).getByRole('button', { name: 'Actions' });
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Move to trash' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await waitFor(() => focused(page), 'Actions');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Publish' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Publish 1 entry now?' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await waitFor(() => focused(page), 'Actions');
      // After its row has disappeared, the row that has taken its place gets the focus.
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Move to trash' }).focus();
      await page.keyboard.press('Enter');
      await waitForTitles(page, ['Key B', 'Key C', 'Key D']);
      await waitFor(
        () => page.evaluate('document.activeElement.closest("tbody tr")?.innerText.includes("Key B")'),
        true,
      );
      // Two rows are selected and published.
      await page.getByRole('checkbox', { name: 'Key B' }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('checkbox', { name: 'Key C' }).focus();
      await page.keyboard.press('Space');
      await page.getByText('2 Items selected').waitFor();
      await takeScreenshot(page, 'list-selection');
      await page.getByRole('button', { name: 'Publish', exact: true }).last().focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'Publish 2 entries now?' })
        .getByRole('button', { name: 'Publish' })
        .focus();
      await page.keyboard.press('Enter');
      await page.getByText('2 entries were published.').waitFor();
      await page.getByRole('row', { name: 'Key C' }).getByText('Published').waitFor();
      await waitFor(() => page.evaluate('document.activeElement !== document.body'), true);
      await context.close();
    });

    it('lists the entries with which an action failed, and keeps them selected', async () => {
      const context = await site().newContext();
      const ids: number[] = [];
      for (const title of ['Bulk A', 'Bulk B', 'Bulk C']) ids.push(await site().create({ title, status: 'draft' }));
      const page = await site().open(context, '/admin/content/post?search=Bulk&sort=title&order=asc');
      await waitForTitles(page, ['Bulk A', 'Bulk B', 'Bulk C']);
      const release = await holdReads(page, 'posts');
      await site().service.request('PUT', `/cms/v2/posts/${ids[1]}`, { content: 'Changed meanwhile' });
      await page.getByRole('checkbox', { name: 'Select all' }).first().check();
      await page.getByRole('button', { name: 'Move to trash', exact: true }).last().click();
      const failures = page.getByRole('alert').filter({ hasText: 'The action failed for 1 item:' });
      await failures.getByText('Bulk B').waitFor();
      release();
      await waitForTitles(page, ['Bulk B']);
      await waitFor(() => page.getByRole('checkbox', { name: 'Bulk B' }).isChecked(), true);
      await takeScreenshot(page, 'list-failures');
      assert.deepEqual(await findViolations(page), []);
      // The list was read again, so the second attempt is based on the current version.
      await page.getByRole('button', { name: 'Move to trash', exact: true }).last().click();
      await page.getByText('Nothing matches').waitFor();
      await failures.waitFor({ state: 'detached' });
      await context.close();
    });

    it('keeps the rows while others are loaded', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/content/recipe');
      await waitForTitles(page, ['Pie', 'Stew', 'Curry']);
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/wp/v2/recipes?**', async (route) => {
        await promise;
        await route.continue();
      });
      await page.getByRole('searchbox', { name: 'Search' }).fill('stew');
      await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
      assert.deepEqual(await titlesIn(page), ['Pie', 'Stew', 'Curry']);
      resolve();
      await waitForTitles(page, ['Stew']);
      await page.getByRole('status').filter({ hasText: '1 entry' }).waitFor({ state: 'attached' });
      await context.close();
    });
  },
  { prepare },
);
