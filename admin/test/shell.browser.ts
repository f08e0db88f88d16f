// The shell: keyboard, focus and titles, the navigation on small screens, and what users see if a screen cannot be loaded.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { rejectFirst } from './page-actions.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const waitForFocus = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

const focusedId = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

describeSite('the shell', (site) => {
  it('has a link that skips the navigation', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await waitForFocus(skip);
    await page.keyboard.press('Enter');
    await waitFor(() => focusedId(page), 'main');
    assert.equal(new URL(page.url()).pathname, '/admin/');
    await context.close();
  });

  it('moves the focus and changes the title when another screen is opened', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await waitFor(async () => [await page.title(), await focusedId(page)], ['Posts · Octavo', 'main']);
    assert.equal(await page.getByRole('link', { name: 'Posts' }).getAttribute('aria-current'), 'page');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
    await waitFor(async () => [await page.title(), await focusedId(page)], ['Home · Octavo', 'main']);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has a navigation that opens and closes on small screens (${colorScheme})`, async () => {
      const context = await site().newContext(390, colorScheme);
      const page = await site().open(context, '/admin/');
      const button = page.getByRole('button', { name: 'Menu' });
      await button.focus();
      const navigation = page.getByRole('navigation', { name: 'Admin' });
      assert.equal(await navigation.isVisible(), false);
      await page.keyboard.press('Enter');
      await navigation.getByRole('link', { name: 'Your account (admin)' }).waitFor();
      await takeScreenshot(page, `menu-${colorScheme}`);
      assert.deepEqual(await findViolations(page), []);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await navigation.waitFor({ state: 'hidden' });
      // The focus is not lost.
      await waitForFocus(button);
      await page.keyboard.press('Enter');
      await navigation.getByRole('link', { name: 'Pages' }).click();
      await page.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
      await navigation.waitFor({ state: 'hidden' });
      await context.close();
    });

  it('links to the account and signs out', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('link', { name: 'admin', exact: true }).click();
    await page.waitForURL('**/admin/profile');
    await page.goBack();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL('**/account/sign-in?notice=signed-out');
    await page.goto(`${site().service.origin}/admin/content/post`);
    await page.getByLabel('Username or email address').waitFor();
    await context.close();
  });

  it('loads the new version when the files of an old tab are gone', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('link', { name: 'Posts' }).waitFor();
    let documents = 0;
    await page.route('**/admin/assets/**', (route) =>
      documents === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
    await page.route('**/admin/**', (route) => {
      const type = route.request().resourceType();
      if (type === 'document') documents += 1;
      const isPage = new URL(route.request().url()).pathname === '/admin/';
      return type === 'fetch' && isPage ? route.fulfill({ body: '<script src="main-2.js">' }) : route.fallback();
    });
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    assert.equal(documents, 1);
    await context.close();
  });

  it('says whether the browser is offline or the service cannot be reached', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('link', { name: 'Posts' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('alert').getByText('You are offline.').waitFor();
    await takeScreenshot(page, 'offline');
    assert.deepEqual(await findViolations(page), []);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.route('**/admin/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Pages' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' });
    await failure.waitFor();
    await page.unroute('**/admin/api/**');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('There is nothing here yet.').waitFor();
    await context.close();
  });

  it('displays a list after the service was busy for some seconds', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    const requests = await rejectFirst(page, '**/wp/v2/posts?**', 3);
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('row').nth(1).waitFor();
    assert.ok(requests() > 3);
    await context.close();
  });

  it('announces notices in a region that already exists, and returns the focus when one is closed', async () => {
    const context = await site().newContext();
    for (const title of ['Notice A', 'Notice B']) await site().create({ title, status: 'draft' });
    const page = await site().open(context, '/admin/content/post?search=Notice');
    await page.getByRole('row', { name: 'Notice A' }).waitFor();
    const region = page.getByRole('region', { name: 'Notices' });
    assert.equal(await region.getAttribute('aria-live'), 'polite');
    await page.getByRole('row', { name: 'Notice A' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await region.getByText('1 entry was moved to the trash.').waitFor();
    const checkbox = page.getByRole('checkbox', { name: 'Notice B' });
    await checkbox.focus();
    await region.getByRole('button', { name: 'Close notice' }).focus();
    await page.keyboard.press('Enter');
    await region.getByRole('button').waitFor({ state: 'detached' });
    await waitForFocus(checkbox);
    await context.close();
  });
});
