// Screens of extensions: that of docs/extensions.md, written literally as there, and components that fail.
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { blocksOf, writeFiles } from '../../test/page-blocks.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

/** Writes the files of the example in the guide, of which the last one of each name counts, to a site that has the service as a dependency. */
async function writeExample(data: string): Promise<void> {
  writeFiles(blocksOf('docs/extensions.md'), data);
  await mkdir(path.join(data, 'node_modules'));
  await symlink(path.resolve('.'), path.join(data, 'node_modules/octavo'));
}

const url = '/admin/extensions/shortlinks/links';

async function fillForm(page: Page, labels: readonly [slug: string, target: string], slug: string): Promise<void> {
  await page.getByLabel(labels[0]).fill(slug);
  await page.getByLabel(labels[1]).fill('https://example.com/');
}

describeSite(
  'the extension of the guide',
  (site) => {
    it('has a screen with its own component, and settings from its declaration alone', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/', problems);
      const navigation = page.getByRole('navigation', { name: 'Admin' });
      await navigation.getByRole('link', { name: 'Short links' }).click();
      await page.getByRole('heading', { level: 1, name: 'Short links' }).waitFor();
      await fillForm(page, ['Slug', 'Target URL'], 'home');
      await takeScreenshot(page, 'extension-screen');
      assert.deepEqual(await findViolations(page), []);
      assert.match(await page.title(), /^Short links · /);
      await page.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByText('Created: home').waitFor();
      const { body } = await site().service.request('GET', '/shortlinks/v1/links/home');
      assert.equal(body.target, 'https://example.com/');
      // An error of the API is displayed, and nothing that was typed is lost.
      await fillForm(page, ['Slug', 'Target URL'], 'home');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('alert').getByText('This slug is already in use.').waitFor();
      assert.equal(await page.getByLabel('Slug').inputValue(), 'home');

      await navigation.getByRole('link', { name: 'Settings' }).click();
      const groups = page.getByRole('navigation', { name: 'Groups of settings' });
      await groups.getByRole('link', { name: 'Short links' }).click();
      await page.getByLabel('Days without use').fill('30');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('The settings are saved.').waitFor();
      const settings = await site().service.request('GET', '/octavo/v1/extension-settings/shortlinks');
      assert.equal(settings.body.unused_days, 30);
      assert.equal(await page.getByRole('button', { name: 'Create' }).count(), 0, 'the element was removed');
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('is displayed in the language of the user, on small screens and in the dark', async () => {
      const problems: string[] = [];
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, `${url}?locale=de`, problems);
      await page.getByRole('heading', { level: 1, name: 'Kurzlinks' }).waitFor();
      await fillForm(page, ['Kürzel', 'Ziel-URL'], 'start');
      await page.getByRole('button', { name: 'Anlegen' }).click();
      await page.getByText('Angelegt: start').waitFor();
      await takeScreenshot(page, 'extension-screen-390-dark');
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('does not exist for users without the capability', async () => {
      const context = await site().newContext();
      const page = await site().open(context, url, [], 'eva');
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Short links' }).count(), 0);
      await context.close();
    });
  },
  { prepare: writeExample },
);

/** The components of the other extension, by the names of their screens. */
const components: Readonly<Record<string, string>> = {
  throws: "export default function render() { throw new Error('Thrown at once.'); }",
  rejects: "export default async function render() { throw new Error('Thrown later.'); }",
  empty: 'export const render = 1;',
  syntax: 'export default (',
  foreign: "import 'https://other.test/module.js'; export default () => {};",
  imports: "import './throws.js'; import './secret.js'; export default () => {};",
  // Reports in the title of the page, which outlives the screen, what happens after the user has left it.
  leaves: `export default function render({ element, signal, request, notify }) {
    element.textContent = 'Rendered';
    const pending = request('/wp/v2/posts', { query: { per_page: 1 }, signal: new AbortController().signal });
    pending.then(({ data }) => { element.textContent = 'Read ' + Array.isArray(data); });
    signal.addEventListener('abort', () => {
      document.body.dataset.aborted = 'true';
      notify('success', 'Not displayed');
      request('/wp/v2/posts').catch(({ name }) => { document.body.dataset.error = name; });
    });
    return () => { document.body.dataset.cleaned = 'true'; throw new Error('At the end.'); };
  }`,
};

async function writeFaulty(data: string): Promise<void> {
  const folder = path.join(data, 'faulty');
  await mkdir(folder);
  for (const [name, code] of Object.entries({ ...components, secret: 'export const secret = 1;' }))
    await writeFile(path.join(folder, `${name}.js`), code);
  const screens = Object.keys(components).map(
    (name) =>
      `{ name: '${name}', title: 'Screen ${name}', capability: 'read', component: new URL('./faulty/${name}.js', import.meta.url) }`,
  );
  const extension = `{
    name: 'faulty', version: '1', title: 'Faulty', description: '', namespace: 'faulty/v1', resources: [],
    screens: [${screens.join()}], open: () => ({ modules: [] }),
  }`;
  await writeFile(path.join(data, 'octavo.config.ts'), `export default { extensions: [${extension}] };`);
}

describeSite(
  'components that fail',
  (site) => {
    it('do not break the admin', async () => {
      const context = await site().newContext();
      const page = await site().open(context, '/admin/', [], 'eva');
      const navigation = page.getByRole('navigation', { name: 'Admin' });
      const requests: string[] = [];
      page.on('response', (response) => requests.push(response.url()));
      for (const [name, message] of [
        ['throws', 'Thrown at once.'],
        ['rejects', 'Thrown later.'],
        ['empty', 'does not export a function as its default.'],
        ['syntax', 'SyntaxError'],
        ['foreign', 'Failed to fetch'],
        ['imports', 'Failed to fetch'],
      ] as const) {
        await navigation.getByRole('link', { name: `Screen ${name}` }).click();
        const alert = page.getByRole('alert');
        await alert.getByText('This screen of an extension has failed.').waitFor();
        if (name !== 'syntax') await alert.getByText(message).waitFor();
      }
      await takeScreenshot(page, 'extension-screen-failed');
      assert.deepEqual(await findViolations(page), []);
      assert.ok(!requests.some((each) => each.includes('other.test')), 'the policy blocks other hosts');
      await navigation.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { level: 1, name: 'Hello, Eva' }).waitFor();
      await context.close();
    });

    it('end when the user leaves the screen', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/extensions/faulty/leaves', problems);
      await page.getByText('Read true').waitFor();
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Posts' }).click();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      await waitFor(() => page.evaluate('({ ...document.body.dataset })'), {
        ...{ aborted: 'true', cleaned: 'true', error: 'AbortError' },
      } as unknown);
      assert.equal(await page.getByText('Not displayed').count(), 0);
      assert.equal(await page.getByText('Read true').count(), 0);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('cannot be reached by other names of files', async () => {
      const { origin } = site().service;
      const statusOf = async (name: string) => (await fetch(`${origin}/admin/assets/extensions/${name}`)).status;
      assert.equal(await statusOf('faulty/throws.js'), 200);
      for (const name of [
        'faulty/secret.js',
        'faulty/..%2fsecret.js',
        '..%2f..%2foctavo.config.ts',
        'faulty',
        'other/throws.js',
      ])
        assert.equal(await statusOf(name), 404, name);
    });
  },
  { prepare: writeFaulty },
);
