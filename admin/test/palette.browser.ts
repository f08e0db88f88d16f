// The command palette: screens, actions and records, with the keyboard, on phones, and in the editor, which has a palette of its own.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { canvasOf, waitUntilLoaded } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { waitFor } from './wait.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

/** Opens the palette with the keyboard, when the screen is loaded. */
async function openPalette(page: Page) {
  await waitUntilLoaded(page);
  await page.keyboard.press('Control+k');
  const field = paletteOf(page).getByRole('combobox');
  await field.waitFor();
  return field;
}

/** Returns the names of the options of a group. */
const optionsOf = (page: Page, group: string): Promise<string[]> =>
  paletteOf(page).getByRole('group', { name: group }).getByRole('option').allInnerTexts();

describeSite('the command palette', (site) => {
  it('lists recent entries and exactly the screens and actions of the user, with the keyboard alone', async () => {
    await site().create({ title: 'A recent draft', content: paragraph('Text') });
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const field = await openPalette(page);
    assert.ok(
      scripts.some((path) => path.endsWith('.js')),
      'the palette is loaded when it is opened',
    );
    const palette = paletteOf(page);
    await palette.getByRole('option', { name: 'A recent draft' }).waitFor();
    const navigation = await page.locator('#navigation ul a').allInnerTexts();
    assert.deepEqual(await optionsOf(page, 'Screens'), navigation);
    assert.deepEqual(await optionsOf(page, 'Actions'), [
      ...['Add Post', 'Add Page', 'Upload files', 'Add user', 'New menu', 'Moderate waiting comments'],
      ...['Create backup', 'Import a site', 'Edit your profile', 'Sign out'],
    ]);
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'palette');
    const options = palette.getByRole('option');
    const isActive = (at: number) => options.nth(at).getAttribute('aria-selected');
    assert.equal(await isActive(0), 'true');
    await page.keyboard.press('ArrowDown');
    assert.deepEqual([await isActive(0), await isActive(1)], ['false', 'true']);
    assert.equal(await field.getAttribute('aria-activedescendant'), await options.nth(1).getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await isActive((await options.count()) - 1), 'true', 'the first option follows the last one');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await field.fill('site hea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Site health' }).waitFor();
    await palette.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.id'), 'main', 'the focus is in the screen');
    await context.close();
  });

  it('finds entries, terms, users, files and settings, and drops answers to earlier texts', async () => {
    const id = await site().create({ title: 'Zebra crossing', content: paragraph('Text') });
    await site().service.request('POST', '/cms/v2/tags', { name: 'Zebra tag' });
    await site().createUser('zebra', 'author');
    await site().upload('zebra.png');
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    const field = await openPalette(page);
    const palette = paletteOf(page);
    const groupRequests: string[] = [];
    page.on('request', (request) => request.url().includes('/setting-groups') && groupRequests.push(request.url()));
    // The answer to the first text arrives after that to the second one.
    await page.route(/search=zebr(?:$|&)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue().catch(() => {});
    });
    await field.fill('zebr');
    await page.waitForRequest(/search=zebr(?:$|&)/);
    await field.fill('nothing at all');
    await palette.getByText('Nothing was found.').waitFor();
    await page.waitForTimeout(1800);
    assert.equal(await palette.getByRole('option').count(), 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await field.fill('zebra');
    for (const name of [/^Zebra crossing/, /^Zebra tag/, /^Zebra\s*zebra/, /zebra\.png/i])
      await palette.getByRole('option', { name }).first().waitFor();
    await field.fill('tagline');
    await palette
      .getByRole('option', { name: /tagline/i })
      .first()
      .waitFor();
    assert.equal(groupRequests.length, 1, 'the groups of settings are read once');
    await field.fill('zebra cross');
    await palette.getByRole('option', { name: /^Zebra crossing/ }).click();
    await page.waitForURL(new RegExp(`/admin/content/post/${id}$`));
    await context.close();
  });

  it('shows a failure of the search, and still finds screens', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    const field = await openPalette(page);
    await page.route(/search=/, (route) => route.abort());
    await field.fill('set');
    await paletteOf(page).getByRole('option', { name: 'Settings' }).waitFor();
    await waitFor(() => paletteOf(page).getByRole('status').getAttribute('class'), 'error');
    await context.close();
  });

  it('is opened by a button on phones, starts actions, and offers authors only what they may do', async () => {
    await site().createUser('ada', 'author');
    const context = await site().newContext(390, 'dark', 844);
    const page = await site().open(context, '/admin/', [], 'ada');
    await page.getByRole('button', { name: 'Search' }).click();
    const palette = paletteOf(page);
    await palette.getByRole('option', { name: 'Add Post' }).waitFor();
    assert.deepEqual(await optionsOf(page, 'Actions'), ['Add Post', 'Upload files', 'Edit your profile', 'Sign out']);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'palette-phone');
    await palette.getByRole('combobox').fill('sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/account\/sign-in/);
    await context.close();
  });

  it('opens the form of a new menu', async () => {
    await site().service.request('POST', '/cms/v2/menus', { name: 'First' });
    const context = await site().newContext();
    const page = await site().open(context, '/admin/menus');
    const field = await openPalette(page);
    await field.fill('new menu');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the new menu').waitFor();
    await context.close();
  });

  it('is that of the editor in the editor, with the commands of the admin', async () => {
    const id = await site().create({ title: 'Edited', content: paragraph('Some text') });
    const context = await site().newContext();
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).getByText('Some text').waitFor();
    await page.locator('.editor-header').click({ position: { x: 300, y: 5 } });
    await page.keyboard.press('Control+k');
    const palettes = page.getByRole('combobox', { expanded: true });
    await page.locator('.commands-command-menu').waitFor();
    assert.equal(await page.locator('dialog.palette').count(), 0, 'only one palette is open');
    await page.keyboard.type('Site health');
    await page.getByRole('option', { name: 'Site health' }).first().waitFor();
    assert.ok((await palettes.count()) <= 1);
    await takeScreenshot(page, 'palette-editor');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Site health' }).waitFor();
    await context.close();
  });
});
