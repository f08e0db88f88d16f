// Quick edit of files and users in their lists: fields by permission, conflicts, failures, keyboard.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

/** A file in the media library, which is a grid. */
const fileOf = (page: Page, title: string): Locator =>
  page.locator('.dataviews-view-grid__card').filter({ hasText: title });

/** Opens the quick edit of a row by keyboard. */
async function openQuickEdit(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: 'Actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Quick edit' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Quick edit: / });
  await dialog.getByRole('button', { name: 'Save changes' }).waitFor();
  return dialog;
}

/** The labels of the fields of the form. */
const fieldsIn = (dialog: Locator): Promise<string[]> =>
  dialog
    .locator('.field > label, .field > legend')
    .evaluateAll((all) => all.map((each) => each.firstChild?.textContent ?? ''));

/** The text of the row or card that has the focus. */
const focusedRow = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement.closest("tbody tr, .dataviews-view-grid__card")?.innerText ?? document.activeElement.outerHTML.slice(0, 300)',
  );

/** Asserts that a page is usable at the width of a phone and has no violations. */
async function review(page: Page, name: string): Promise<void> {
  assert.deepEqual(await findViolations(page), []);
  await takeScreenshot(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
  assert.deepEqual(await findViolations(page), []);
  await takeScreenshot(page, `${name}-390-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

describeSite(
  'quick edit of files and users',
  (site) => {
    it('changes the texts of an image, keeps them through failures, and shows conflicts', async () => {
      const problems: string[] = [];
      const id = await site().upload('harbour.png');
      const media = `/cms/v2/media/${id}`;
      const read = async () => {
        const { title, alt_text, caption } = (await site().service.request('GET', `${media}?context=edit`)).body;
        return [title.raw, alt_text, caption.raw];
      };
      const context = await site().newContext();
      const page = await site().open(context, '/admin/media', problems);
      const row = fileOf(page, 'harbour');
      let dialog = await openQuickEdit(page, row);
      assert.deepEqual(await fieldsIn(dialog), ['Title', 'Alternative text', 'Caption']);
      await waitFor(() => page.evaluate('document.activeElement.value'), 'harbour', 'The title has the focus.');
      await review(page, 'quick-edit-media');
      await dialog.getByLabel('Title').fill('Harbour & sea');
      await dialog.getByLabel('Alternative text').fill('Ships at a quay');

      // A request that fails, and a reload, lose nothing.
      await page.route(/\/wp\/v2\/media\/\d+/, (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.getByRole('alert').waitFor();
      await page.unroute(/\/wp\/v2\/media\/\d+/);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await waitFor(async () => (await focusedRow(page)).includes('harbour'), true, 'The row has the focus.');
      page.on('dialog', (question) => void question.accept());
      await page.reload();
      dialog = await openQuickEdit(page, row);
      await dialog.getByText('changes of an earlier visit').waitFor();
      assert.equal(await dialog.getByLabel('Alternative text').inputValue(), 'Ships at a quay');

      await site().service.request('PUT', media, { title: 'Theirs', caption: 'Their caption' });
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.getByRole('status').filter({ hasText: 'Someone else has changed this file.' }).waitFor();
      await dialog.getByText('Stored now: “Theirs”').waitFor();
      assert.equal(await dialog.getByLabel('Title').inputValue(), 'Harbour & sea');
      assert.equal(await dialog.getByLabel('Caption').inputValue(), 'Their caption');
      assert.deepEqual(await read(), ['Theirs', '', 'Their caption']);
      await dialog.getByLabel('Title').focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('“Harbour & sea” was saved.').waitFor();
      await fileOf(page, 'Harbour & sea').waitFor();
      await waitFor(async () => (await focusedRow(page)).includes('Harbour & sea'), true, 'The row has the focus.');
      assert.deepEqual(await read(), ['Harbour & sea', 'Ships at a quay', 'Their caption']);
      assert.deepEqual(
        problems.filter((problem) => !/ERR_FAILED|status of 412/.test(problem)),
        [],
      );
      await context.close();
    });

    it('offers authors their own files, and other fields for other kinds of files', async () => {
      await site().createUser('uploader', 'author');
      await site().upload('foreign.png');
      const context = await site().newContext();
      const page = await site().open(context, '/admin/media', [], 'uploader');
      const file = { name: 'own.txt', mimeType: 'text/plain', buffer: Buffer.from('A text') };
      await page.locator('main input[type="file"]').setInputFiles(file);
      await fileOf(page, 'own').waitFor();
      assert.equal(await fileOf(page, 'foreign').count(), 0);
      const dialog = await openQuickEdit(page, fileOf(page, 'own'));
      assert.deepEqual(await fieldsIn(dialog), ['Title', 'Caption']);
      await dialog.getByLabel('Title').fill('My own');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await fileOf(page, 'My own').waitFor();
      await context.close();
    });

    it('changes names, email address and roles of another user, and only names of the own account', async () => {
      await site().createUser('nina', 'author');
      const [{ id }] = (await site().service.request('GET', '/cms/v2/users?search=nina')).body;
      const read = async () => (await site().service.request('GET', `/cms/v2/users/${id}?context=edit`)).body;
      const context = await site().newContext();
      const page = await site().open(context, '/admin/users?search=nina');
      const row = page.getByRole('row', { name: 'nina' });
      let dialog = await openQuickEdit(page, row);
      assert.deepEqual((await fieldsIn(dialog)).slice(0, 5), [
        ...['First name', 'Last name', 'Display name', 'Email', 'Roles'],
      ]);
      await review(page, 'quick-edit-user');
      await dialog.getByLabel('First name').fill('Nina');
      await dialog.getByLabel('Email').fill('eva@site.test');
      await dialog.getByRole('checkbox', { name: 'Editor' }).check();
      await dialog.getByRole('checkbox', { name: 'Author' }).uncheck();
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      // The address belongs to another user.
      await dialog.getByRole('alert').first().waitFor();
      assert.equal((await read()).first_name, '');
      await dialog.getByLabel('Email').fill('nina@new.test');
      await site().service.request('POST', `/cms/v2/users/${id}`, { last_name: 'Berg', roles: ['contributor'] });
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.getByRole('status').filter({ hasText: 'Someone else has changed this user.' }).waitFor();
      assert.equal(await dialog.getByLabel('Last name').inputValue(), 'Berg');
      assert.equal(await dialog.getByRole('checkbox', { name: 'Editor' }).isChecked(), true);
      await dialog.getByText('Changed by someone else meanwhile.').first().waitFor();
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('“Nina” was saved.').waitFor();
      const { first_name, last_name, email, roles } = await read();
      assert.deepEqual([first_name, last_name, email, roles], ['Nina', 'Berg', 'nina@new.test', ['editor']]);

      await page.goto(`${site().service.origin}/admin/users?search=admin`);
      dialog = await openQuickEdit(page, page.getByRole('row', { name: 'admin' }));
      assert.deepEqual(await fieldsIn(dialog), ['First name', 'Last name', 'Display name']);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await context.close();
    });

    it('shows roles as fixed to users who may not assign them', async () => {
      await site().createUser('helper', 'registrar');
      await site().createUser('otto', 'author');
      const context = await site().newContext();
      const page = await site().open(context, '/admin/users?search=otto', [], 'helper');
      const dialog = await openQuickEdit(page, page.getByRole('row', { name: 'otto' }));
      await dialog.getByText('You are not allowed to change the roles of this user.').waitFor();
      assert.equal(await dialog.getByRole('checkbox', { name: 'Author' }).isDisabled(), true);
      await dialog.getByLabel('Last name').fill('Lind');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const [otto] = (await site().service.request('GET', '/cms/v2/users?search=otto&context=edit')).body;
      assert.deepEqual([otto.last_name, otto.roles], ['Lind', ['author']]);
      await context.close();
    });
  },
  { prepare: writeConfig({ roles: { registrar: ['read', 'list_users', 'edit_users'] } }) },
);
