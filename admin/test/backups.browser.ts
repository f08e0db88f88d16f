// The backups of the site: create, download, restore and delete them.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { startInProcess } from '../../test/service-in-process.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('backups', (site) => {
  const backupsFolder = () => path.join(site().service.data, 'backups');
  const itemOf = (page: Page, name: string): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const createBackup = async (page: Page, name: string) => {
    await page.getByLabel('Name (optional)').fill(name);
    await page.getByRole('button', { name: 'Create backup' }).click();
    await itemOf(page, name).getByRole('button', { name: 'Download' }).waitFor();
  };
  const titles = async () =>
    (await site().service.request('GET', '/cms/v2/posts?_fields=title')).body.map(
      ({ title }: { title: { rendered: string } }) => title.rendered,
    );

  it('creates a backup, downloads it with the password, and deletes it after a question', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/backups', problems);
    await page.getByText('There are no backups yet.').waitFor();
    await createBackup(page, 'Before the move');
    await itemOf(page, 'Before the move')
      .getByText(/by admin · \d/)
      .waitFor();
    const [file = ''] = (await readdir(backupsFolder())).filter((name) => name.endsWith('.tar'));

    await itemOf(page, 'Before the move').getByRole('button', { name: 'Check' }).click();
    await itemOf(page, 'Before the move').getByText('Complete and undamaged on').waitFor();
    await itemOf(page, 'Before the move').getByRole('button', { name: 'Download' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByRole('alert').getByText('The password is incorrect.').waitFor();
    await takeScreenshot(page, 'backups-wrong-password');
    await dialog.getByLabel('Your password').fill(site().passwordOf('admin'));
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^127\.0\.0\.1-\d{8}t\d{6}-[0-9a-f]{8}\.tar$/);
    const downloaded = await readFile(await download.path());
    assert.ok(downloaded.equals(await readFile(path.join(backupsFolder(), file))));
    await dialog.waitFor({ state: 'detached' });

    const rename = async (from: string, to: string) => {
      await itemOf(page, from).getByRole('button', { name: 'Rename' }).click();
      assert.equal(await dialog.getByLabel('Name').inputValue(), from);
      await dialog.getByLabel('Name').fill(to);
      await dialog.getByRole('button', { name: 'Rename' }).press('Enter');
    };
    await page.route('**/bmgr-api/v1/router', (route) => route.abort());
    await rename('Before the move', 'Before the change of hosts');
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Before the change of hosts', 'nothing typed is lost');
    await page.unroute('**/bmgr-api/v1/router');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await itemOf(page, 'Before the change of hosts').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await rename('Before the change of hosts', 'Before the move');
    await itemOf(page, 'Before the move').waitFor();
    await dialog.waitFor({ state: 'detached' });

    await itemOf(page, 'Before the move').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(/Delete the backup “Before the move”\? .+ This cannot be undone\..+only backup/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await itemOf(page, 'Before the move').count(), 1);
    await itemOf(page, 'Before the move').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('The backup “Before the move” was deleted.').waitFor();
    await page.getByText('There are no backups yet.').waitFor();
    assert.deepEqual(
      (await readdir(backupsFolder())).filter((name) => name.endsWith('.tar')),
      [],
    );
    assert.deepEqual(
      problems.filter((problem) => !/status of 403|ERR_FAILED/.test(problem)),
      [],
    );
    await context.close();
  });

  it('shows what a restore replaces, restores the site, and keeps a backup with which it can be undone', async () => {
    const context = await site().newContext();
    await site().create({ title: 'Then', status: 'publish' });
    const page = await site().open(context, '/admin/operations/backups');
    // The second in which the backup is started counts as newer.
    await page.waitForTimeout(1100);
    await createBackup(page, 'Good state');
    await page.waitForTimeout(1100);
    await site().create({ title: 'Since', status: 'publish' });
    await itemOf(page, 'Good state').getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: /^Restore the site of/ });
    await dialog.getByText('will disappear from the site: 1 new or changed entry.').waitFor();
    const row = await dialog.getByRole('row').filter({ hasText: 'Entries' }).getByRole('cell').allInnerTexts();
    assert.equal(Number(row[1]), Number(row[0]) + 1);
    await takeScreenshot(page, 'backups-restore');
    assert.deepEqual(await findViolations(page), []);
    const confirm = dialog.getByRole('button', { name: 'Replace the site' });
    await dialog.getByLabel('Your password').fill(site().passwordOf('admin'));
    await dialog.getByLabel('To confirm, type Good state').fill('good');
    assert.equal(await confirm.isDisabled(), true);
    await dialog.getByLabel('To confirm, type Good state').fill('Good state');
    await confirm.click();
    // The restore ends all sessions.
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await site().signIn(page);
    await itemOf(page, 'Good state').getByText('The site was restored from this backup on').waitFor();
    await waitFor(titles, ['Then', 'Hello']);
    const copy = 'Before the restore of Good state';
    await page.getByRole('heading', { name: copy }).getByText('Automatic').waitFor();
    await takeScreenshot(page, 'backups-restored');

    await page.getByRole('button', { name: `Restore ${copy}` }).click();
    await dialog.getByLabel('Your password').fill(site().passwordOf('admin'));
    await dialog.getByLabel(`To confirm, type ${copy}`).fill(copy);
    await confirm.click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await site().signIn(page);
    await waitFor(titles, ['Since', 'Then', 'Hello']);
    await context.close();
  });

  it('explains why a backup cannot be restored, and shows the command for it', async () => {
    const other = await site().service.request('POST', '/octavo/v1/backups', { name: 'Newer version' });
    assert.equal(other.status, 202);
    const record = path.join(backupsFolder(), `${other.body.id}.json`);
    await waitFor(async () => JSON.parse(await readFile(record, 'utf8')).state, 'ready');
    const context = await site().newContext(390, 'dark');
    await context.route(/\/octavo\/v1\/backups\/[^/]+\/comparison/, async (route) => {
      const response = await route.fetch();
      const obstacle = { reason: 'newer', message: 'The backup was created by a newer version of Octavo.' };
      await route.fulfill({ response, json: { ...(await response.json()), obstacle } });
    });
    const page = await site().open(context, '/admin/operations/backups');
    await itemOf(page, 'Newer version').getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The backup was created by a newer version').waitFor();
    await dialog.getByText(`octavo -- backup restore ${other.body.id}`).waitFor();
    assert.equal(await dialog.getByLabel('Your password').count(), 0);
    await takeScreenshot(page, 'backups-obstacle-390-dark');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  it('works with the keyboard alone on a small screen, and keeps what was typed when it fails', async () => {
    const context = await site().newContext(390);
    const page = await site().open(context, '/admin/operations/backups');
    const name = page.getByLabel('Name (optional)');
    await name.focus();
    await page.keyboard.type('By keyboard');
    await page.route('**/octavo/v1/backups', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { code: 'rest_backup_busy', message: 'busy', data: { status: 409 } } })
        : route.continue(),
    );
    // Browsers submit a form with the enter key only while its button is enabled.
    const submittable = page.getByRole('button', { name: 'Create backup', disabled: false });
    await submittable.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Another backup is being created or restored.').waitFor();
    assert.equal(await name.inputValue(), 'By keyboard');
    await page.unroute('**/octavo/v1/backups');
    await submittable.waitFor();
    await page.keyboard.press('Enter');
    const download = itemOf(page, 'By keyboard').getByRole('button', { name: 'Download' });
    await download.waitFor();
    assert.equal(await name.inputValue(), '');
    await download.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'backups-download-390');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await download.and(page.locator(':focus')).waitFor();
    await takeScreenshot(page, 'backups-390');
    await context.close();
  });

  it('uploads a backup, which continues after a lost connection, and rejects other files', async () => {
    const created = await site().service.request('POST', '/octavo/v1/backups', { name: 'Elsewhere' });
    const archive = path.join(backupsFolder(), `${created.body.id}.tar`);
    const record = path.join(backupsFolder(), `${created.body.id}.json`);
    await waitFor(async () => JSON.parse(await readFile(record, 'utf8')).state, 'ready');
    const buffer = await readFile(archive);
    await waitFor(
      async () => (await site().service.request('DELETE', `/octavo/v1/backups/${created.body.id}`)).status,
      200,
    );
    const context = await site().newContext(390);
    await context.route('**/octavo/v1/backup-uploads', (route) => route.abort());
    const page = await site().open(context, '/admin/operations/backups');
    // An error is displayed, although the section is closed by default.
    const failure = page.locator('.upload-backup').getByRole('alert');
    await failure.waitFor();
    await context.unroute('**/octavo/v1/backup-uploads');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await failure.waitFor({ state: 'detached' });
    const choose = page.getByLabel('Choose a backup');
    await choose.setInputFiles({ name: 'photo.tar', mimeType: 'application/x-tar', buffer: Buffer.alloc(2000) });
    await page.getByRole('alert').getByText('The file is no backup of Octavo').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'backups-upload-rejected-390');
    let failures = 1;
    await page.route('**/pieces?offset=*', (route) =>
      failures-- > 0 ? route.abort('connectionreset') : route.continue(),
    );
    const file = { name: 'elsewhere.tar', mimeType: 'application/x-tar', buffer };
    await choose.setInputFiles(file);
    const card = page.getByRole('region', { name: 'elsewhere.tar' });
    await card.getByText('The service cannot be reached.').waitFor();
    await takeScreenshot(page, 'backups-upload-waiting-390');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await card.getByRole('button', { name: 'Try again now' }).click();
    await page.getByText('The backup was uploaded. You can restore it now.').waitFor();
    await itemOf(page, 'Elsewhere').getByRole('button', { name: 'Restore' }).waitFor();
    await card.waitFor({ state: 'detached' });
    // An upload that is paused can be deleted, after a question.
    failures = 100;
    await choose.setInputFiles({ ...file, name: 'second.tar' });
    const second = page.getByRole('region', { name: 'second.tar' });
    await second.getByRole('button', { name: 'Pause the upload' }).click();
    await second.getByText('This upload is not complete.').waitFor();
    await second.getByRole('button', { name: 'Delete the upload second.tar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the upload' }).click();
    await second.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await readdir(backupsFolder())).filter((name) => name.endsWith('.part')),
      [],
    );
    await context.close();
  });

  it('does not exist for editors', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/backups', [], 'eva');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Backups' }).count(), 0);
    await context.close();
  });
});

/** Returns the archive of a backup of a new site, which has a post with this title. */
async function archiveOfOtherSite(title: string): Promise<Buffer> {
  const service = await startInProcess();
  try {
    await service.request('POST', '/cms/v2/posts', { title, status: 'publish' });
    const { body } = await service.request('POST', '/octavo/v1/backups', { name: 'Moved' });
    const folder = path.join(service.data, 'backups');
    const stateOf = async () => JSON.parse(await readFile(path.join(folder, `${body.id}.json`), 'utf8')).state;
    await waitFor(stateOf, 'ready');
    return await readFile(path.join(folder, `${body.id}.tar`));
  } finally {
    await service.close();
  }
}

describeSite('backups of other sites', (site) => {
  it('replace the site, after a warning, with their own users', async () => {
    const buffer = await archiveOfOtherSite('From elsewhere');
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/backups?upload');
    const archive = { name: 'moved.tar', mimeType: 'application/x-tar', buffer };
    await page.getByLabel('Choose a backup').setInputFiles(archive);
    await page.getByText('The backup was uploaded. You can restore it now.').waitFor();
    await page.getByText(/^The backup belongs to another site \(http.+\)\.$/).waitFor();
    const restore = page.getByRole('button', { name: 'Restore Moved' });
    await restore.click();
    const dialog = page.getByRole('dialog', { name: /^Restore the site of/ });
    await dialog
      .getByText(/^This backup belongs to another site, http.+, which replaces this site completely/)
      .waitFor();
    await dialog.getByText('sign in again with an account of the other site').waitFor();
    await takeScreenshot(page, 'backups-foreign');
    assert.deepEqual(await findViolations(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await takeScreenshot(page, 'backups-foreign-390');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await page.keyboard.press('Escape');
    await restore.and(page.locator(':focus')).waitFor();

    await restore.click();
    const name = dialog.getByLabel('To confirm, type Moved');
    await name.fill('Moved');
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Replace the site' }).click();
    await dialog.getByRole('alert').getByText('The password is incorrect.').waitFor();
    assert.equal(await name.inputValue(), 'Moved');
    const titles = async () =>
      (await site().service.read('/cms/v2/posts?_fields=title')).body.map(
        ({ title }: { title: { rendered: string } }) => title.rendered,
      );
    assert.deepEqual(await titles(), ['Hello']);
    await dialog.getByLabel('Your password').fill(site().passwordOf('admin'));
    await dialog.getByRole('button', { name: 'Replace the site' }).click();
    const folder = path.join(site().service.data, 'backups');
    const restored = async () => {
      const names = (await readdir(folder)).filter((each) => each.endsWith('.json'));
      const records = await Promise.all(
        names.map(async (each) => JSON.parse(await readFile(path.join(folder, each), 'utf8'))),
      );
      return records.flatMap(({ restore: run }) => (run ? [run.state] : []));
    };
    await waitFor(restored, ['done']);
    // A process opens the other site by itself (year.browser.ts), but not a service in the process of tests.
    await (await site().stopService())();
    await page.waitForURL(({ pathname }) => pathname === '/account/sign-in');
    await site().signIn(page, 'admin');
    await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    assert.deepEqual(await titles(), ['From elsewhere', 'Hello']);
    await context.close();
  });
});
