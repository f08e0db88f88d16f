// Lists and the home screen show changes of others while they are open, without disturbing the user.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('live lists', (site) => {
  it('show changes of others, and keep the selection, the focus and an open form', async () => {
    const problems: string[] = [];
    const ids: number[] = [];
    for (const title of ['Live A', 'Live B', 'Live C']) ids.push(await site().create({ title, status: 'draft' }));
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=Live&sort=title&order=asc', problems);
    const titles = async () =>
      (await page.locator('tbody tr').getByRole('link').allInnerTexts()).map((text) => text.trim());
    await waitFor(titles, ['Live A', 'Live B', 'Live C']);
    await page.getByRole('checkbox', { name: 'Live A' }).check();
    await page.getByRole('checkbox', { name: 'Live C' }).focus();
    await site().service.request('PUT', `/cms/v2/posts/${ids[1]}`, { title: 'Live B changed' });
    await waitFor(titles, ['Live A', 'Live B changed', 'Live C']);
    await site().create({ title: 'Live D', status: 'draft' });
    await waitFor(titles, ['Live A', 'Live B changed', 'Live C', 'Live D']);
    await site().service.request('DELETE', `/cms/v2/posts/${ids[1]}`);
    await waitFor(titles, ['Live A', 'Live C', 'Live D']);
    assert.ok(await page.getByRole('checkbox', { name: 'Live A' }).isChecked());
    assert.equal(await page.evaluate('document.activeElement.closest("tr")?.innerText.includes("Live C")'), true);

    await page.getByRole('row', { name: 'Live D' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Quick edit' }).click();
    const title = page.getByRole('dialog').getByLabel('Title');
    await title.fill('Live D is being typed');
    await site().create({ title: 'Live E', status: 'draft' });
    await waitFor(async () => (await titles()).includes('Live E'), true);
    assert.equal(await title.inputValue(), 'Live D is being typed');
    assert.equal(await page.evaluate('document.activeElement.value'), 'Live D is being typed');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('show what has changed between their first read and the start of the stream', async () => {
    const context = await site().newContext();
    // Requests of shared workers cannot be held.
    await context.addInitScript('delete globalThis.SharedWorker');
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await context.route('**/octavo/v1/live?**', async (route) => {
      requested.resolve();
      await released.promise;
      await route.continue();
    });
    const page = await site().open(context, '/admin/content/post?search=Early');
    await page.getByText('Nothing matches').waitFor();
    await requested.promise;
    await site().create({ title: 'Early bird', status: 'draft' });
    released.resolve();
    await page.getByRole('row', { name: 'Early bird' }).waitFor();
    await context.close();
  });

  it('read nothing while nothing changes, and little while much changes', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post?search=Many');
    await page.getByText('Nothing matches').waitFor();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/wp/v2/posts?')) requests += 1;
    });
    await page.waitForTimeout(2000);
    assert.equal(requests, 0);
    const startedAt = performance.now();
    for (let number = 1; number <= 30; number += 1) await site().create({ title: `Many ${number}`, status: 'draft' });
    await page.getByText('30 Items').waitFor();
    const seconds = (performance.now() - startedAt) / 1000;
    assert.ok(requests <= 2 + seconds / 3, `${requests} requests in ${seconds} seconds`);
    await context.close();
  });

  it('show what waits on the home screen', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/', [], 'eva');
    const pending = page.getByRole('region', { name: 'Pending review' });
    await pending.getByText('No entry is waiting for review.').waitFor();
    const post = await site().create({ title: 'Please review', status: 'pending' });
    await pending.getByRole('link', { name: 'Please review' }).waitFor();
    const comments = page.getByRole('region', { name: 'Comments waiting for approval' });
    await comments.getByText('No comment is waiting for approval.').waitFor();
    await site().service.request('POST', '/cms/v2/comments', { post, content: 'A new comment', status: 'hold' });
    await comments.getByText('A new comment').waitFor();
    await context.close();
  });
});
