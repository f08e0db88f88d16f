// Tests setting up a new site in a real browser, with the link that the service prints.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findViolations, launchBrowser, skip, takeScreenshot } from './browser.ts';
import { newFolder, serve, stop } from './commands/processes.ts';
import { administrator, setupLinkIn } from './set-up-site.ts';

/** Fills in the form, except for the link, and submits it with the Enter key. */
async function submit(page: Page): Promise<void> {
  await page.getByLabel('Title of the site').fill('Tea & cake');
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByLabel('Email address').fill(administrator.email);
  await page.getByLabel('New password', { exact: true }).fill(administrator.password);
  await page.getByLabel('Confirm new password').fill(administrator.password);
  await page.keyboard.press('Enter');
}

describe('setting up a new site in a browser', { skip }, () => {
  /** Starts the service of a new site, opens a browser, and passes both on. Stops them at the end. */
  async function withNewSite(work: (link: string, browser: Browser) => Promise<void>): Promise<void> {
    const { child, printed } = await serve(newFolder());
    const browser = await launchBrowser();
    try {
      await work(setupLinkIn(printed), browser);
    } finally {
      await browser.close();
      await stop(child);
    }
  }

  it('signs the administrator in, and keeps the secret out of the history and of requests', () =>
    withNewSite(async (link, browser) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(link);
      const [url = '', secret = ''] = link.split('#');
      assert.equal(page.url(), url);
      assert.equal(await page.getByLabel('Setup link').isVisible(), false);
      await submit(page);
      await page.waitForURL('**/admin/');
      await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
      assert.match(await page.title(), /Tea & cake/);
      assert.ok(requested.every((each) => !each.includes(secret) || each === link));
      await page.goto(link);
      await page.getByRole('heading', { name: 'This site is set up' }).waitFor();
    }));

  it('works without scripts: the link is pasted', () =>
    withNewSite(async (link, browser) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(link);
      await page.getByLabel('Setup link').fill(link);
      await submit(page);
      await page.waitForURL('**/admin/');
    }));

  it('is accessible in light and dark, in wide and narrow windows', () =>
    withNewSite(async (link, browser) => {
      for (const width of [1280, 390])
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
          await page.goto(link);
          await takeScreenshot(page, `setup-${width}-${colorScheme}`);
          assert.deepEqual(await findViolations(page), []);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
          await page.getByLabel('Email address').fill('ada@example.org');
          await page.getByLabel('New password', { exact: true }).fill('short');
          await page.getByLabel('Confirm new password').fill('short');
          await page.keyboard.press('Enter');
          await page.getByRole('alert').filter({ hasText: 'at least 8 characters' }).waitFor();
          await takeScreenshot(page, `setup-error-${width}-${colorScheme}`);
          assert.deepEqual(await findViolations(page), []);
          await page.close();
        }
    }));

  it('is in German in a German browser, and so is the sign-in page', () =>
    withNewSite(async (link, browser) => {
      const page = await browser.newPage({ viewport: { width: 390, height: 900 }, locale: 'de-DE' });
      const check = async (name: string) => {
        assert.equal(await page.locator('html').getAttribute('lang'), 'de');
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
        assert.deepEqual(await findViolations(page), []);
        await takeScreenshot(page, `german-${name}-390`);
      };
      await page.goto(link);
      await page.getByRole('heading', { level: 1, name: 'Ihre Website einrichten' }).waitFor();
      await check('setup');
      await page.getByLabel('E-Mail-Adresse').fill(administrator.email);
      await page.getByLabel('Neues Passwort', { exact: true }).fill('kurz');
      await page.getByLabel('Neues Passwort bestätigen').fill('kurz');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'mindestens 8 Zeichen' }).waitFor();
      await check('setup-error');
      await page.getByLabel('Neues Passwort', { exact: true }).fill(administrator.password);
      await page.getByLabel('Neues Passwort bestätigen').fill(administrator.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/');
      const visitor = await browser.newContext({ viewport: { width: 390, height: 900 }, locale: 'de-DE' });
      const signIn = await visitor.newPage();
      await signIn.goto(new URL('/account/sign-in', link).href);
      await signIn.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
      assert.ok(Number(await signIn.evaluate('document.documentElement.scrollWidth')) <= 390);
      assert.deepEqual(await findViolations(signIn), []);
      await takeScreenshot(signIn, 'german-sign-in-390');
      await signIn.getByLabel('Benutzername oder E-Mail-Adresse').fill(administrator.username);
      await signIn.getByLabel('Passwort', { exact: true }).fill('falsch');
      await signIn.getByRole('button', { name: 'Anmelden' }).click();
      await signIn.getByRole('alert').filter({ hasText: 'Benutzername oder Passwort ist falsch' }).waitFor();
      await takeScreenshot(signIn, 'german-sign-in-error-390');
    }));
});
