// The live channel: one stream for all tabs of a browser, and what it reports to the editor.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { OpenStreams } from './open-streams.ts';
import { canvasOf, typeAtEnd } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('live channel', (site) => {
  let streams: OpenStreams;
  before(() => {
    streams = new OpenStreams();
  });
  after(() => streams.close());

  const urlOf = (id: number) => `${site().service.origin}/admin/content/post/${id}`;
  const create = (title: string, status = 'publish') =>
    site().create({ title, content: paragraph(`Text of ${title}`), status });

  /** Opens the editor in another tab of a browser in which a user has signed in. */
  async function openTab(context: BrowserContext, id: number): Promise<Page> {
    const page = await context.newPage();
    await page.goto(urlOf(id));
    await canvasOf(page).locator('.is-root-container').waitFor();
    return page;
  }

  /** Adds text at the end of the first paragraph. */
  async function type(page: Page, text: string): Promise<void> {
    await page.bringToFront();
    await typeAtEnd(page, canvasOf(page).locator('p').first(), text);
  }

  const save = (page: Page) => page.getByRole('button', { name: /^Save( draft)?$/ }).click();
  const noticeOf = (page: Page) => page.locator('.components-notice', { hasText: 'elsewhere' });

  /** Waits until the open streams report these entries. */
  const waitForStreams = (expected: readonly string[]): Promise<void> => waitFor(() => streams.entries, [...expected]);

  it('shares one stream between ten tabs, in each of which an entry is changed and saved', async () => {
    const context = await site().newContext();
    const ids: number[] = [];
    for (let number = 1; number <= 10; number += 1) ids.push(await create(`Entry ${number}`));
    const [first = 0, ...others] = ids;
    const problems: string[] = [];
    const pages = [await site().open(context, `/admin/content/post/${first}`, problems)];
    for (const id of others) pages.push(await openTab(context, id));
    await waitForStreams([ids.join()]);
    for (const [index, page] of pages.entries()) {
      await type(page, ', changed');
      await save(page);
      await site().waitForContent(ids[index] ?? 0, paragraph(`Text of Entry ${index + 1}, changed`));
    }
    // A stream that was silent for too long is replaced, so there may be two for a moment.
    await waitForStreams([ids.join()]);
    await pause(2000);
    for (const page of pages) assert.equal(await noticeOf(page).count(), 0, 'own changes are no changes elsewhere');
    // Every tab is reached.
    for (const [index, id] of ids.entries())
      await site().service.request('PUT', `/cms/v2/posts/${id}`, { title: `Renamed ${index}` });
    for (const page of pages) await noticeOf(page).waitFor();
    for (const page of pages.slice(1)) await page.close();
    // The stream for the remaining entries replaces the previous one, or the hub has not noticed that the tabs are closed.
    await waitFor(() => streams.entries.length, 1);
    await pages[0]?.close();
    await waitForStreams([]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('reports a take-over at once, keeps what was typed, and lets the first user continue afterwards', async () => {
    const id = await create('Taken over', 'draft');
    const [first, second] = [await site().newContext(), await site().newContext()];
    const pageOfAdmin = await site().open(first, `/admin/content/post/${id}`);
    await type(pageOfAdmin, ' by admin');
    const pageOfEva = await site().open(second, `/admin/content/post/${id}`, [], 'eva');
    const question = pageOfEva.getByRole('dialog', { name: 'admin is editing this entry' });
    await question.waitFor();
    const renewals: string[] = [];
    pageOfAdmin.on('request', (request) => {
      if (request.url().endsWith(`/octavo/v1/locks/${id}`)) renewals.push(request.method());
    });
    await question.getByRole('button', { name: 'Take over' }).click();
    const dialog = pageOfAdmin.getByRole('dialog', { name: 'Eva has taken over' });
    await dialog.waitFor();
    assert.ok(renewals.length <= 1, 'the service has reported it, which the editor checks once');
    await takeScreenshot(pageOfAdmin, 'taken-over');
    await question.waitFor({ state: 'detached' });
    await canvasOf(pageOfAdmin).getByText('Text of Taken over by admin').waitFor();
    await type(pageOfEva, ' by Eva');
    await save(pageOfEva);
    await site().waitForContent(id, paragraph('Text of Taken over by Eva'));
    // The text of the administrator is also stored as an autosave.
    const { body } = await site().service.request('GET', `/cms/v2/posts/${id}/autosaves?context=edit`);
    assert.deepEqual(
      body.map(({ content }: { content: { raw: string } }) => content.raw),
      [paragraph('Text of Taken over by admin')],
    );
    await pageOfEva.close();
    await dialog.waitFor({ state: 'detached' });
    await noticeOf(pageOfAdmin).getByText('changed elsewhere').waitFor();
    await canvasOf(pageOfAdmin).getByText('Text of Taken over by admin').waitFor();
    assert.equal((await site().read(id)).content.raw, paragraph('Text of Taken over by Eva'));
    await first.close();
    await second.close();
  });

  it('releases the lock with the last tab in which the user has the entry open', async () => {
    const context = await site().newContext();
    const id = await create('In two tabs');
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).locator('.is-root-container').waitFor();
    const other = await openTab(context, id);
    await pause(1000);
    await other.goto('about:blank');
    await pause(1000);
    assert.equal(await site().countLocks(id), 1);
    await site().leave(page, id);
    await context.close();
  });

  it('shows a change elsewhere with a comparison, and overwrites nothing', async () => {
    const context = await site().newContext();
    const id = await create('Changed elsewhere');
    const page = await site().open(context, `/admin/content/post/${id}`);
    const other = await openTab(context, id);
    await type(page, ' and mine');
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph('New text') });
    await noticeOf(page).getByText('changed elsewhere').waitFor();
    assert.deepEqual(await findViolations(page, ['region']), []);
    await takeScreenshot(page, 'changed-elsewhere');
    await noticeOf(page).getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await dialog.locator('del').getByText('New text').waitFor();
    await dialog.locator('ins').getByText('and mine').waitFor();
    await takeScreenshot(page, 'comparison');
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    await canvasOf(page).getByText('Text of Changed elsewhere and mine').waitFor();
    assert.equal((await site().read(id)).content.raw, paragraph('New text'));
    // Another tab of the same user without changes of its own loads the other version.
    await other.bringToFront();
    await noticeOf(other).getByRole('button', { name: 'Compare' }).click();
    await other.getByRole('button', { name: 'Load the other version' }).click();
    await canvasOf(other).getByText('New text').waitFor();
    await noticeOf(other).waitFor({ state: 'detached' });
    // The changes of the first tab are reported to it.
    await page.bringToFront();
    await save(page);
    await dialog.getByRole('button', { name: 'Replace the other version with mine' }).click();
    await site().waitForContent(id, paragraph('Text of Changed elsewhere and mine'));
    await noticeOf(other).getByText('changed elsewhere').waitFor();
    await noticeOf(page).waitFor({ state: 'detached' });
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`compares versions by keyboard in ${colorScheme} narrow windows`, async () => {
      const context = await site().newContext(390, colorScheme);
      const id = await create(`Narrow and ${colorScheme}`);
      const page = await site().open(context, `/admin/content/post/${id}`);
      await canvasOf(page).locator('.is-root-container').waitFor();
      await site().service.request('PUT', `/cms/v2/posts/${id}`, { title: 'Another title' });
      const button = noticeOf(page).getByRole('button', { name: 'Compare' });
      await button.focus();
      await takeScreenshot(page, `changed-elsewhere-390-${colorScheme}`);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
      await dialog.locator('del').getByText('Another title').waitFor();
      await dialog.locator(':focus').waitFor();
      await takeScreenshot(page, `comparison-390-${colorScheme}`);
      assert.deepEqual(await findViolations(page, ['region']), []);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
      await context.close();
    });

  it('reports that the entry was moved to the trash or deleted, and keeps what was typed', async () => {
    const context = await site().newContext();
    const id = await create('Deleted elsewhere');
    const page = await site().open(context, `/admin/content/post/${id}`);
    await type(page, ', still here');
    await site().service.request('DELETE', `/cms/v2/posts/${id}`);
    await noticeOf(page).getByText('moved to the trash').waitFor();
    await site().service.request('DELETE', `/cms/v2/posts/${id}?force=true`);
    await noticeOf(page).getByText('deleted elsewhere').waitFor();
    await takeScreenshot(page, 'deleted-elsewhere');
    await canvasOf(page).getByText('Text of Deleted elsewhere, still here').waitFor();
    await context.close();
  });

  it('reports changes again after the service was unreachable', async () => {
    const context = await site().newContext();
    const id = await create('After a restart');
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).locator('.is-root-container').waitFor();
    await waitForStreams([String(id)]);
    await streams.interrupt(3000);
    await waitForStreams([String(id)]);
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { title: 'Changed after the restart' });
    await noticeOf(page).getByText('changed elsewhere').waitFor();
    await context.close();
  });

  it('opens a stream for each visible tab in browsers without shared workers', async () => {
    const context = await site().newContext();
    await context.addInitScript('delete globalThis.SharedWorker');
    const id = await create('Without a worker');
    const page = await site().open(context, `/admin/content/post/${id}`);
    await waitForStreams([String(id)]);
    const setHidden = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`,
      );
    await setHidden(true);
    await waitForStreams([]);
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { title: 'Changed while it was hidden' });
    await setHidden(false);
    await noticeOf(page).getByText('changed elsewhere').waitFor();
    await waitForStreams([String(id)]);
    await context.close();
  });

  it('asks all tabs to sign in when the session has ended, and continues all of them when the user has done so in one', async () => {
    const context = await site().newContext();
    const id = await create('Signed out');
    const page = await site().open(context, `/admin/content/post/${id}`);
    const other = await openTab(context, await create('Also signed out'));
    const third = await context.newPage();
    await third.goto(`${site().service.origin}/account/sign-out`);
    await third.getByRole('button', { name: 'Sign out' }).click();
    const dialogs = [page, other].map((each) => each.getByRole('dialog', { name: 'Sign in again' }));
    for (const dialog of dialogs) await dialog.waitFor();
    await waitForStreams([]);
    await site().signIn(page);
    for (const dialog of dialogs) await dialog.waitFor({ state: 'detached' });
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { title: 'Changed after signing in' });
    await noticeOf(page).getByText('changed elsewhere').waitFor();
    await context.close();
  });
});
