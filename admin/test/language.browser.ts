// The language of the admin: that of the user or of the site, chosen in the profile.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';

/** Chooses a language in the profile that a page displays, and waits for the title in this language. */
async function chooseLanguage(
  page: Page,
  section: string,
  option: string,
  submit: string,
  title: string,
): Promise<void> {
  const panel = page.getByRole('region', { name: section, exact: true });
  await panel.getByRole('combobox').selectOption({ label: option });
  await panel.getByRole('button', { name: submit }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await waitUntilLoaded(page);
}

const langOf = (page: Page) => page.locator('html').getAttribute('lang');

describeSite('the language of the admin', (site) => {
  it('is chosen in the profile, takes effect at once, and stays after signing in again', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/profile', problems);
    const options = page.getByRole('region', { name: 'Language', exact: true }).getByRole('option');
    await options.first().waitFor({ state: 'attached' });
    assert.deepEqual(await options.allInnerTexts(), ['Language of the site (English)', 'English', 'Deutsch']);
    await page.getByLabel('Display name').fill('Ada');
    await chooseLanguage(page, 'Language', 'Deutsch', 'Change the language', 'Ihr Profil');
    assert.equal(await langOf(page), 'de');
    assert.equal(await page.locator('html').getAttribute('dir'), 'ltr');
    assert.equal(await page.getByLabel('Anzeigename').inputValue(), 'Ada', 'what was typed is still there');
    await takeScreenshot(page, 'language-profile');
    assert.deepEqual(await findViolations(page), []);
    const other = await site().newContext(390);
    const elsewhere = await site().open(other, '/admin/content/post', problems);
    await elsewhere.getByRole('searchbox', { name: 'Suche' }).waitFor();
    await elsewhere
      .getByText(/\d{2}\.\d{2}\.\d{4}/)
      .first()
      .waitFor();
    assert.equal(await langOf(elsewhere), 'de');
    await other.close();
    await chooseLanguage(page, 'Sprache', 'English', 'Sprache ändern', 'Your profile');
    assert.equal(await langOf(page), 'en');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('is that of the site for users who have not chosen one', async () => {
    await site().createUser('uwe', 'author');
    await site().service.request('PUT', '/cms/v2/settings', { language: 'de_DE' });
    const context = await site().newContext(390);
    const requests: string[] = [];
    context.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const page = await site().open(context, '/admin/profile', [], 'uwe');
    await page.getByRole('heading', { level: 1, name: 'Ihr Profil' }).waitFor();
    const select = page.getByRole('region', { name: 'Sprache', exact: true }).getByRole('combobox');
    assert.equal(await select.inputValue(), '');
    assert.ok(requests.some((path) => path.includes('/locale-de-')));
    assert.ok(!requests.some((path) => path.includes('/locale-de.editor-')), 'only the editor loads its messages');
    await chooseLanguage(page, 'Sprache', 'English', 'Sprache ändern', 'Your profile');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    requests.length = 0;
    await page.goto(`${site().service.origin}/admin/`);
    await page.getByRole('heading', { level: 1, name: 'Hello, Uwe' }).waitFor();
    assert.ok(!requests.some((path) => path.includes('/locale-')), 'English needs no catalogue');
    await site().service.request('PUT', '/cms/v2/settings', { language: 'en_US' });
    await context.close();
  });

  it('is that of the user in browsers that store nothing, too', async () => {
    const { status } = await site().service.request('POST', '/cms/v2/users/me', {
      meta: { persisted_preferences: { 'octavo/admin': { language: 'de' } } },
    });
    assert.equal(status, 200);
    const context = await site().newContext();
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new Error('Storage is disabled.');
        },
      });
    });
    const page = await site().open(context, '/admin/');
    await page.getByRole('heading', { level: 1, name: 'Hallo, ' }).waitFor();
    await context.close();
  });
});
