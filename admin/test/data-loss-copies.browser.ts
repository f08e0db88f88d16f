// Copies in the browser of everything that a user types, until the service has saved it or the user signs out.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { canvasOf, save, saveButton, saveBy, typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { storedValues, waitForStoredContents } from './stored-copies.ts';
import { waitFor } from './wait.ts';

/** Time after which everything typed would be stored, in milliseconds. */
const storageMs = 1000;

/** Opens the editor in a new tab of a user who is signed in. */
async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const restoreDialog = (page: Page) => page.getByRole('dialog', { name: 'Restore unsaved changes?' });

describeSite('copies in the browser', (site) => {
  const editorUrl = (id: number) => `${site().service.origin}/admin/content/post/${id}`;
  /** Types in an entry in a tab that is then closed as if the browser had crashed. */
  const typeAndCrash = async (context: BrowserContext, id: number, typed: string) => {
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', typed);
    await waitForStoredContents(page, [paragraph(`Start${typed}`)]);
    await page.close({ runBeforeUnload: false });
  };

  it('restores what was typed in a tab that was closed, until it is saved', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Crash', content: paragraph('Start'), status: 'publish' });
    const first = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(first).getByRole('textbox', { name: 'Add title' }).fill('After the crash');
    await typeAfter(first, 'Start', ' and end');
    await waitForStoredContents(first, [paragraph('Start and end')]);
    await first.close({ runBeforeUnload: false });
    const page = await openTab(context, editorUrl(id));
    await restoreDialog(page).getByText('Start and end').waitFor();
    assert.equal(await restoreDialog(page).getByText('The entry was changed meanwhile').count(), 0);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `restore-${width}-${colorScheme}`);
      // The editor behind the dialog violates this rule.
      assert.deepEqual(await findViolations(page, ['label-content-name-mismatch']), []);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    // The button that loses nothing has the focus.
    await page.keyboard.press('Enter');
    await canvasOf(page).getByText('Start and end').waitFor();
    // The copy of this tab remains.
    await waitForStoredContents(page, [paragraph('Start and end')]);
    await save(page);
    await site().waitForContent(id, paragraph('Start and end'));
    assert.equal((await site().read(id)).title.raw, 'After the crash');
    await waitForStoredContents(page, []);
    await page.reload();
    await canvasOf(page).getByText('Start and end').waitFor();
    assert.equal(await restoreDialog(page).count(), 0);
    await context.close();
  });

  it('restores a new entry that was never saved, from the home screen', async () => {
    const context = await site().newContext();
    const first = await site().open(context, '/admin/content/post/new');
    await canvasOf(first).getByRole('textbox', { name: 'Add title' }).fill('Never saved');
    await first.keyboard.press('Enter');
    await first.keyboard.type('New text');
    await waitForStoredContents(first, [paragraph('New text')]);
    await first.close({ runBeforeUnload: false });
    const page = await openTab(context, `${site().service.origin}/admin/`);
    const card = page.getByRole('region', { name: 'Not saved yet' });
    await card.waitFor();
    await takeScreenshot(page, 'not-saved-yet');
    assert.deepEqual(await findViolations(page), []);
    await card.getByRole('link', { name: 'Never saved' }).click();
    await restoreDialog(page).getByRole('button', { name: 'Restore' }).click();
    await canvasOf(page).getByText('New text').waitFor();
    await saveBy(page, () => page.getByRole('button', { name: 'Save draft' }).click());
    const id = Number(page.url().split('/').at(-1));
    await site().waitForContent(id, paragraph('New text'));
    const { status, title } = await site().read(id);
    assert.deepEqual([status, title.raw], ['draft', 'Never saved']);
    await context.close();
  });

  it('continues changes of an entry in a new one if it was deleted meanwhile', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Deleted', content: paragraph('Start'), status: 'publish' });
    await typeAndCrash(context, id, ' and end');
    await site().service.request('DELETE', `/cms/v2/posts/${id}?force=true`);
    const page = await openTab(context, editorUrl(id));
    await takeScreenshot(page, 'deleted-entry');
    await page.getByRole('button', { name: 'Continue in a new entry' }).click();
    await restoreDialog(page).getByRole('button', { name: 'Restore' }).click();
    await canvasOf(page).getByText('Start and end').waitFor();
    await saveBy(page, () => page.getByRole('button', { name: 'Save draft' }).click());
    const copied = Number(page.url().split('/').at(-1));
    assert.notEqual(copied, id);
    await site().waitForContent(copied, paragraph('Start and end'));
    assert.equal((await site().read(copied)).title.raw, 'Deleted');
    await context.close();
  });

  it('does not store anything of an entry in which nothing was typed', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post/new');
    await canvasOf(page).getByRole('textbox', { name: 'Add title' }).click();
    await page.waitForTimeout(2 * storageMs);
    assert.deepEqual(await storedValues(page, 'title'), []);
    await context.close();
  });

  it('shows that the entry was changed after the version on which the copy is based', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Newer version', content: paragraph('Start'), status: 'publish' });
    await typeAndCrash(context, id, ' of mine');
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph('Text of someone else') });
    const page = await openTab(context, editorUrl(id));
    await restoreDialog(page).getByText('The entry was changed meanwhile').waitFor();
    await restoreDialog(page).getByText('Text of someone else').waitFor();
    await takeScreenshot(page, 'restore-outdated');
    await restoreDialog(page).press('Escape');
    await restoreDialog(page).waitFor({ state: 'detached' });
    await canvasOf(page).getByText('Text of someone else').waitFor();
    await page.reload();
    await restoreDialog(page).getByRole('button', { name: 'Discard' }).click();
    await restoreDialog(page).waitFor({ state: 'detached' });
    await waitForStoredContents(page, []);
    assert.equal((await site().read(id)).content.raw, paragraph('Text of someone else'));
    await context.close();
  });

  it('stores the changes of each tab, and offers those of closed tabs only', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Three tabs', content: paragraph('Start'), status: 'publish' });
    await typeAndCrash(context, id, ' one');
    const second = await openTab(context, editorUrl(id));
    await restoreDialog(second).getByRole('button', { name: 'Decide later' }).click();
    await restoreDialog(second).waitFor({ state: 'detached' });
    await typeAfter(second, 'Start', ' two');
    await waitForStoredContents(second, [paragraph('Start one'), paragraph('Start two')]);
    const third = await openTab(context, editorUrl(id));
    await restoreDialog(third).getByText('Start one').waitFor();
    assert.equal(await restoreDialog(third).getByText('Start two').count(), 0, 'the tab is open');
    await second.close({ runBeforeUnload: false });
    await third.reload();
    await restoreDialog(third).getByText('Start two').waitFor();
    await restoreDialog(third).getByRole('button', { name: 'Discard' }).click();
    await restoreDialog(third).getByText('Start one').waitFor();
    await restoreDialog(third).getByRole('button', { name: 'Restore' }).click();
    await canvasOf(third).getByText('Start one').waitFor();
    await waitForStoredContents(third, [paragraph('Start one')]);
    await context.close();
  });

  it('continues without copies, and says so once, if the browser stores nothing', async () => {
    const context = await site().newContext();
    await context.addInitScript(`IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is disabled.', 'SecurityError');
    }`);
    const id = await site().create({ title: 'Private window', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and');
    const notice = page.getByText('This browser cannot store what you write until it is saved.');
    await notice.waitFor();
    await page.keyboard.type(' end');
    await page.waitForTimeout(2 * storageMs);
    assert.equal(await notice.count(), 1);
    await saveButton(page).click();
    await site().waitForContent(id, paragraph('Start and end'));
    await context.close();
  });

  it('continues without copies if the storage is full', async () => {
    const context = await site().newContext();
    await context.addInitScript(`IDBObjectStore.prototype.put = () => {
      throw new DOMException('There is no space.', 'QuotaExceededError');
    }`);
    const id = await site().create({ title: 'Full storage', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    await page.getByText('This browser cannot store what you write until it is saved.').waitFor();
    await saveButton(page).click();
    await site().waitForContent(id, paragraph('Start and end'));
    await context.close();
  });

  it('warns before it deletes the copies of a user who signs out', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Farewell', content: paragraph('Start'), status: 'publish' });
    await typeAndCrash(context, id, ' of admin');
    const page = await openTab(context, `${site().service.origin}/admin/`);
    await page.getByRole('link', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Some of your changes are not saved' });
    await takeScreenshot(page, 'sign-out');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await storedValues(page, 'content'), [paragraph('Start of admin')]);
    await page.getByRole('link', { name: 'Sign out' }).click();
    await dialog.getByRole('button', { name: 'Delete them and sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await waitForStoredContents(page, []);
    await site().signIn(page, 'admin');
    await page.goto(editorUrl(id));
    await canvasOf(page).getByText('Start', { exact: true }).waitFor();
    assert.equal(await restoreDialog(page).count(), 0);
    await page.goto(`${site().service.origin}/admin/`);
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await context.close();
  });

  it('deletes the copies of a user who has signed out elsewhere, but not after a session has expired', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Account screen', content: paragraph('Start'), status: 'publish' });
    await typeAndCrash(context, id, ' of admin');
    await context.clearCookies();
    const page = await site().open(context, `/admin/content/post/${id}`, [], 'eva');
    await canvasOf(page).getByText('Start', { exact: true }).waitFor();
    assert.equal(await restoreDialog(page).count(), 0, 'copies of other users are not offered');
    assert.deepEqual(await storedValues(page, 'content'), [paragraph('Start of admin')]);
    await page.close();
    await context.clearCookies();
    const again = await site().open(context, `/admin/content/post/${id}`);
    await restoreDialog(again).getByText('Start of admin').waitFor();
    await again.goto(`${site().service.origin}/account/sign-out`);
    await again.getByRole('button', { name: 'Sign out' }).click();
    await again.getByText('You have signed out.').waitFor();
    await again.goto(`${site().service.origin}/admin/`);
    await again.getByLabel('Username or email address').waitFor();
    await waitForStoredContents(again, []);
    await waitFor(async () => (await context.cookies()).filter(({ name }) => name.includes('signed_out')), []);
    await context.close();
  });
});
