// The settings: every setting of the site and of extensions, validation, conflicts, and what the configuration determines.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const path = '/octavo/v1/settings';

const readSettings = async (site: Site) => (await site.service.request('GET', path)).body;

/** Saves the form, and waits for the message about it. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The settings are saved.').last().waitFor();
}

/** Returns the bodies of the requests that change settings. */
function recordChanges(page: Page): object[] {
  const changes: object[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /settings$/.test(request.url())) changes.push(request.postDataJSON());
  });
  return changes;
}

describeSite(
  'settings',
  (site) => {
    it('shows every setting with its help, and changes only what the user has changed', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings', problems);
      await page.getByLabel('Site title').waitFor();
      const changes = recordChanges(page);
      assert.match(await page.locator('.field.fixed').innerText(), new RegExp(`Site URL\\s+${site().service.origin}`));
      await page.getByText(/^The URL at which the service is reached\. (?:Not set;|Set by)/).waitFor();
      const { body } = await site().service.request('GET', '/octavo/v1/setting-groups');
      for (const group of body.groups) {
        await page
          .getByRole('navigation', { name: 'Groups of settings' })
          .getByRole('link', { name: group.title })
          .click();
        await page.getByRole('heading', { level: 2, name: group.title }).waitFor();
        await waitUntilLoaded(page);
        for (const { label, help } of group.settings) {
          assert.ok((await page.getByText(label, { exact: true }).count()) > 0, label);
          assert.ok((await page.getByText(help).count()) > 0, help);
        }
        assert.deepEqual(await findViolations(page), [], group.title);
      }
      await page.goto(`${site().service.origin}/admin/settings`);
      await page.getByLabel('Site title').fill(`<b>Cats</b> & "Dogs"`);
      await page.getByLabel('Time zone').fill('Europe/Berlin');
      await page.getByText(/^Local time: \d{4}-\d\d-\d\d/).waitFor();
      await page.getByLabel('Date format').fill('l jS F Y');
      await page.getByText(/^Preview: [A-Z]\w+day \d+(?:st|nd|rd|th) \w+ \d{4}$/).waitFor();
      await page.getByLabel('Week starts on').selectOption('Sunday');
      await save(page);
      assert.deepEqual(changes, [
        { title: '<b>Cats</b> & "Dogs"', timezone: 'Europe/Berlin', date_format: 'l jS F Y', start_of_week: 0 },
      ]);
      await page.locator('.site-title', { hasText: '<b>Cats</b> & "Dogs"' }).waitFor();
      const { title, start_of_week } = await readSettings(site());
      assert.deepEqual([title, start_of_week], ['<b>Cats</b> & "Dogs"', 0]);
      assert.ok(await page.getByRole('button', { name: 'Save changes' }).isDisabled());
      await takeScreenshot(page, 'settings-general');
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('reports invalid values at their fields, while they are typed and by the service', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/discussion', problems);
      const changes = recordChanges(page);
      const links = page.getByLabel('Links that require approval');
      await links.fill('-3');
      await page.getByText('Enter a number from 0.').waitFor();
      assert.equal(await links.getAttribute('aria-invalid'), 'true');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('Correct the marked settings, then save again.').waitFor();
      assert.deepEqual(changes, [], 'nothing is sent');
      await links.fill('4');
      await page.getByLabel('Visitors may comment without an account').check();
      await page.getByLabel('Disallowed words').fill('casino\npills');
      await save(page);
      const { comment_max_links, anonymous_comments, disallowed_keys } = await readSettings(site());
      assert.deepEqual([comment_max_links, anonymous_comments, disallowed_keys], [4, true, 'casino\npills']);

      await page.goto(`${site().service.origin}/admin/settings/permalinks`);
      const structure = page.getByLabel('URLs of posts');
      await structure.fill('/%year%/');
      await page.getByText('Include %postname% or %post_id%.').waitFor();
      await structure.fill('/category/%postname%/');
      await page.getByText(`Preview: ${site().service.origin}/category/example-post/`).waitFor();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('URLs of posts must not begin with /category/').waitFor();
      await takeScreenshot(page, 'settings-rejected');
      await structure.fill('/news/%postname%/');
      assert.equal(await page.getByText('must not begin with').count(), 0, 'the error disappears with the value');
      await save(page);
      assert.equal((await readSettings(site())).permalink_structure, '/news/%postname%/');
      await site().service.request('POST', path, { permalink_structure: null });
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('chooses pages and images by searching them', async () => {
      const problems: string[] = [];
      const page1 = await site().create({ title: 'Welcome home', status: 'publish' }, 'pages');
      for (const title of ['News', 'About']) await site().create({ title, status: 'publish' }, 'pages');
      const logo = await site().upload('our-logo.png');
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/reading', problems);
      await page.getByLabel('The front page displays').selectOption('A page');
      await page.getByRole('button', { name: 'Choose: Front page' }).click();
      const search = page.getByRole('searchbox', { name: 'Search: Front page' });
      await waitFor(() => search.evaluate((each) => each === each.ownerDocument.activeElement), true);
      await page.keyboard.type('welc');
      await page.getByText('1 result').waitFor({ state: 'attached' });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('.chosen').getByText('Welcome home').waitFor();
      await page.getByRole('button', { name: 'Choose: Page of posts' }).click();
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('searchbox').count(), 0);
      await save(page);
      const { show_on_front, page_on_front, page_for_posts } = await readSettings(site());
      assert.deepEqual([show_on_front, page_on_front, page_for_posts], ['page', page1, 0]);
      await page.goto(`${site().service.origin}/admin/settings`);
      await page.getByRole('button', { name: 'Choose: Logo' }).click();
      await page.getByRole('button', { name: 'our-logo' }).click();
      await page.locator('.chosen img').waitFor();
      await takeScreenshot(page, 'settings-logo');
      await save(page);
      assert.equal((await readSettings(site())).site_logo, logo);
      await page.getByRole('button', { name: 'Remove: Logo' }).click();
      await save(page);
      assert.equal((await readSettings(site())).site_logo, 0);
      await site().service.request('POST', path, { show_on_front: 'posts', page_on_front: 0 });
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('never overwrites changes of others unseen, and loses nothing that was typed', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings');
      const tagline = page.getByLabel('Tagline');
      await tagline.fill('My tagline');
      await site().service.request('POST', path, { title: 'Changed by another user', description: 'Their tagline' });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('The settings were changed meanwhile.').waitFor();
      assert.equal((await readSettings(site())).description, 'Their tagline');
      assert.equal(await tagline.inputValue(), 'My tagline');
      await waitFor(() => page.getByLabel('Site title').inputValue(), 'Changed by another user');
      // Leaving the page without saving keeps what was typed.
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('This form contains changes of an earlier visit that were not saved.').waitFor();
      assert.equal(await tagline.inputValue(), 'My tagline');
      await page.route('**/octavo/v1/settings', (route) => route.abort());
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').waitFor();
      assert.equal(await tagline.inputValue(), 'My tagline');
      await page.unroute('**/octavo/v1/settings');
      await save(page);
      const { title, description } = await readSettings(site());
      assert.deepEqual([title, description], ['Changed by another user', 'My tagline']);
      await context.close();
    });

    it('changes the settings of extensions through their own routes', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings/sbc', problems);
      await page.getByLabel('Days until visitors choose again').fill('90');
      await page.getByLabel('Text', { exact: true }).fill('We use cookies.');
      await save(page);
      const { body } = await site().service.request('GET', '/sbc/v1/settings');
      assert.deepEqual([body.cookie_days, body.text, body.categories.length], [90, 'We use cookies.', 3]);
      await page.goto(`${site().service.origin}/admin/settings/akismet`);
      await page.getByLabel('URL of the spam-checking service').fill('http://insecure.example');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('must begin with https://').first().waitFor();
      await takeScreenshot(page, 'settings-extension');
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('lists the configuration and where it is set, without passwords', async () => {
      const problems: string[] = [];
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/settings/Configuration', problems);
      await page.getByText('--max-upload', { exact: true }).waitFor();
      const option = page.locator('.options > div').filter({ hasText: '--mail-from' });
      assert.match(
        await option.innerText(),
        /shop@site\.test[\s\S]*Set by the environment variable OCTAVO_MAIL_FROM\./,
      );
      const mail = await page.locator('.options > div').filter({ hasText: 'OCTAVO_MAIL.' }).innerText();
      assert.match(mail, /smtp:\/\/\*\*\*@127\.0\.0\.1:9/);
      assert.doesNotMatch(await page.locator('main').innerText(), /hunter2/);
      await takeScreenshot(page, 'settings-configuration');
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('is only for users who may manage settings', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/settings', [], 'eva');
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0);
      await context.close();
    });
  },
  {
    prepare: writeConfig({ extensions: ['sbc', 'spamfilter'] }),
    env: { OCTAVO_MAIL: 'smtp://mailer:hunter2@127.0.0.1:9', OCTAVO_MAIL_FROM: 'shop@site.test' },
  },
);
