// Tests the admin in a real browser against the real service: writing, lists, locks, conflicts, expired sessions, accessibility in light and
// dark and in narrow and wide windows. No request may leave the service, and nothing may violate the Content-Security-Policy.
// OCTAVO_CHROMIUM is the path of a browser other than Debian's Chromium; OCTAVO_SCREENSHOTS is a folder for screenshots.
// `npm run admin-test` runs this test; it is no part of `npm test`, because the browser uses more CPU time than most tests together.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright-core';
import { type InProcessService, startInProcess } from '../test/service-in-process.ts';
import { findViolations, takeScreenshot } from './browser-checks.ts';

const executablePath = process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium';
const skip = existsSync(executablePath) ? false : `no Chromium at ${executablePath}`;

/** Maximum time for a step in the browser, in milliseconds. A busy machine needs several seconds to open the editor. */
const timeout = 60_000;

describe('the admin in a browser', { skip, timeout: 10 * timeout }, () => {
  let service: InProcessService;
  let browser: Browser;
  let password: string;

  before(async () => {
    service = await startInProcess();
    password = /password (\w+)/.exec(service.administratorLine)?.[1] ?? '';
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const { status } = await service.request('POST', '/cms/v2/users', {
      ...{ username: 'eva', name: 'Eva', email: 'eva@site.test', password: 'a long password', roles: ['editor'] },
    });
    assert.equal(status, 201);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Opens a page of the admin as a user, who signs in. `problems` receives errors, violations of the policy and requests to other hosts. */
  async function open(context: BrowserContext, url: string, problems: string[], login = 'admin'): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(timeout);
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== service.origin)
        problems.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(service.origin + url);
    await signIn(page, login);
    return page;
  }

  async function signIn(page: Page, login: string): Promise<void> {
    await page.getByLabel('Username or email address').fill(login);
    await page.getByLabel('Password', { exact: true }).fill(login === 'admin' ? password : 'a long password');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const newContext = (width = 1280, colorScheme: 'light' | 'dark' = 'light') =>
    browser.newContext({ viewport: { width, height: 900 }, colorScheme });

  const canvasOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="editor-canvas"]');

  /** Creates an entry through the API, and returns its ID. */
  async function create(entry: object): Promise<number> {
    const { status, body } = await service.request('POST', '/cms/v2/posts', entry);
    assert.equal(status, 201);
    return body.id;
  }

  const readEntry = async (id: number) => (await service.request('GET', `/cms/v2/posts/${id}?context=edit`)).body;

  /** Waits until an entry has this content. */
  async function waitForContent(id: number, content: string): Promise<void> {
    const endsAt = performance.now() + timeout;
    while ((await readEntry(id)).content.raw !== content) {
      assert.ok(performance.now() < endsAt, 'The content was not saved.');
      await pause(200);
    }
  }

  it('signs in, writes and publishes a post, which is stored as it was serialized', async () => {
    const problems: string[] = [];
    const context = await newContext();
    const page = await open(context, '/admin/', problems);
    await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    await page.getByRole('link', { name: 'Add Post' }).click();
    const canvas = canvasOf(page);
    await canvas.getByRole('textbox', { name: 'Add title' }).fill('A first post');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The first paragraph.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## A heading');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await takeScreenshot(page, 'editor');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .getByRole('region', { name: 'Editor publish' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click();
    await page.getByText('is now live').waitFor();
    const id = Number(/\/admin\/content\/post\/(\d+)$/.exec(page.url())?.[1]);
    const entry = await readEntry(id);
    assert.deepEqual([entry.status, entry.title.raw], ['publish', 'A first post']);
    assert.equal(
      entry.content.raw,
      [
        '<!-- wp:paragraph -->\n<p>The first paragraph.</p>\n<!-- /wp:paragraph -->',
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">A heading</h2>\n<!-- /wp:heading -->',
        '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>one</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>two</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
      ].join('\n\n'),
    );
    await page.reload();
    await canvasOf(page).getByText('The first paragraph.').waitFor();
    assert.equal(await canvasOf(page).locator('.block-editor-warning').count(), 0, 'no block is invalid');
    // The link of the editor's own package leads to the list.
    await page.getByRole('link', { name: 'View Posts' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.getByRole('link', { name: 'A first post' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('lists entries: search, filters, sorting, trash and undo, with the view in the URL', async () => {
    const problems: string[] = [];
    const context = await newContext();
    for (const title of ['Apples', 'Bananas', 'Cherries']) await create({ title, status: 'draft' });
    const page = await open(context, '/admin/content/post?status=draft&sort=title&order=asc', problems);
    const titles = async () => {
      await page.getByRole('row').nth(1).waitFor();
      return (await page.getByRole('row').getByRole('link').allInnerTexts()).map((text) => text.trim());
    };
    await page.getByRole('link', { name: 'Apples' }).waitFor();
    assert.deepEqual(await titles(), ['Apples', 'Bananas', 'Cherries']);
    await page.getByRole('searchbox', { name: 'Search' }).fill('banan');
    await page.getByRole('link', { name: 'Apples' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /search=banan/);
    assert.deepEqual(await titles(), ['Bananas']);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('1 entry was moved to the trash.').waitFor();
    await page.getByRole('link', { name: 'Bananas' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Bananas' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Bananas' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('reports an entry that was changed after the list was read, instead of trashing it', async () => {
    const context = await newContext();
    const id = await create({ title: 'Changed in the meantime', status: 'draft' });
    const page = await open(context, '/admin/content/post?search=meantime', []);
    await page.getByRole('link', { name: 'Changed in the meantime' }).waitFor();
    await service.request('PUT', `/cms/v2/posts/${id}`, { content: 'Changed' });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByRole('alert').getByText('Changed in the meantime: ').waitFor();
    assert.equal((await readEntry(id)).status, 'draft');
    await context.close();
  });

  it('does not overwrite a version that was saved meanwhile without showing it', async () => {
    const context = await newContext();
    const id = await create({ title: 'Two versions', content: paragraph('Old text'), status: 'publish' });
    const page = await open(context, `/admin/content/post/${id}`, []);
    await canvasOf(page).getByText('Old text').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' of mine');
    await service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph('New text of someone else') });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await dialog.getByText('New text of someone else').waitFor();
    await takeScreenshot(page, 'conflict');
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    assert.equal((await readEntry(id)).content.raw, paragraph('New text of someone else'));
    await canvasOf(page).getByText('Old text of mine').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Replace the other version with mine' }).click();
    await waitForContent(id, paragraph('Old text of mine'));
    await context.close();
  });

  it('lets the user sign in in place when the session has ended, and saves what was typed', async () => {
    const context = await newContext();
    const id = await create({ title: 'Long work', content: paragraph('Start'), status: 'publish' });
    const page = await open(context, `/admin/content/post/${id}`, []);
    await canvasOf(page).getByText('Start').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and end');
    // Another user signs in in another tab, which does not continue the session of this one.
    await context.clearCookies();
    const other = await context.newPage();
    await other.goto(`${service.origin}/account/sign-in`);
    await signIn(other, 'eva');
    await other.waitForURL('**/account/profile');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    assert.equal((await readEntry(id)).content.raw, paragraph('Start'), 'nothing was saved as another user');
    await context.clearCookies();
    await dialog.getByLabel('Username or email address').fill('eva');
    await dialog.getByLabel('Password').fill('a long password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('another user').waitFor();
    await context.clearCookies();
    await signIn(page, 'admin');
    await waitForContent(id, paragraph('Start and end'));
    await context.close();
  });

  it('shows users who else is editing an entry, and lets them take over', async () => {
    const id = await create({ title: 'Shared', content: paragraph('Text'), status: 'publish' });
    const [first, second] = [await newContext(), await newContext()];
    const pageOfAdmin = await open(first, `/admin/content/post/${id}`, []);
    await canvasOf(pageOfAdmin).getByText('Text').waitFor();
    const pageOfEva = await open(second, `/admin/content/post/${id}`, [], 'eva');
    const dialog = pageOfEva.getByRole('dialog', { name: 'admin is editing this entry' });
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await dialog.waitFor({ state: 'detached' });
    await pageOfAdmin.reload();
    await pageOfAdmin.getByRole('dialog', { name: 'Eva is editing this entry' }).waitFor();
    await first.close();
    await second.close();
  });

  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`is accessible in ${colorScheme} windows with ${width} pixels`, async () => {
        const problems: string[] = [];
        const context = await newContext(width, colorScheme);
        const page = await open(context, '/admin/', problems);
        for (const [name, url, heading] of [
          ['home', '/admin/', 'Hello, admin'],
          ['list', '/admin/content/post', 'Posts'],
          ['not-found', '/admin/nothing', 'Page not found'],
        ] as const) {
          await page.goto(service.origin + url);
          await page.getByRole('heading', { level: 1, name: heading }).waitFor();
          await page.waitForLoadState('networkidle');
          await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
          assert.deepEqual(await page.locator('.error').allInnerTexts(), [], name);
          assert.deepEqual(await findViolations(page), [], name);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name);
        }
        assert.deepEqual(problems, []);
        await context.close();
      });
});

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Errors that browsers report for expected responses: an anonymous visitor has no nonce. */
const isExpected = (message: string): boolean => /status of 400/.test(message);
