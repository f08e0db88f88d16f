// The help: from screens to the sections of guides that describe them, with the keyboard, on phones, and without losing text in the editor.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { canvasOf, typeAfter, waitUntilLoaded } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { waitFor } from './wait.ts';

const helpOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Help: Admin' });

/** Waits until a section has the focus and is visible at the top of the window. */
async function waitForSection(page: Page, id: string): Promise<void> {
  await waitFor(() => page.evaluate('document.activeElement?.id'), id);
  const top = Number(await page.evaluate('document.activeElement.getBoundingClientRect().top'));
  assert.ok(top >= 0 && top < 450, `The section is at ${top} pixels.`);
}

describeSite('the help', (site) => {
  it('leads from screens to their sections with the keyboard, and back', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/', problems);
    const cases = [
      ['/admin/content/post?status=draft', 'Posts', 'lists'],
      ['/admin/settings', 'Settings', 'settings'],
      ['/admin/operations/backups', 'Backups', 'backups'],
    ] as const;
    for (const [url, heading, section] of cases) {
      await page.goto(site().service.origin + url);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await waitUntilLoaded(page);
      await helpOf(page).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/admin/help/admin#${section}`);
      await waitForSection(page, section);
      assert.equal(await helpOf(page).count(), 0, 'a guide has no help of its own');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      assert.ok(page.url().includes(url), page.url());
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('has links to sections and other guides, and to nothing that does not exist', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/help/admin', problems);
    const article = page.getByRole('article');
    await article.waitFor();
    assert.equal(await page.title(), 'Help: Admin · Octavo');
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Menus' }).click();
    await waitForSection(page, 'menus');
    await page.goBack();
    await page.waitForURL('**/admin/help/admin');
    await article.getByRole('link', { name: 'import.md' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Import a site' }).waitFor();
    await waitForSection(page, 'in-the-admin');
    await page.getByRole('navigation', { name: 'All guides' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await waitFor(() => page.evaluate('scrollY'), 0);
    for (const link of await article.locator('a[href^="http"]').all())
      assert.equal(await link.getAttribute('rel'), 'external noopener noreferrer');
    const guides = page.getByRole('navigation', { name: 'All guides' }).getByRole('link');
    const paths = await guides.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    assert.ok(paths.length > 10);
    for (const each of paths) {
      await page.goto(site().service.origin + each);
      await article.waitFor();
      const broken = await page.evaluate(
        `[...document.querySelectorAll('article a')].map((link) => link.getAttribute('href')).filter((href) =>
          !/^https?:|^\\/admin\\/help\\//.test(href) && !document.getElementById(href.slice(1)))`,
      );
      assert.deepEqual(broken, [], each);
      assert.ok(!(await article.innerText()).includes(']('), each);
    }
    await page.goto(`${site().service.origin}/admin/help/constructor`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const)
    it(`is accessible in ${colorScheme} windows with ${width} pixels`, async () => {
      const problems: string[] = [];
      const context = await site().newContext(width, colorScheme, 844);
      const page = await site().open(context, '/admin/comments', problems);
      await page.getByRole('heading', { level: 1, name: 'Comments' }).waitFor();
      await takeScreenshot(page, `help-header-${width}`);
      await helpOf(page).click();
      await waitForSection(page, 'comments');
      await takeScreenshot(page, `help-section-${width}`);
      for (const name of ['admin', 'configuration', 'install']) {
        await page.goto(`${site().service.origin}/admin/help/${name}`);
        await page.getByRole('article').waitFor();
        await takeScreenshot(page, `help-${name}-${width}`);
        assert.deepEqual(await findViolations(page), [], name);
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name);
      }
      assert.deepEqual(problems, []);
      await context.close();
    });

  it('says in other languages that the guides are in English', async () => {
    const context = await site().newContext(390);
    const page = await site().open(context, '/admin/help/mail?locale=de');
    await page.getByText('Die Anleitungen sind noch nicht übersetzt; sie sind auf Englisch.').waitFor();
    assert.equal(await page.getByRole('article').getAttribute('lang'), 'en');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'help-german');
    await context.close();
  });

  it('says what to do if a guide cannot be loaded', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(/\/guide-admin-/, (route) => route.abort());
    await helpOf(page).click();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute(/\/guide-admin-/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForSection(page, 'write');
    await context.close();
  });

  it('is in the command palette', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox').fill('help reverse');
    assert.deepEqual(await palette.getByRole('group', { name: 'Guides' }).getByRole('option').allInnerTexts(), [
      'Help: Reverse proxy',
    ]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Reverse proxy' }).waitFor();
    await context.close();
  });

  it('opens a new tab in the editor, which keeps what was typed', async () => {
    const id = await site().create({ title: 'Edited', content: paragraph('Beginning'), status: 'draft' });
    const context = await site().newContext();
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Beginning', ' and end');
    await page.locator('.editor-header').getByRole('button', { name: 'Options', exact: true }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('menuitem', { name: /^Help/ }).click();
    const guide = await opened;
    await guide.waitForURL('**/admin/help/admin#in-the-editor');
    await waitForSection(guide, 'in-the-editor');
    await guide.close();
    await canvasOf(page).getByText('Beginning and end').waitFor();
    await page.locator('.editor-header').click({ position: { x: 300, y: 5 } });
    await page.keyboard.press('Control+k');
    await page.locator('.commands-command-menu').waitFor();
    await page.keyboard.type('Help: Backups');
    const next = context.waitForEvent('page');
    await page.getByRole('option', { name: 'Help: Backups' }).first().click();
    const backups = await next;
    await backups.getByRole('heading', { level: 1, name: 'Backups' }).waitFor();
    await canvasOf(page).getByText('Beginning and end').waitFor();
    await context.close();
  });
});
