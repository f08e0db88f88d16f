// Nothing typed is lost, and nothing newer is overwritten without being shown.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { waitFor } from './wait.ts';

/** Presses Escape several times: browsers close a dialog after the second time unless it prevents that. */
async function pressEscapeRepeatedly(page: Page): Promise<void> {
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
}

describeSite('nothing is lost', (site) => {
  it('does not overwrite a version that was saved meanwhile without showing it', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Two versions', content: paragraph('Old text'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Old text', ' of mine');
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph('New text of someone else') });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await dialog.getByText('New text of someone else').waitFor();
    await takeScreenshot(page, 'conflict');
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    assert.equal((await site().read(id)).content.raw, paragraph('New text of someone else'));
    await canvasOf(page).getByText('Old text of mine').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Replace the other version with mine' }).click();
    await site().waitForContent(id, paragraph('Old text of mine'));
    await context.close();
  });

  it('lets the user sign in in place when the session has ended, and saves what was typed', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Long work', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await pressEscapeRepeatedly(page);
    assert.ok(await dialog.isVisible());
    // Another user signs in in another tab, which does not continue the session of this one.
    const other = await context.newPage();
    await other.goto(`${site().service.origin}/account/sign-in`);
    await site().signIn(other, 'eva');
    await other.waitForURL('**/account/profile');
    await page.bringToFront();
    assert.ok(await dialog.isVisible());
    assert.equal((await site().read(id)).content.raw, paragraph('Start'), 'nothing was saved as another user');
    await context.clearCookies();
    await dialog.getByLabel('Username or email address').fill('eva');
    await dialog.getByLabel('Password').fill('a long password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('another user').waitFor();
    await context.clearCookies();
    await site().signIn(page, 'admin');
    await site().waitForContent(id, paragraph('Start and end'));
    await context.close();
  });

  it('leaves a site that a restore has replaced, also if its session had ended before, and deletes what was typed', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/settings/general');
    await page.getByLabel('Site title').fill('Of the previous site');
    const storedText = () => page.evaluate('JSON.stringify({ ...localStorage })');
    await waitFor(async () => /Of the previous site/.test(String(await storedText())), true);
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    // A user of the other site has signed in in another tab.
    const headers = { 'Octavo-Site': 'another' };
    await page.route('**/account/nonce', (route) => route.fulfill({ headers, body: 'nonce' }), { times: 1 });
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
    await page.waitForURL(({ pathname }) => pathname === '/account/sign-in');
    assert.deepEqual(requests, [], 'nothing is saved in the other site');
    assert.doesNotMatch(String(await storedText()), /Of the previous site/);
    await context.close();
  });

  it('shares the live channel only between tabs of the same site', async () => {
    const context = await site().newContext();
    await context.addInitScript(
      'SharedWorker = class extends SharedWorker { constructor(url, options) { super(url, options); globalThis.workerUrl = url; } }',
    );
    const urlOfWorker = async (page: Page) => {
      await waitFor(() => page.evaluate('typeof globalThis.workerUrl'), 'string');
      return new URL(await page.evaluate('new URL(globalThis.workerUrl, location.href).href'));
    };
    const page = await site().open(context, '/admin/content/post');
    const other = await context.newPage();
    await other.route('**/account/nonce', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'octavo-site': 'another' } });
    });
    await other.goto(`${site().service.origin}/admin/content/post`);
    const [one, two] = [await urlOfWorker(page), await urlOfWorker(other)];
    assert.equal(one.searchParams.get('user'), two.searchParams.get('user'));
    assert.match(one.searchParams.get('site') ?? '', /^.{16}$/);
    assert.equal(two.searchParams.get('site'), 'another');
    await context.close();
  });

  it('shows users who else is editing an entry, and lets them take over', async () => {
    const id = await site().create({ title: 'Shared', content: paragraph('Text'), status: 'publish' });
    const [first, second] = [await site().newContext(), await site().newContext()];
    const pageOfAdmin = await site().open(first, `/admin/content/post/${id}`);
    await canvasOf(pageOfAdmin).getByText('Text').waitFor();
    const pageOfEva = await site().open(second, `/admin/content/post/${id}`, [], 'eva');
    const dialog = pageOfEva.getByRole('dialog', { name: 'admin is editing this entry' });
    await dialog.waitFor();
    await pressEscapeRepeatedly(pageOfEva);
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await dialog.waitFor({ state: 'detached' });
    await pageOfAdmin.reload();
    await pageOfAdmin.getByRole('dialog', { name: 'Eva is editing this entry' }).waitFor();
    await first.close();
    await second.close();
  });
});
