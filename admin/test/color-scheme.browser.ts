// The color scheme that a user has chosen: stored with the account, and applied before anything is displayed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Colors' });
const backgroundOf = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');
const [light, dark] = ['rgb(246, 246, 244)', 'rgb(22, 24, 27)'];

async function choose(page: Page, scheme: string): Promise<void> {
  await sectionOf(page).getByLabel('Colors of the admin').selectOption(scheme);
  await sectionOf(page).getByRole('button', { name: 'Change the colors' }).click();
}

describeSite('the color scheme', (site) => {
  it('is that of the system, until the user chooses another one', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/profile', [], 'eva');
    await sectionOf(page).waitFor();
    assert.equal(await backgroundOf(page), light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitFor(() => backgroundOf(page), dark);
    await choose(page, 'Light');
    await waitFor(() => backgroundOf(page), light);
    await choose(page, 'As the system');
    await waitFor(() => backgroundOf(page), dark);
    await context.close();
  });

  it('is stored with the account, and applied before the admin has started', async () => {
    const first = await site().newContext();
    const page = await site().open(first, '/admin/profile', [], 'eva');
    await choose(page, 'Dark');
    await waitFor(() => backgroundOf(page), dark);
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'profile-chosen-dark');
    assert.deepEqual(await findViolations(page), []);
    // The admin itself never starts here.
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.reload();
    assert.equal(await backgroundOf(page), dark);
    await first.close();

    const second = await site().newContext();
    const other = await site().open(second, '/admin/content/post', [], 'eva');
    await waitFor(() => backgroundOf(other), dark);
    await other.getByRole('table').waitFor();
    await waitUntilLoaded(other);
    await takeScreenshot(other, 'list-chosen-dark');
    assert.deepEqual(await findViolations(other), []);
    await second.close();

    const third = await site().newContext();
    const ofAdmin = await site().open(third, '/admin/profile');
    await sectionOf(ofAdmin).waitFor();
    assert.equal(await backgroundOf(ofAdmin), light, 'other users have their own');
    await third.close();
  });
});
