// Bulk edit of the selected entries: terms and other fields, results per entry, trying again, undo.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

/** Selects all rows, and opens the form. */
async function openBulkEdit(page: Page, count: number) {
  await page.getByRole('checkbox', { name: 'Select all' }).first().check();
  await page.getByRole('button', { name: 'Bulk edit' }).last().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Edit ${count} entries` });
  await dialog.getByRole('button', { name: 'Save changes' }).waitFor();
  return dialog;
}

describeSite('bulk edit', (site) => {
  const createTerm = async (base: string, name: string): Promise<number> =>
    (await site().service.request('POST', `/cms/v2/${base}`, { name })).body.id;

  it('adds, replaces and removes terms, sets other fields, and reverts all of it', async () => {
    const problems: string[] = [];
    const [news, sport] = [await createTerm('categories', 'News'), await createTerm('categories', 'Sport')];
    const [wind, rain] = [await createTerm('tags', 'Wind'), await createTerm('tags', 'Rain')];
    const ids = [
      await site().create({ title: 'Bulk A', status: 'draft', categories: [news], tags: [wind], content: 'A' }),
      await site().create({ title: 'Bulk B', status: 'draft', categories: [sport], tags: [wind, rain] }),
    ];
    const read = () =>
      Promise.all(
        ids.map(async (id) => {
          const { categories, tags, status, author, comment_status, sticky, content } = await site().read(id);
          return { categories, tags, status, author, comment_status, sticky, content: content.raw };
        }),
      );
    const before = await read();
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=Bulk&sort=title&order=asc', problems);
    await page.getByRole('link', { name: 'Bulk A' }).waitFor();
    const dialog = await openBulkEdit(page, 2);
    assert.ok(await dialog.getByRole('button', { name: 'Save changes' }).isDisabled(), 'nothing is chosen');
    await dialog.getByLabel('Categories', { exact: true }).selectOption('Add');
    await dialog.getByRole('checkbox', { name: 'News' }).check();
    await dialog.getByLabel('Tags', { exact: true }).selectOption('Remove');
    await dialog.getByRole('checkbox', { name: 'Wind' }).check();
    await dialog.getByLabel('Status').selectOption('Published');
    await dialog.getByText('The entries will be public at once.').waitFor();
    await dialog.getByLabel('Comments').selectOption('Not allowed');
    await dialog.getByLabel('Sticky').selectOption('Yes');
    await dialog.getByRole('button', { name: 'Choose: Author' }).click();
    await dialog.getByRole('button', { name: 'Eva' }).click();
    await takeScreenshot(page, 'bulk-edit');
    assert.deepEqual(await findViolations(page), []);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('2 entries were changed.').waitFor();
    const { body: eva } = await site().service.request('GET', '/cms/v2/users?search=eva');
    const common = { status: 'publish', author: eva[0].id, comment_status: 'closed', sticky: true };
    const after = await read();
    assert.deepEqual(after, [
      { categories: [news], tags: [], ...common, content: 'A' },
      { categories: [news, sport], tags: [rain], ...common, content: '' },
    ]);
    await waitFor(() => page.evaluate('document.activeElement !== document.body'), true, 'The focus is in the list.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 entries were changed back.').waitFor();
    assert.deepEqual(await read(), before);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('reports entries that were changed elsewhere, and tries again with their current versions', async () => {
    const ids: number[] = [];
    for (const title of ['Try A', 'Try B', 'Try C']) ids.push(await site().create({ title, status: 'draft' }));
    const context = await site().newContext(390, 'dark');
    const page = await site().open(context, '/admin/content/post?search=Try&sort=title&order=asc');
    await page.getByRole('link', { name: 'Try C' }).waitFor();
    for (const title of ['Try A', 'Try B', 'Try C']) await page.getByRole('checkbox', { name: title }).check();
    await page.getByRole('button', { name: 'Bulk edit' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Edit 3 entries' });
    await dialog.getByLabel('Status').selectOption('Pending review');
    await takeScreenshot(page, 'bulk-edit-narrow');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(await findViolations(page), []);
    await site().service.request('PUT', `/cms/v2/posts/${ids[1]}`, { content: 'Changed meanwhile' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const failures = page.getByRole('alert').filter({ hasText: 'The action failed for 1 item:' });
    await failures.getByText('Try B').waitFor();
    await page.getByText('2 entries were changed.').waitFor();
    assert.equal((await site().read(ids[1] ?? 0)).status, 'draft');
    await waitFor(() => page.getByRole('checkbox', { name: 'Try B' }).isChecked(), true);
    await takeScreenshot(page, 'bulk-edit-failed');
    await failures.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1 entry was changed.').waitFor();
    await failures.waitFor({ state: 'detached' });
    const { status, content } = await site().read(ids[1] ?? 0);
    assert.deepEqual([status, content.raw], ['pending', 'Changed meanwhile']);
    await context.close();
  });

  it('tries again with entries that the list does not show any more, and keeps those that were deleted', async () => {
    const ids: number[] = [];
    for (const title of ['Gone A', 'Gone B', 'Gone C']) ids.push(await site().create({ title, status: 'draft' }));
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=Gone&sort=title&order=asc');
    await page.getByRole('link', { name: 'Gone C' }).waitFor();
    const dialog = await openBulkEdit(page, 3);
    await dialog.getByLabel('Status').selectOption('Pending review');
    // The list shows neither of the two any more when it is read again.
    await page.route('**/octavo/v1/live**', (route) => route.abort());
    const change = (id: number | undefined) =>
      site().service.request('PUT', `/cms/v2/posts/${id}`, { title: 'Renamed' });
    await change(ids[1]);
    await change(ids[2]);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const failures = page.getByRole('alert').filter({ hasText: 'The action failed for 2 items:' });
    await failures.waitFor();
    await page.getByRole('link', { name: 'Gone B' }).waitFor({ state: 'detached' });
    await site().service.request('DELETE', `/cms/v2/posts/${ids[2]}?force=true`);
    await failures.getByRole('button', { name: 'Try again' }).click();
    const deleted = page.getByRole('alert').filter({ hasText: 'The action failed for 1 item:' });
    await deleted.getByText('This entry was deleted or moved to the trash.').waitFor();
    assert.equal((await site().read(ids[1] ?? 0)).status, 'pending');
    await deleted.getByRole('button', { name: 'Try again' }).click();
    await deleted.getByText('This entry was deleted or moved to the trash.').waitFor();
    await context.close();
  });

  it('keeps the form when the service cannot be reached', async () => {
    for (const title of ['Net A', 'Net B']) await site().create({ title, status: 'draft' });
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=Net&sort=title&order=asc');
    await page.getByRole('link', { name: 'Net B' }).waitFor();
    const dialog = await openBulkEdit(page, 2);
    await dialog.getByLabel('Comments').selectOption('Not allowed');
    await page.route('**/wp/v2/posts**', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByLabel('Comments').inputValue(), '=closed');
    await page.unroute('**/wp/v2/posts**');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('2 entries were changed.').waitFor();
    await context.close();
  });

  it('sets the parent of pages', async () => {
    const parent = await site().create({ title: 'Company', status: 'publish' }, 'pages');
    const ids = [
      await site().create({ title: 'Team one', status: 'publish' }, 'pages'),
      await site().create({ title: 'Team two', status: 'publish' }, 'pages'),
    ];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/page?search=Team');
    await page.getByRole('link', { name: 'Team two' }).waitFor();
    const dialog = await openBulkEdit(page, 2);
    await dialog.getByLabel('Parent', { exact: true }).selectOption('Choose a parent');
    await dialog.getByRole('button', { name: 'Choose: New parent' }).click();
    await dialog.getByRole('button', { name: 'Company' }).click();
    await takeScreenshot(page, 'bulk-edit-pages');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('2 entries were changed.').waitFor();
    for (const id of ids) assert.equal((await site().read(id, 'pages')).parent, parent);
    await context.close();
  });
});
