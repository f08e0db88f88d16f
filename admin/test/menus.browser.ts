// Menus: items are added, changed, moved by dragging and with the keyboard, and saved together; nothing is lost or overwritten unseen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { importedFile } from '../../test/clients/imported-service.ts';
import { runCommand } from '../../test/commands/in-process.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

interface Item {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly parent: number;
  readonly menu_order: number;
  readonly [field: string]: unknown;
}

/** Reads the items of a menu in their order. */
async function readItems(site: Site, menu: number): Promise<readonly Item[]> {
  const query = `menus=${menu}&context=edit&status=publish,draft`;
  const first = await site.service.request('GET', `/cms/v2/menu-items?${query}`);
  return first.body;
}

/** Returns the titles of the items of a menu, with a hyphen for each level. */
async function readOutline(site: Site, menu: number): Promise<string[]> {
  const items = await readItems(site, menu);
  const lines = (parent: number, level: string): string[] =>
    items
      .filter((item) => item.parent === parent)
      .flatMap(({ id, title }) => [level + title.raw, ...lines(id, `${level}-`)]);
  return lines(0, '');
}

const createMenu = async (site: Site, name: string): Promise<number> =>
  (await site.service.request('POST', '/cms/v2/menus', { name })).body.id;

const createLink = async (site: Site, menus: number, title: string, more: object = {}): Promise<number> =>
  (await site.service.request('POST', '/cms/v2/menu-items', { title, url: `/${title}/`, menus, ...more })).body.id;

const rowOf = (page: Page, title: string): Locator =>
  page.locator('.menu-item').filter({ has: page.getByRole('button', { name: `Move ${title} with the arrow keys` }) });
const open = (page: Page, title: string) => rowOf(page, title).locator('.item-title').click();
const handleOf = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title} with the arrow keys` });

/** Returns the texts of the rows, with a hyphen for each level. */
const outlineOf = (page: Page): Promise<string[]> =>
  page.locator('.menu-item').evaluateAll((rows) =>
    rows.map((row) => {
      const level = Number(row.style.getPropertyValue('--depth'));
      return `${'-'.repeat(level)}${row.querySelector('.item-title')?.firstChild?.textContent}`;
    }),
  );

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save menu' }).click();
  await page.getByText('The menu is saved.').last().waitFor();
}

/** Records the requests of batches. */
function recordBatches(page: Page): { method: string; path: string; body?: object; headers?: object }[][] {
  const batches: { method: string; path: string; body?: object; headers?: object }[][] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/batch/v1')) batches.push(request.postDataJSON().requests);
  });
  return batches;
}

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
      assert.deepEqual(batches, []);
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
      const [changed] = await readItems(site(), menu);
      assert.deepEqual(
        [
          changed?.target,
          changed?.status,
          changed?.attr_title,
          changed?.description,
          changed?.classes,
          changed?.xfn,
          changed?.url,
        ],
        ['_blank', 'draft', 'A title', 'A description', ['b', 'c'], ['nofollow'], '/changed/'],
      );
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
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Move down', exact: true }).focus();
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

    it('saves new items below new items, and keeps the children of removed ones', async () => {
      const menu = await createMenu(site(), 'Nested');
      const parent = await createLink(site(), menu, 'parent');
      await createLink(site(), menu, 'child', { parent });
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`);
      await rowOf(page, 'child').waitFor();
      for (const title of ['new', 'newer', 'newest']) {
        await page.getByLabel('URL of the link').fill(`/${title}/`);
        await page.getByLabel('Label of the link').fill(title);
        await page.getByRole('button', { name: 'Add link' }).click();
      }
      for (const [title, steps] of [
        ['newer', 1],
        ['newest', 2],
      ] as const) {
        await handleOf(page, title).focus();
        for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
      }
      await waitFor(() => outlineOf(page), ['parent', '-child', 'new', '-newer', '--newest']);
      await open(page, 'parent');
      await page.getByRole('button', { name: 'Remove from the menu' }).click();
      await waitFor(() => outlineOf(page), ['child', 'new', '-newer', '--newest']);
      await waitFor(
        () => page.evaluate('document.activeElement?.firstChild?.textContent'),
        'child',
        'the focus is kept',
      );
      await save(page);
      assert.deepEqual(await readOutline(site(), menu), ['child', 'new', '-newer', '--newest']);
      await context.close();
    });

    it('reports items that were not saved, saves the others, and overwrites nothing unseen', async () => {
      const menu = await createMenu(site(), 'Conflicts');
      const contested = await createLink(site(), menu, 'contested');
      const gone = await createLink(site(), menu, 'gone');
      await createLink(site(), menu, 'calm');
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`);
      for (const title of ['contested', 'gone', 'calm']) {
        await open(page, title);
        await page.locator('.item-form').getByLabel('Label').fill(`my ${title}`);
      }
      await page.getByLabel('URL of the link').fill('/added/');
      await page.getByLabel('Label of the link').fill('added');
      await page.getByRole('button', { name: 'Add link' }).click();
      await site().service.request('POST', `/cms/v2/menu-items/${contested}`, { title: 'theirs', target: '_blank' });
      await site().service.request('DELETE', `/cms/v2/menu-items/${gone}?force=true`);
      const others = await createLink(site(), menu, 'of others');
      await page.getByRole('button', { name: 'Save menu' }).click();
      await page.getByRole('alert').getByText('It was changed meanwhile by somebody else to “theirs”.').waitFor();
      await page.getByText('1 change was not saved; it is listed above.').waitFor();
      await takeScreenshot(page, 'menus-conflict');
      assert.deepEqual(await findViolations(page), []);
      const stored = (await readItems(site(), menu)).map(({ title }) => title.raw);
      assert.deepEqual(stored.sort(), ['added', 'my calm', 'of others', 'theirs']);
      await waitFor(() => outlineOf(page), ['my contested', 'my calm', 'added', 'of others']);
      await save(page);
      const items = await readItems(site(), menu);
      assert.deepEqual(items.map(({ title }) => title.raw).sort(), ['added', 'my calm', 'my contested', 'of others']);
      assert.equal(items.find(({ id }) => id === contested)?.target, '_blank', 'other changes of others are kept');
      assert.ok(items.some(({ id }) => id === others));
      await context.close();
    });

    it('loses nothing that was changed if the connection is cut, and creates nothing twice', async () => {
      const menu = await createMenu(site(), 'Interrupted');
      await createLink(site(), menu, 'old');
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`);
      await open(page, 'old');
      await page.locator('.item-form').getByLabel('Label').fill('renamed');
      await page.getByLabel('URL of the link').fill('/once/');
      await page.getByLabel('Label of the link').fill('once');
      await page.getByRole('button', { name: 'Add link' }).click();
      // The service performs the request, but its response is lost.
      await page.route('**/batch/v1', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Save menu' }).click();
      await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
      assert.deepEqual(await readOutline(site(), menu), ['renamed', 'once']);
      await page.unroute('**/batch/v1');
      await save(page);
      assert.deepEqual(await readOutline(site(), menu), ['renamed', 'once']);
      await handleOf(page, 'once').focus();
      await page.keyboard.press('ArrowUp');
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('This form contains changes of an earlier visit that were not saved.').waitFor();
      assert.deepEqual(await outlineOf(page), ['once', 'renamed']);
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await waitFor(() => outlineOf(page), ['renamed', 'once']);
      await context.close();
    });

    it('deletes a menu after a question that names what is lost', async () => {
      const menu = await createMenu(site(), 'Obsolete');
      for (const title of ['a', 'b']) await createLink(site(), menu, title);
      const context = await site().newContext();
      const page = await site().open(context, `/admin/menus/${menu}`);
      await page.getByRole('button', { name: 'Delete menu' }).click();
      const dialog = page.getByRole('dialog', {
        name: 'The menu “Obsolete” with its 2 items will be deleted permanently. This cannot be undone.',
      });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      assert.equal((await readItems(site(), menu)).length, 2);
      await page.getByRole('button', { name: 'Delete menu' }).click();
      await dialog.getByRole('button', { name: 'Delete menu' }).click();
      await page.getByText('The menu “Obsolete” was deleted.').waitFor();
      assert.equal((await site().service.request('GET', `/cms/v2/menus/${menu}`)).status, 404);
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

describeSite('menus of an imported site', (site) => {
  it('contain every item, whose label can be changed without changing anything else', async () => {
    const problems: string[] = [];
    await runCommand(['import', importedFile, '--data', site().service.data]);
    const { service } = site();
    const { body: menus } = await service.request('GET', '/cms/v2/menus?per_page=100');
    const { body: first } = await service.request(
      'GET',
      '/cms/v2/menu-items?per_page=100&context=edit&status=publish,draft',
    );
    const all: Item[] = first;
    assert.ok(all.length >= 70);
    const context = await site().newContext();
    const page = await site().open(context, '/admin/menus', problems);
    let listed = 0;
    for (const { id } of menus) {
      const items = all.filter((item) => item.menus === id);
      await page.goto(`${service.origin}/admin/menus/${id}`);
      await waitFor(() => page.locator('.menu-item').count(), items.length);
      const keys = await page
        .locator('.menu-item')
        .evaluateAll((rows) =>
          rows.map((row) => [row.getAttribute('data-row'), row.querySelector('.item-title')?.firstChild?.textContent]),
        );
      assert.deepEqual(
        new Map(keys.map(([key, title]) => [key, title])),
        new Map(items.map((item) => [`item-${item.id}`, item.title.raw || '(no label)'])),
      );
      listed += items.length;
    }
    assert.equal(listed, all.length, 'every item is in a menu');

    for (const item of [all[0], all.find(({ type }) => type === 'post_type'), all.find(({ parent }) => parent !== 0)]) {
      assert.ok(item);
      await page.goto(`${service.origin}/admin/content/nav_menu_item/${item.id}`);
      await page.waitForURL(`**/admin/menus/${item.menus}?item=${item.id}`);
      const form = page.locator(`[data-row="item-${item.id}"] .item-form`);
      await form.getByLabel('Label').fill(`Changed ${item.id}`);
      await save(page);
      const { body } = await service.request('GET', `/cms/v2/menu-items/${item.id}?context=edit`);
      assert.deepEqual({ ...body, title: null }, { ...item, title: null, _links: body._links });
      assert.equal(body.title.raw, `Changed ${item.id}`);
    }
    const { body: after } = await service.request(
      'GET',
      '/cms/v2/menu-items?per_page=100&context=edit&status=publish,draft',
    );
    const unchanged = (items: readonly Item[]) => items.map((item) => ({ ...item, title: null, _links: null }));
    assert.deepEqual(unchanged(after), unchanged(all));
    await takeScreenshot(page, 'menus-imported');
    assert.deepEqual(problems, []);
    await context.close();
  });
});
