// The grid of entries with featured images.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('grid of entries', (site) => {
  it('shows featured images, and has the actions of the table', async () => {
    const problems: string[] = [];
    const image = await site().upload('harbour.png');
    await site().create({ title: 'With image', status: 'publish', featured_media: image });
    const plain = await site().create({ title: 'Without image', status: 'draft' });
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post', problems);
    await page.getByRole('row', { name: 'With image' }).waitFor();
    assert.equal(await page.locator('.thumbnail').count(), 0, 'the table has no images');
    await page.getByRole('button', { name: 'Layout' }).click();
    const stored = page.waitForResponse(
      (response) => response.url().includes('/users/me') && response.request().method() === 'POST',
    );
    await page.getByRole('menuitemradio', { name: 'Grid' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).click();
    await page.locator('[id^="portal/tooltip"]').waitFor({ state: 'detached' });
    const card = (title: string) => page.locator('.dataviews-view-grid__card').filter({ hasText: title });
    await card('With image').locator('img.thumbnail').waitFor();
    await waitFor(() => page.evaluate('document.querySelector("img.thumbnail").naturalWidth > 0'), true);
    await card('Without image').getByText('Draft').waitFor();
    assert.equal(await card('Without image').locator('img.thumbnail').count(), 0);
    await takeScreenshot(page, 'entries-grid');
    assert.deepEqual(await findViolations(page), []);
    await stored;
    await page.reload();
    await card('With image').locator('img.thumbnail').waitFor();
    assert.doesNotMatch(page.url(), /\?/);

    await card('Without image').getByRole('button', { name: 'Actions' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Quick edit' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Title').fill('Still without image');
    await page.keyboard.press('Enter');
    await card('Still without image').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await site().read(plain)).title.raw, 'Still without image');
    await waitFor(
      () => page.evaluate('document.activeElement.closest(".dataviews-view-grid__card")?.innerText.includes("Still")'),
      true,
      'The focus returns to the card.',
    );
    await context.close();

    const narrow = await site().newContext(390, 'dark');
    const phone = await site().open(narrow, '/admin/content/post', problems);
    await phone.locator('img.thumbnail').waitFor();
    await takeScreenshot(phone, 'entries-grid-narrow');
    assert.deepEqual(await findViolations(phone), []);
    assert.ok(Number(await phone.evaluate('document.documentElement.scrollWidth')) <= 390);
    await phone.goto(`${site().service.origin}/admin/content/page`);
    await phone.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
    assert.deepEqual(problems, []);
    await narrow.close();
  });
});
