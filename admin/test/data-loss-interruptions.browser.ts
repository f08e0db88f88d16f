// Nothing that a user types is lost if the service cannot be reached, is started again, or cannot store anything: it is saved afterwards.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { skip, takeScreenshot } from '../../test/browser.ts';
import { fillDisk, mountSmallDisk, unmountSmallDisk } from '../../test/faults/small-disk.ts';
import { canvasOf, saveButton, typeAfter } from './page-actions.ts';
import { describeSite, paragraph, Site } from './site.ts';
import { waitForStoredContents } from './stored-copies.ts';

const unreachable = 'The service cannot be reached. You can continue to write';
const unavailable = 'The service cannot store anything at the moment. You can continue to write';

/** Waits until the changes of a page are saved without another request of the user. */
async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByText('The post was updated.').first().waitFor();
  for (const message of [unreachable, unavailable]) await page.getByText(message).waitFor({ state: 'detached' });
}

describeSite('interruptions', (site) => {
  it('saves when the connection is back that was cut before saving', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Offline', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    await context.setOffline(true);
    await saveButton(page).click();
    await page.getByText(unreachable).waitFor();
    await takeScreenshot(page, 'offline');
    await typeAfter(page, 'Start and end', '!');
    await context.setOffline(false);
    await waitUntilSaved(page);
    assert.equal((await site().read(id)).content.raw, paragraph('Start and end'), 'what the user has requested');
    await canvasOf(page).getByText('Start and end').waitFor();
    await saveButton(page).click();
    await site().waitForContent(id, paragraph('Start and end!'));
    await context.close();
  });

  it('recognizes its own change if only the response was lost', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Lost response', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().includes(`/posts/${id}`))
        statuses.push(response.status());
    });
    await page.route(
      (url) => url.pathname.endsWith(`/wp/v2/posts/${id}`),
      async (route) => {
        const { method, headers, body } = {
          method: route.request().method(),
          headers: await route.request().allHeaders(),
          body: route.request().postData() ?? '',
        };
        assert.equal((await fetch(route.request().url(), { method, headers, body })).status, 200);
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await saveButton(page).click();
    await waitUntilSaved(page);
    assert.deepEqual(statuses, [412, 200]);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal((await site().read(id)).content.raw, paragraph('Start and end'));
    await context.close();
  });

  it('saves after the service was started again', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Restart', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    const startAgain = await site().stopService();
    await saveButton(page).click();
    await page.getByText(unreachable).waitFor();
    await startAgain();
    // The page may have tried again by itself before.
    const saved = waitUntilSaved(page);
    await Promise.any([page.getByRole('button', { name: 'Try again now' }).click(), saved]);
    await saved;
    await site().waitForContent(id, paragraph('Start and end'));
    await context.close();
  });

  it('stops trying if the user wants to, and what was typed can be restored after the page was closed', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Given up', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    await page.route('**/wp/v2/posts/**', (route) => route.abort('connectionrefused'));
    await saveButton(page).click();
    await page.getByRole('button', { name: 'Stop trying' }).click();
    await page.getByText('Updating failed.').first().waitFor();
    await waitForStoredContents(page, [paragraph('Start and end')]);
    await page.close();
    const again = await context.newPage();
    await again.goto(`${site().service.origin}/admin/content/post/${id}`);
    await again.getByRole('button', { name: 'Restore' }).click();
    await saveButton(again).click();
    await site().waitForContent(id, paragraph('Start and end'));
    await context.close();
  });
});

describe('a full disk', { skip, timeout: 600_000 }, () => {
  let folder: string;
  let site: Site | undefined;
  let skipReason: string | undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-small-disk-'));
    skipReason = mountSmallDisk(folder);
    if (skipReason === undefined) site = await Site.start({}, folder);
  });
  after(async () => {
    await site?.close();
    if (skipReason === undefined) unmountSmallDisk(folder);
    await rm(folder, { recursive: true, force: true });
  });

  it('delays saving until there is space again', async (t) => {
    if (!site) return t.skip(skipReason);
    const context = await site.newContext();
    const id = await site.create({ title: 'Full disk', content: paragraph('Start'), status: 'publish' });
    const page = await site.open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    const ballast = path.join(folder, 'ballast');
    fillDisk(ballast);
    await saveButton(page).click();
    await page.getByText(unavailable).waitFor();
    assert.equal((await site.read(id)).content.raw, paragraph('Start'));
    await rm(ballast);
    await waitUntilSaved(page);
    assert.equal((await site.read(id)).content.raw, paragraph('Start and end'));
    await context.close();
  });
});
