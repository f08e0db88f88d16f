// Menus: items are added, changed, and moved by dragging and with the keyboard.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import {
  createLink,
  createMenu,
  handleOf,
  open,
  outlineOf,
  readItems,
  readOutline,
  recordBatches,
  rowOf,
  save,
} from './menu-pages.ts';
import { canvasOf, waitUntilLoaded } from './page-actions.ts';
import { describeSite, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

describeSite(
  'menus',
  (site) => {
    it('creates a menu with pages, categories and links, and saves it in one request', async () => {
      const problems: string[] = [];
      const about = await site().create({ title: 'About us', status: 'publish' }, 'pages');
      const { body: news } = await site().service.request('POST', '/cms/v2/categories', { name: 'Newsroom' });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/menus', problems);
      await page.getByText('There is no menu yet.').waitFor();
      await takeScreenshot(page, 'menus-empty');
      assert.deepEqual(await findViolations(page), []);
      await page.getByLabel('Name of the new menu').fill('Main');
      await page.getByRole('button', { name: 'Create menu' }).click();
      await page.getByText('This menu is empty.').waitFor();
      const batches = recordBatches(page);
      const search = page.getByLabel('Search pages, posts, categories …');
      await search.fill('about');
      await page.getByRole('button', { name: 'Add About us' }).click();
      await page.getByText('About us was added at the end of the menu.').waitFor({ state: 'attached' });
      await search.fill('newsr');
      await page.getByRole('button', { name: 'Add Newsroom' }).click();
      await page.getByRole('button', { name: 'Add link' }).click();
      await page.getByText('Enter a URL, such as').waitFor();
      await page.getByLabel('URL of the link').fill('https://example.org/shop');
      await page.getByLabel('Label of the link').fill('Shop & more');
      await page.keyboard.press('Enter');
      await waitFor(() => outlineOf(page), ['About us', 'Newsroom', 'Shop & more']);
      await page.getByLabel('Main menu').check();
      await page.getByLabel('Add new pages on the top level to this menu automatically').check();
      await page.getByLabel('Name', { exact: true }).fill('Main navigation');
      await save(page);
      assert.equal(batches.length, 1);
      assert.deepEqual(
        batches[0]?.map(({ method, path }) => `${method} ${path.replace(/\d+$/, 'ID')}`),
        ['POST /wp/v2/menus/ID', ...Array(3).fill('POST /wp/v2/menu-items')],
      );
      const id = Number(/\/menus\/(\d+)$/.exec(page.url())?.[1]);
      const { body: menu } = await site().service.request('GET', `/cms/v2/menus/${id}`);
      assert.deepEqual([menu.name, menu.locations, menu.auto_add], ['Main navigation', ['main'], true]);
      const items = await readItems(site(), id);
      assert.deepEqual(
        items.map(({ type, object, object_id, url, title }) => [type, object, object_id, url, title.raw]).slice(0, 2),
        [
          ['post_type', 'page', about, `${site().service.origin}/about-us/`, 'About us'],
          ['taxonomy', 'category', news.id, `${site().service.origin}/category/newsroom/`, 'Newsroom'],
        ],
      );
      assert.deepEqual([items[2]?.url, items[2]?.title.raw], ['https://example.org/shop', 'Shop & more']);
      await page.getByRole('link', { name: 'Main navigation' }).waitFor();

      const added = await site().create({ title: 'Added later', status: 'publish' }, 'pages');
      await page.reload();
      await rowOf(page, 'Added later').waitFor();
      await site().service.request('DELETE', `/cms/v2/pages/${added}`);
      await page.reload();
      await rowOf(page, 'Added later').getByText('Target deleted').waitFor();
      await open(page, 'Added later');
      await page.getByText('What this item leads to was deleted').waitFor();
      await takeScreenshot(page, 'menus-deleted-target');
      await page.getByRole('button', { name: 'Remove from the menu' }).click();
      await save(page);
      assert.deepEqual(await readOutline(site(), id), ['About us', 'Newsroom', 'Shop & more']);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('changes the fields of items, and sends only what was changed, with the versions', async () => {
      const problems: string[] = [];
      const menu = await createMenu(site(), 'Fields');
      const id = await createLink(site(), menu, 'first', { classes: ['a', 'b'], xfn: ['me'], description: 'Old' });
      await createLink(site(), menu, 'second');
      const before = await readItems(site(), menu);
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`, problems);
      const batches = recordBatches(page);
      await open(page, 'first');
      const row = rowOf(page, 'first');
      await row.getByLabel('Label').fill('');
      await page.getByText('Enter a label.').waitFor();
      await page.getByRole('button', { name: 'Save menu' }).click();
      await page.getByRole('alert').getByText('Some fields are not complete.').waitFor();
      assert.equal(batches.length, 0);
      const form = page.locator('.item-form');
      await form.getByLabel('Label').fill('First & foremost');
      await save(page);
      assert.deepEqual(
        batches.map((batch) => batch.map(({ path, body }) => [path, body])),
        [[[`/wp/v2/menu-items/${id}`, { title: 'First & foremost' }]]],
      );
      assert.match(JSON.stringify(batches[0]?.[0]?.headers), /"If-Match":"\\"/);
      const renamed = await readItems(site(), menu);
      assert.deepEqual(renamed, [
        { ...before[0], title: { raw: 'First & foremost', rendered: 'First &#038; foremost' } },
        before[1],
      ]);
      await form.getByText('More').click();
      await form.getByLabel('Open in a new tab').check();
      await form.getByLabel('Display this item').uncheck();
      await form.getByLabel('Title attribute').fill('A title');
      await form.getByLabel('Description').fill('A description');
      await form.getByLabel('CSS classes').fill('b  c');
      await form.getByLabel('Relationship (rel)').fill('nofollow');
      await form.getByLabel('URL', { exact: true }).fill('/changed/');
      await takeScreenshot(page, 'menus-item');
      assert.deepEqual(await findViolations(page), []);
      await save(page);
      await page.getByText('Not displayed').waitFor();
      // The notice of the first save may still be displayed.
      const readFields = async () => {
        const [item] = await readItems(site(), menu);
        return [item?.target, item?.status, item?.attr_title, item?.description, item?.classes, item?.xfn, item?.url];
      };
      const fields = ['_blank', 'draft', 'A title', 'A description', ['b', 'c'], ['nofollow'], '/changed/'];
      await waitFor(readFields, fields);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('moves items with the keyboard alone, and announces where they are', async () => {
      const menu = await createMenu(site(), 'Keyboard');
      for (const title of ['one', 'two', 'three', 'four']) await createLink(site(), menu, title);
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`);
      const batches = recordBatches(page);
      await handleOf(page, 'two').focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('two is now item 1 of 1 below one.').waitFor({ state: 'attached' });
      await waitFor(() => outlineOf(page), ['one', '-two', 'three', 'four']);
      await handleOf(page, 'four').focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.getByText('four is now item 1 of 3 on the top level.').waitFor({ state: 'attached' });
      await waitFor(() => outlineOf(page), ['four', 'one', '-two', 'three']);
      await page.keyboard.press('ArrowUp');
      await page.getByText('It cannot be moved in this direction.').waitFor({ state: 'attached' });
      const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
      await waitFor(focused, 'Move four with the arrow keys', 'the row keeps the focus');
      const moveDown = page.getByRole('button', { name: 'Move down', exact: true });
      // The next key has its effect immediately after a move, and no move takes the focus away later.
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await moveDown.waitFor();
      assert.deepEqual(await outlineOf(page), ['four', 'one', '-two', 'three']);
      assert.equal(await page.evaluate('document.activeElement?.className'), 'item-title');
      await moveDown.focus();
      await page.keyboard.press('Enter');
      await waitFor(() => outlineOf(page), ['one', '-two', 'four', 'three']);
      await page.getByRole('button', { name: 'Move below one' }).focus();
      await page.keyboard.press('Enter');
      await waitFor(() => outlineOf(page), ['one', '-two', '-four', 'three']);
      await takeScreenshot(page, 'menus-moved');
      await save(page);
      assert.deepEqual(await readOutline(site(), menu), ['one', '-two', '-four', 'three']);
      assert.equal(batches.length, 1);
      await handleOf(page, 'two').focus();
      await page.keyboard.press('ArrowLeft');
      await waitFor(() => outlineOf(page), ['one', '-four', 'two', 'three']);
      await save(page);
      assert.deepEqual(await readOutline(site(), menu), ['one', '-four', 'two', 'three']);
      await context.close();
    });

    it('moves items by dragging them, also to another level', async () => {
      const menu = await createMenu(site(), 'Dragging');
      const parent = await createLink(site(), menu, 'north');
      await createLink(site(), menu, 'inner', { parent });
      for (const title of ['east', 'south']) await createLink(site(), menu, title);
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`);
      const drag = async (title: string, to: string, levels: number) => {
        const from = await handleOf(page, title).boundingBox();
        const target = await rowOf(page, to).first().boundingBox();
        assert.ok(from && target);
        const x = from.x + from.width / 2;
        await page.mouse.move(x, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(x + 10, from.y + 20, { steps: 3 });
        await page.mouse.move(x + levels * 24, target.y + target.height - 4, { steps: 5 });
        await page.locator('.dragged').waitFor();
      };
      await drag('south', 'inner', 1);
      await takeScreenshot(page, 'menus-dragging');
      await page.mouse.up();
      await waitFor(() => outlineOf(page), ['north', '-inner', '-south', 'east']);
      await drag('north', 'east', 0);
      await page.mouse.up();
      await waitFor(() => outlineOf(page), ['east', 'north', '-inner', '-south']);
      await drag('inner', 'east', 0);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      assert.deepEqual(await outlineOf(page), ['east', 'north', '-inner', '-south'], 'Escape cancels');
      await save(page);
      assert.deepEqual(await readOutline(site(), menu), ['east', 'north', '-inner', '-south']);
      await context.close();
    });

    it('lists navigation blocks, which the block editor opens, and from which its back link leads to the menus', async () => {
      const problems: string[] = [];
      const { body } = await site().service.request('GET', '/cms/v2/navigation');
      const context = await site().newContext();
      const page = await site().open(context, '/admin/menus', problems);
      const section = page.getByRole('region', { name: 'Navigation blocks' });
      await section.getByRole('link', { name: 'Navigation' }).click();
      await page.waitForURL(`**/admin/content/wp_navigation/${body[0].id}`);
      await canvasOf(page).locator('.is-root-container').waitFor();
      await page.goto(`${site().service.origin}/admin/content/wp_navigation`);
      await page.getByRole('heading', { level: 1, name: 'Menus' }).waitFor();
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('is usable in small windows, and only for users who may change menus', async () => {
      const menu = await createMenu(site(), 'Small');
      const top = await createLink(site(), menu, 'A rather long label of an item that needs several lines');
      const second = await createLink(site(), menu, 'second', { parent: top });
      await createLink(site(), menu, 'third', { parent: second });
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, `/admin/menus/${menu}`);
      await rowOf(page, 'third').waitFor();
      await open(page, 'third');
      await waitUntilLoaded(page);
      await takeScreenshot(page, 'menus-narrow');
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      assert.deepEqual(await findViolations(page), []);
      await context.close();
      const other = await site().newContext();
      const pageOfEva = await site().open(other, `/admin/menus/${menu}`, [], 'eva');
      await pageOfEva.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      assert.equal(await pageOfEva.getByRole('link', { name: 'Menus' }).count(), 0);
      await other.close();
    });
  },
  { prepare: writeConfig({ menuLocations: { main: 'Main menu', footer: '' } }) },
);
