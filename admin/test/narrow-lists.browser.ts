// Lists at a width of 390 pixels: nothing scrolls sideways, and every action and the selection can be reached.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, type Site } from './site.ts';

/** The width of the windows, in pixels. */
const width = 390;

/** A list with a record whose texts are as long as they can be. */
interface List {
  readonly name: string;
  readonly url: string;
  /** The text by which a row is found. */
  readonly row: string;
  /** An action in the menu of the row; absent if rows have no actions. */
  readonly action?: string;
  /** The button that acts on the selected rows; absent if rows cannot be selected. */
  readonly bulkAction?: string;
  /** Changes of its layout. */
  readonly layout?: object;
}

const long = `A ${'very '.repeat(12)}long title ${'x'.repeat(60)}`;

const moveToTrash = { action: 'Quick edit', bulkAction: 'Move to trash' };
const deletePermanently = { action: 'Edit', bulkAction: 'Delete permanently' };

const lists: readonly List[] = [
  { name: 'posts', url: '/admin/content/post', row: 'long title', ...moveToTrash },
  { name: 'pages', url: '/admin/content/page', row: 'long title', ...moveToTrash },
  { name: 'media', url: '/admin/media', row: 'long title', ...deletePermanently },
  { name: 'media-table', url: '/admin/media', row: 'long title', ...deletePermanently, layout: { type: 'table' } },
  { name: 'categories', url: '/admin/terms/category', row: 'long title', ...deletePermanently },
  { name: 'tags', url: '/admin/terms/post_tag', row: 'long title', ...deletePermanently },
  { name: 'users', url: '/admin/users', row: 'long title', action: 'Edit' },
  { name: 'audit-log', url: '/admin/operations/audit-log', row: 'admin' },
];

/** The columns of all lists. */
const columns = [
  ...['username', 'email', 'roles', 'entries', 'registered_date', 'object', 'details', 'ip', 'description', 'slug'],
  ...['count', 'media_type', 'filesize', 'dimensions', 'parent', 'author', 'status', 'date', 'categories', 'tags'],
  ...['menu_order', 'modified'],
];

/** The names under which the layouts of the lists are stored. */
const layoutNames = ['post', 'page', 'attachment', 'terms-category', 'terms-post_tag', 'users', 'audit-log'];

/** Displays all columns of all lists, with other changes of their layouts. */
async function setLayouts({ service }: Site, layout: object): Promise<void> {
  const layouts = Object.fromEntries(layoutNames.map((name) => [name, { fields: columns, ...layout }]));
  const meta = { persisted_preferences: { 'octavo/lists': layouts } };
  assert.equal((await service.request('POST', '/cms/v2/users/me', { meta })).status, 200);
}

/** Returns the classes of the elements in the list that are wider than their frame, so that they could be scrolled sideways or are cut off. */
const wideElementsIn = async (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('.dataviews-wrapper, .dataviews-wrapper *')]
    .filter((each) => each.scrollWidth > each.clientWidth && /auto|scroll|clip|hidden/.test(getComputedStyle(each).overflowX))
    .filter((each) => !each.closest('.components-visually-hidden, .visually-hidden, input'))
    .map((each) => each.className)`);

/** Fails if an element is not completely in the window, from left to right. */
async function assertInWindow(element: Locator, name: string): Promise<void> {
  const box = await element.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name}: ${JSON.stringify(box)}`);
}

async function createRecords(site: Site): Promise<void> {
  const parent = await site.create({ name: 'Parent' }, 'categories');
  const category = await site.create({ name: long, parent, description: long }, 'categories');
  const tag = await site.create({ name: long }, 'tags');
  await site.create({ title: long, status: 'publish', categories: [category], tags: [tag] });
  await site.create({ title: long }, 'pages');
  const media = await site.upload('photo.png');
  await site.service.request('PUT', `/cms/v2/media/${media}`, { title: long });
  await site.service.request('POST', '/cms/v2/users', {
    ...{ username: 'somebody-with-a-username-of-60-characters-which-is-very-long', name: long },
    ...{ email: `${'m'.repeat(60)}@${'long-'.repeat(5)}site.test`, password: 'a long password', roles: ['author'] },
  });
}

describeSite('lists in narrow windows', (site) => {
  before(() => createRecords(site()));

  for (const { name, url, row: text, action, bulkAction, layout = {} } of lists)
    it(`do not scroll sideways, and have all actions: ${name}`, async () => {
      await setLayouts(site(), layout);
      const context = await site().newContext(width);
      const page = await site().open(context, url);
      const item = page
        .locator('.dataviews-view-table tbody tr, .dataviews-view-grid__row__gridcell')
        .filter({ hasText: text })
        .last();
      await item.waitFor();
      await waitUntilLoaded(page);
      await takeScreenshot(page, `narrow-${name}`);
      assert.deepEqual(await wideElementsIn(page), []);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
      assert.deepEqual(await findViolations(page), []);
      if (name !== 'audit-log') await assertInWindow(page.getByRole('searchbox', { name: 'Search' }), 'search');
      await assertInWindow(page.getByRole('button', { name: 'View options' }), 'view options');
      if (action !== undefined) {
        const menu = item.getByRole('button', { name: 'Actions' });
        await assertInWindow(menu, 'actions');
        await menu.click();
        await assertInWindow(page.getByRole('menuitem', { name: action, exact: true }), action);
        await takeScreenshot(page, `narrow-${name}-menu`);
        await page.keyboard.press('Escape');
      }
      if (bulkAction !== undefined) {
        await item.getByRole('checkbox').check();
        const button = page
          .locator('.dataviews-bulk-actions-footer__container')
          .getByRole('button', { name: bulkAction });
        await assertInWindow(button, bulkAction);
        await takeScreenshot(page, `narrow-${name}-selected`);
        assert.deepEqual(await wideElementsIn(page), []);
      }
      await context.close();
    });
});
