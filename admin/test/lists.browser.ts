// Lists of entries.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { holdReads } from './page-actions.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('lists of entries', (site) => {
  it('lists entries: search, filters, sorting, trash and undo, with the view in the URL', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    for (const title of ['Apples', 'Bananas', 'Cherries']) await site().create({ title, status: 'draft' });
    const page = await site().open(context, '/admin/content/post?status=draft&sort=title&order=asc', problems);
    const titles = async () =>
      (await page.getByRole('row').getByRole('link').allInnerTexts()).map((text) => text.trim());
    await page.getByRole('link', { name: 'Apples' }).waitFor();
    await waitFor(titles, ['Apples', 'Bananas', 'Cherries']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('banan');
    await page.getByRole('link', { name: 'Apples' }).waitFor({ state: 'detached' });
    await page.waitForURL(/search=banan/);
    await waitFor(titles, ['Bananas']);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('1 entry was moved to the trash.').waitFor();
    await page.getByRole('link', { name: 'Bananas' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Bananas' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Bananas' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('reports an entry that was changed after the list was read, instead of trashing it', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Changed in the meantime', status: 'draft' });
    const page = await site().open(context, '/admin/content/post?search=meantime');
    await page.getByRole('link', { name: 'Changed in the meantime' }).waitFor();
    const release = await holdReads(page, 'posts');
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: 'Changed' });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByRole('alert').getByText('Changed in the meantime').waitFor();
    release();
    assert.equal((await site().read(id)).status, 'draft');
    await context.close();
  });
});
