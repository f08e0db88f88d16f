// The media library: uploads, the list, and the screen of a file with its texts.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { createSound } from '../../test/media-site.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, pngOf, type Site } from './site.ts';
import { waitFor } from './wait.ts';

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const image = async (name: string, color = '#1f5fbf', width = 640, height = 480): Promise<File> => ({
  ...{ name, mimeType: 'image/png', buffer: await pngOf(color, width, height) },
});

/** Drops or pastes files on the page, as if they came from another program. */
const giveFiles = (page: Page, kind: 'drop' | 'paste', files: readonly File[]): Promise<void> =>
  page.evaluate(
    `(() => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of ${JSON.stringify(
        files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] })),
      )}) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const send = (event) => document.querySelector('main').dispatchEvent(event);
      const options = { bubbles: true, cancelable: true };
      if (${JSON.stringify(kind)} === 'paste') return void send(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      send(new DragEvent('dragenter', { ...options, dataTransfer: data }));
      window.isDropZoneShown = new Promise((resolve) => setTimeout(() => resolve(document.querySelector('.drop-zone') !== null), 100))
        .then((isShown) => { send(new DragEvent('drop', { ...options, dataTransfer: data })); return isShown; });
    })()`,
  );

const uploadsOf = (page: Page) => page.getByRole('region', { name: 'Uploads' });

const titlesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.media-list .dataviews-title-field').allInnerTexts()).map((text) => text.trim());

/** Waits until the library displays exactly the files with these titles, in any order: several may be uploaded in the same second. */
const waitForTitles = (page: Page, titles: readonly string[]): Promise<void> =>
  waitFor(async () => (await titlesOf(page)).sort(), [...titles].sort());

async function deleteAll(site: Site): Promise<void> {
  const { body } = await site.service.request('GET', '/cms/v2/media?per_page=100');
  for (const { id } of body) await site.service.request('DELETE', `/cms/v2/media/${id}?force=true`);
}

describeSite('media library', (site) => {
  beforeEach(() => deleteAll(site()));

  it('uploads several files that are selected, dropped and pasted, and checks them before', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media', problems);
    await page.getByText('There are no files yet.').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload files' }).first().click(),
    ]);
    assert.equal(chooser.isMultiple(), true);
    await chooser.setFiles([
      await image('first.png'),
      { name: 'sound.wav', mimeType: 'audio/wav', buffer: createSound() },
      { name: 'program.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
    const uploads = uploadsOf(page);
    await uploads.getByText('Files of this type are not allowed.').waitFor();
    await uploads.getByText('The file is empty.').waitFor();
    await uploads.getByText('2 files were uploaded. 2 uploads failed.').waitFor();
    assert.equal(
      await uploads.getByRole('button', { name: /^Try again/ }).count(),
      0,
      'another attempt cannot succeed',
    );
    await waitForTitles(page, ['sound', 'first']);
    await giveFiles(page, 'drop', [await image('dropped.png')]);
    assert.equal(await page.evaluate('window.isDropZoneShown'), true, 'the screen shows that files can be dropped');
    await waitForTitles(page, ['dropped', 'sound', 'first']);
    await giveFiles(page, 'paste', [await image('pasted.png', '#a3231b')]);
    await waitForTitles(page, ['pasted', 'dropped', 'sound', 'first']);
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'media-uploads');
    assert.deepEqual(await findViolations(page), []);
    await uploads.getByRole('button', { name: 'Clear finished uploads' }).click();
    await uploads.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('shows progress, cancels, tries again after a failure, and asks before the page is left', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media');
    let failures = 1;
    const held = Promise.withResolvers<void>();
    await context.route(/\/wp\/v2\/media$/, async (route) => {
      const name = /filename="([^"]+)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1];
      if (name === 'broken.png' && failures-- > 0) return route.abort();
      if (name === 'held.png') await held.promise;
      return route.continue().catch(() => {});
    });
    const input = page.locator('input[type="file"]');
    await input.setInputFiles([await image('broken.png'), await image('held.png'), await image('canceled.png')]);
    const uploads = uploadsOf(page);
    await uploads.getByRole('listitem').filter({ hasText: 'broken.png' }).getByRole('alert').waitFor();
    await uploads.getByRole('progressbar', { name: 'Progress of held.png' }).waitFor();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await page.reload({ timeout: 2000 }).catch(() => {});
    assert.deepEqual(dialogs, ['beforeunload'], 'the browser asks before uploads are lost');
    // Uploads continue on other screens.
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await uploads.getByRole('button', { name: 'Cancel: held.png' }).click();
    await uploads.getByRole('listitem').filter({ hasText: 'held.png' }).waitFor({ state: 'detached' });
    held.resolve();
    await uploads.getByRole('button', { name: 'Try again: broken.png' }).click();
    await waitForTitles(page, ['broken', 'canceled']);
    await uploads.getByText('2 files were uploaded.').waitFor();
    await page.reload();
    assert.deepEqual(dialogs, ['beforeunload'], 'nothing is lost any more');
    await context.close();
  });

  it('searches, filters and sorts, as a grid and as a table, with the view in the URL', async () => {
    const problems: string[] = [];
    for (const name of ['apple.png', 'banana.png', 'cherry.png']) await site().upload(name);
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media?sort=title&order=asc', problems);
    await waitFor(() => titlesOf(page), ['apple', 'banana', 'cherry']);
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'media-grid');
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('searchbox', { name: 'Search' }).fill('banan');
    await page.waitForURL(/search=banan/);
    await waitForTitles(page, ['banana']);
    await page.goto(`${site().service.origin}/admin/media?media_type=video`);
    await page.getByText('Nothing matches the search and the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await waitForTitles(page, ['cherry', 'banana', 'apple']);
    await page.goto(`${site().service.origin}/admin/media?sort=title&order=asc&per_page=2&page=2`);
    await waitForTitles(page, ['cherry']);
    await page.getByRole('button', { name: 'Layout' }).click();
    await page.getByRole('menuitemradio', { name: 'Table' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // The tooltip of the button, which has the focus again, is outside of all regions.
    await page.getByRole('heading', { level: 1 }).click();
    await page.locator('[id^="portal/tooltip"]').waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'cherry' }).waitFor();
    await page.getByRole('columnheader', { name: 'Author' }).waitFor();
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'media-table');
    assert.deepEqual(await findViolations(page), []);
    await page.waitForTimeout(1000);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'cherry' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('changes texts with the version that the user has seen, and keeps what is typed', async () => {
    const problems: string[] = [];
    const id = await site().upload('texts.png');
    await site().service.request('PUT', `/cms/v2/media/${id}`, { caption: 'One\r\n\r\nTwo <b>x' });
    const { caption } = await site().read(id, 'media');
    const context = await site().newContext();
    const page = await site().open(context, `/admin/media/${id}`, problems);
    await page.getByRole('heading', { level: 1, name: 'texts' }).waitFor();
    await page.getByLabel('Title').fill('A harbor');
    await page.getByLabel('Alternative text').fill('Boats in the morning');
    await page.reload();
    await page.getByText('changes of an earlier visit').waitFor();
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await page.getByText('The changes were saved.').waitFor();
    const stored = await site().read(id, 'media');
    assert.deepEqual([stored.title.raw, stored.alt_text], ['A harbor', 'Boats in the morning']);
    assert.equal(stored.caption.raw, caption.raw, 'a text that was not changed keeps its bytes');
    await page.getByRole('heading', { level: 1, name: 'A harbor' }).waitFor();

    await page.getByLabel('Title').fill('Mine');
    await site().service.request('PUT', `/cms/v2/media/${id}`, { title: 'Theirs', description: 'Theirs too' });
    await save.click();
    await page.getByRole('alert').getByText('was changed meanwhile').waitFor();
    assert.equal((await site().read(id, 'media')).title.raw, 'Theirs', 'nothing is overwritten');
    await page.getByRole('button', { name: 'Load the current version' }).click();
    await page.getByText('Meanwhile saved: Theirs').waitFor();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Theirs too');
    assert.equal(await page.getByLabel('Title').inputValue(), 'Mine');
    await takeScreenshot(page, 'media-conflict');
    await save.click();
    await waitFor(async () => (await site().read(id, 'media')).title.raw, 'Mine');
    assert.equal((await site().read(id, 'media')).description.raw, 'Theirs too');
    assert.deepEqual(
      problems.filter((each) => !each.includes('status of 412')),
      [],
    );
    await context.close();
  });

  it('leads to the neighbors of a file in the list, with the keyboard too, and from the URL of the editor', async () => {
    const ids: number[] = [];
    for (const name of ['one.png', 'three.png', 'two.png']) ids.push(await site().upload(name));
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media?sort=title&order=asc&per_page=2');
    await page.getByRole('link', { name: 'one' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'one' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Previous' }).count(), 0);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('heading', { level: 1, name: 'three' }).waitFor();
    await page.getByRole('link', { name: 'Next' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { level: 1, name: 'two' }).waitFor();
    assert.match(page.url(), /page=2/);
    await page.getByLabel('Title').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { level: 1, name: 'two' }).waitFor();
    await page.getByRole('link', { name: 'Previous' }).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { level: 1, name: 'three' }).waitFor();
    await page.getByRole('link', { name: 'All files' }).click();
    await waitForTitles(page, ['one', 'three']);
    await page.goto(`${site().service.origin}/admin/content/attachment/${ids[0]}`);
    await page.waitForURL(new RegExp(`/admin/media/${ids[0]}$`));
    await page.getByRole('heading', { level: 1, name: 'one' }).waitFor();
    await context.close();
  });
});
