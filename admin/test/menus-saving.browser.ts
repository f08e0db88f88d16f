// Menus are saved as one action: nothing is lost or overwritten unseen, and imported items keep their fields.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { importedFile } from '../../test/clients/imported-service.ts';
import { runCommand } from '../../test/commands/in-process.ts';
import {
  createLink,
  createMenu,
  handleOf,
  type Item,
  open,
  outlineOf,
  readItems,
  readOutline,
  rowOf,
  save,
} from './menu-pages.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('saving menus', (site) => {
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
    await waitFor(() => page.evaluate('document.activeElement?.firstChild?.textContent'), 'child', 'the focus is kept');
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
    await page.getByRole('alert').getByText('It was changed meanwhile by another user to “theirs”.').waitFor();
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
});

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
