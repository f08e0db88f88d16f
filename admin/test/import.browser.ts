// The import of another site from its export file: upload, interruptions, check, import, and coming back to the screen.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { manyPosts } from '../../test/import/many-posts.ts';
import { pauseImport } from './pause-import.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const url = '/admin/operations/import';
const small = path.resolve('test/fixtures/small-site.wxr.xml');

/** The number of posts of a file that is uploaded in several pieces, and imported in several transactions. */
const largeCount = 12_000;

const choose = (page: Page, file: string) => page.getByLabel('Choose an export file').setInputFiles(file);

/** The section of an uploaded file, by its title. */
const card = (page: Page, title: string) => page.getByRole('region', { name: title });

/** Takes screenshots on a small screen and in dark colors, and asserts that the page has no violations and does not scroll sideways. */
async function review(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name);
  assert.deepEqual(await findViolations(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshot(page, `${name}-small-dark`);
  assert.deepEqual(await findViolations(page), []);
  assert.equal(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    true,
    'no sideways scrolling',
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

describeSite(
  'import',
  (site) => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'octavo-import-screen-'));
    });
    after(() => rm(folder, { recursive: true }));
    const fileWith = async (name: string, bytes: Uint8Array | string) => {
      const file = path.join(folder, name);
      await writeFile(file, bytes);
      return file;
    };
    const total = async (type: string) =>
      Number((await site().service.read(`/cms/v2/${type}?per_page=1`)).headers.get('X-CMS-Total'));

    it('uploads a file, checks it without changes, and imports it, with the keyboard alone', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, url, problems);
      await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
      await review(page, 'import-empty');
      const pagesBefore = await total('pages');
      await choose(page, small);
      const almanac = card(page, 'Harbour Almanac');
      await almanac.getByRole('button', { name: 'Check what would be imported' }).press('Enter');
      await almanac.getByRole('heading', { name: 'The check is complete; nothing was changed' }).waitFor();
      await almanac.getByRole('row', { name: 'posts 11 0 0' }).waitFor();
      await almanac.getByText('The title of the site is now “Harbour Almanac”.').waitFor();
      assert.equal(await total('pages'), pagesBefore);
      await almanac.getByText('Assign authors to other users').press('Enter');
      await almanac.getByLabel('Username for the entries of “tobias”').fill('eva');
      await almanac.getByLabel('Download the files of media items').uncheck();
      await review(page, 'import-checked');
      await almanac.getByRole('button', { name: 'Import…' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Existing content stays unchanged.').waitFor();
      await takeScreenshot(page, 'import-confirm');
      await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter');
      await almanac.getByRole('heading', { name: 'The import is complete' }).waitFor();
      await almanac.getByText('Authors', { exact: true }).press('Enter');
      await almanac.getByText('tobias → eva').waitFor();
      await almanac.getByText('entries of the type "lighthouse_log"').waitFor();
      await review(page, 'import-complete');
      assert.equal(await total('pages'), pagesBefore + 5);
      // Coming back shows the report, and the lists have the content.
      await page.reload();
      await almanac.getByRole('heading', { name: 'The import is complete' }).waitFor();
      await almanac.getByRole('link', { name: 'Pages' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Import' }).press('Enter');
      await almanac.getByRole('button', { name: 'Delete this file' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await almanac.waitFor({ state: 'detached' });
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('says why a file is no export, and keeps nothing of it', async () => {
      const context = await site().newContext();
      const page = await site().open(context, url);
      await choose(page, await fileWith('feed.xml', '<rss><channel><title>Feed</title><item/></channel></rss>'));
      await page.getByRole('alert').getByText('The file is an ordinary RSS feed, not a site export.').waitFor();
      assert.equal(await page.getByRole('region', { name: 'feed.xml' }).count(), 0);
      await takeScreenshot(page, 'import-wrong-file');
      await context.close();
    });

    it('receives a file that is dropped, and ignores other things that are dragged', async () => {
      const context = await site().newContext();
      const page = await site().open(context, url);
      await page.getByLabel('Choose an export file').waitFor({ state: 'attached' });
      // Dispatches an event at the button in the place for files, and returns whether its default action, which opens the file, is prevented.
      const drag = (event: string, add: string): Promise<boolean> =>
        page.evaluate(`(() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(${add});
          return !document.querySelector('.drop label')
            .dispatchEvent(new DragEvent('${event}', { bubbles: true, cancelable: true, dataTransfer }));
        })()`);
      const place = page.locator('.dropping');
      const text = "'Text', 'text/plain'";
      const file = "new File(['<rss><channel><title>Feed</title><item/></channel></rss>'], 'feed.xml')";
      await drag('dragenter', text);
      assert.deepEqual([await drag('dragover', text), await drag('drop', text)], [false, false]);
      assert.equal(await place.count(), 0);
      // The pointer enters the button before it leaves the place.
      for (const event of ['dragenter', 'dragenter', 'dragleave']) await drag(event, file);
      await place.waitFor();
      assert.deepEqual([await drag('dragover', file), await drag('drop', file)], [true, true]);
      await place.waitFor({ state: 'detached' });
      await page.getByRole('alert').getByText('The file is an ordinary RSS feed, not a site export.').waitFor();
      await context.close();
    });

    it('continues an upload after a lost connection, and after the page was closed', async () => {
      const context = await site().newContext();
      const page = await site().open(context, url);
      const file = await fileWith('large.xml', manyPosts(largeCount));
      const offsets: string[] = [];
      let failures = 1;
      await page.route('**/pieces?offset=*', async (route) => {
        const offset = new URL(route.request().url()).searchParams.get('offset') ?? '';
        offsets.push(offset);
        // The second piece is lost once, and the third one never arrives.
        if (offset === '1048576' && failures-- > 0) return route.abort('connectionreset');
        if (offset !== '2097152') return route.continue();
      });
      await choose(page, file);
      await page.getByText('The service cannot be reached.').waitFor();
      await takeScreenshot(page, 'import-waiting');
      await page.getByRole('button', { name: 'Try again now' }).click();
      await waitFor(async () => offsets.at(-1), '2097152');
      assert.deepEqual(offsets, ['0', '1048576', '1048576', '2097152']);
      await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
      await takeScreenshot(page, 'import-uploading');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      const large = card(page, 'Old site');
      await large.getByText('This upload is not complete.').waitFor();
      await takeScreenshot(page, 'import-incomplete');
      await choose(page, file);
      await large.getByRole('button', { name: 'Check what would be imported' }).waitFor();
      const { body } = await site().service.request('GET', '/octavo/v1/imports');
      assert.deepEqual([body.length, body[0].state, body[0].received], [1, 'uploaded', body[0].size]);
      await context.close();
    });

    it('shows the progress after coming back, and continues an import that was stopped', async () => {
      const context = await site().newContext();
      const page = await site().open(context, url);
      const before = await total('posts');
      const large = card(page, 'Old site');
      await large.getByRole('button', { name: 'Import…' }).click();
      const pausing = pauseImport(site());
      await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
      const continueImport = await pausing;
      try {
        await large.getByText('The import is running.').waitFor();
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
        await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Import' }).click();
        await large.getByText(/^Importing: [\d,]+ of 12,001 records$/).waitFor();
        await takeScreenshot(page, 'import-running');
        await large.getByRole('button', { name: 'Stop the import' }).click();
        await large.getByRole('heading', { name: 'The import was interrupted' }).waitFor();
        await large.getByText('Stopped by a user.').waitFor();
      } finally {
        continueImport();
      }
      await takeScreenshot(page, 'import-interrupted');
      await large.getByRole('button', { name: 'Continue the import…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continue the import' }).click();
      await large
        .getByRole('heading', { name: 'The import is complete' })
        .waitFor({ timeout: 120_000 })
        .catch(async (error) => {
          throw new Error(`The import is not complete:\n${await large.innerText()}`, { cause: error });
        });
      assert.equal((await total('posts')) - before, largeCount);
      await context.close();
    });
  },
  // Pieces have 1 MiB.
  { env: { OCTAVO_MAX_UPLOAD: '1' } },
);
