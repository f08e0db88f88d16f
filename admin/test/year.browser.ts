// A year in the life of a site, in one go and only in the browser: first start, users, posts, a menu, comments, a backup, the loss of all
// data, a restore on a new site, and the import of another site. At the end, the API agrees with what the screens have shown.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser, skip, takeScreenshot } from '../../test/browser.ts';
import { newFolder, serve, stop } from '../../test/commands/processes.ts';
import { skipWithoutRealSite } from '../../test/real-site.ts';
import { administrator, setupLinkIn } from '../../test/set-up-site.ts';
import { outlineOf, save as saveMenu } from './menu-pages.ts';
import { canvasOf, publish, saveBy, waitUntilLoaded } from './page-actions.ts';
import { SiteInBrowser } from './site-in-browser.ts';
import { waitFor } from './wait.ts';

const exportFile = path.resolve(import.meta.dirname, '../../../shared/data/real-site.wxr.xml');
const userPassword = 'a long password';

/** The people of the site by their usernames, with their roles and the number of the posts that each of them writes. */
const staff = {
  edith: { role: 'Editor', posts: 6 },
  arthur: { role: 'Author', posts: 9 },
  carla: { role: 'Contributor', posts: 5 },
} as const;
type Username = keyof typeof staff;
const usernames = Object.keys(staff) as Username[];

/** The titles of the posts of a user. */
const titlesOf = (username: Username): string[] =>
  Array.from({ length: staff[username].posts }, (_, n) => `Story ${n + 1} by ${username}`);

/** All posts of the site, by title. */
const allTitles = usernames.flatMap(titlesOf);

/** A service with its site in a browser. */
class YearSite extends SiteInBrowser {
  readonly origin: string;
  readonly rest: string;
  readonly #end: () => Promise<unknown>;

  private constructor(
    origin: string,
    rest: string,
    browser: Awaited<ReturnType<typeof launchBrowser>>,
    end: () => Promise<unknown>,
  ) {
    const passwords = new Map<string, string>(usernames.map((username) => [username, userPassword]));
    super(browser, origin, passwords.set(administrator.username, administrator.password));
    this.origin = origin;
    this.rest = rest;
    this.#end = end;
  }

  /** Starts the service of a new site in a data folder, and sets the site up with the printed link. */
  static async start(data: string, choice: string): Promise<YearSite> {
    const { child, rest, printed } = await serve(data);
    const link = setupLinkIn(printed);
    const site = new YearSite(new URL(link).origin, rest, await launchBrowser(), () => stop(child));
    const context = await site.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByText(`The URL of the site is ${site.origin}.`).waitFor();
    await page.getByLabel('Title of the site').fill('The Year');
    await page.getByLabel('Username').fill(administrator.username);
    await page.getByLabel('Email address').fill(administrator.email);
    await page.getByLabel('New password', { exact: true }).fill(administrator.password);
    await page.getByLabel('Confirm new password').fill(administrator.password);
    await page.getByLabel(choice).check();
    await page.getByRole('button', { name: 'Set up the site' }).click();
    await page.waitForURL('**/admin/**');
    await context.close();
    return site;
  }

  /** Ends the service and the browser. */
  async end(): Promise<void> {
    await this.closeContexts('failed-year');
    await this.close();
    await this.#end();
  }

  /** Opens a page as a user, runs the work, and closes it. */
  async as<T>(username: string, url: string, work: (page: Page, context: BrowserContext) => Promise<T>): Promise<T> {
    const context = await this.newContext();
    const page = await this.open(context, url, [], username);
    const result = await work(page, context);
    await context.close();
    return result;
  }

  /** Reads a route of the API as the administrator. */
  async read<T>(route: string): Promise<T> {
    return this.as(administrator.username, '/admin/', async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { rows } = (await page.evaluate(
        `(async () => {
          const nonce = await (await fetch('/account/nonce', { cache: 'no-store' })).text();
          const response = await fetch('/rest${route}', { headers: { 'X-CMS-Nonce': nonce } });
          return { status: response.status, rows: await response.json() };
        })()`,
      )) as { rows: T };
      return rows;
    });
  }
}

async function createUsers(site: YearSite): Promise<void> {
  await site.as(administrator.username, '/admin/users', async (page) => {
    for (const username of usernames) {
      await page.getByRole('link', { name: 'Add user' }).click();
      await page.getByLabel('Email').fill(`${username}@year.test`);
      await waitFor(() => page.getByLabel('Username').inputValue(), username);
      for (const box of await page.getByRole('group', { name: 'Roles' }).getByRole('checkbox', { checked: true }).all())
        await box.uncheck();
      await page.getByRole('checkbox', { name: staff[username].role, exact: true }).check();
      await page.getByLabel('Password', { exact: true }).fill(userPassword);
      await page.getByRole('button', { name: 'Create the user' }).click();
      await page.getByText(`The user ${username} was created.`).waitFor();
    }
  });
}

/** Writes the posts of a user, who publishes them, or submits them for review without the right to publish. */
async function writePosts(site: YearSite, username: Username): Promise<void> {
  await site.as(username, '/admin/', async (page) => {
    for (const title of titlesOf(username)) {
      await page.goto(`${site.origin}/admin/content/post/new`);
      await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill(title);
      await page.keyboard.press('Enter');
      await page.keyboard.type(`The text of “${title}”.`);
      if (staff[username].role === 'Contributor') await submitForReview(page);
      else await publish(page);
    }
    // Leaving the editor releases the entry.
    await page.goto(`${site.origin}/admin/`);
  });
}

async function submitForReview(page: Page): Promise<void> {
  const submit = page.getByRole('button', { name: 'Submit for Review', exact: true });
  await submit.first().click();
  const inPanel = page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('button', { name: 'Submit for Review' });
  await saveBy(page, () => inPanel.click());
}

/** The editor publishes what the contributor has submitted. */
async function publishSubmitted(site: YearSite): Promise<void> {
  await site.as('edith', '/admin/content/post?status=pending', async (page) => {
    for (const title of titlesOf('carla')) {
      await page.goto(`${site.origin}/admin/content/post?status=pending`);
      await page.getByRole('link', { name: title, exact: true }).click();
      await canvasOf(page).getByText(`The text of “${title}”.`).waitFor();
      await publish(page);
    }
  });
}

async function createMenu(site: YearSite): Promise<string[]> {
  return site.as(administrator.username, '/admin/menus', async (page) => {
    await page.getByLabel('Name of the new menu').fill('Main');
    await page.getByRole('button', { name: 'Create menu' }).click();
    await page.getByText('This menu is empty.').waitFor();
    await page.getByLabel('Search pages, posts, categories …').fill('Story 1 by edith');
    await page.getByRole('button', { name: 'Add Story 1 by edith' }).click();
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('URL of the link').fill('https://example.org/shop');
    await page.getByLabel('Label of the link').fill('Shop');
    await page.keyboard.press('Enter');
    await waitFor(() => outlineOf(page), ['Story 1 by edith', 'Shop']);
    await saveMenu(page);
    return outlineOf(page);
  });
}

/** Visitors comment on a post, and the editor moderates the comments. */
async function moderateComments(site: YearSite): Promise<void> {
  await site.as(administrator.username, '/admin/settings/discussion', async (page) => {
    await page.getByLabel('Visitors may comment without an account').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved.').last().waitFor();
  });
  const [post] = await site.read<{ link: string }[]>('/cms/v2/posts?search=Story%201%20by%20edith&_fields=link');
  const context = await site.newContext();
  const visitor = await context.newPage();
  for (const name of ['Anna', 'Boris', 'Clara']) {
    await visitor.goto(post?.link ?? '');
    await visitor.getByLabel('Comment *').fill(`A comment by ${name}`);
    await visitor.getByLabel('Name *').fill(name);
    await visitor.getByLabel('Email *').fill(`${name.toLowerCase()}@readers.test`);
    const submit = async () => {
      const loaded = visitor.waitForEvent('load');
      await visitor.getByRole('button', { name: 'Post comment' }).click();
      await loaded;
      return visitor.getByText('too fast').count();
    };
    // The service limits how fast a visitor comments.
    while ((await submit()) > 0) await visitor.waitForTimeout(2000);
  }
  await context.close();
  await site.as('edith', '/admin/comments?status=hold', async (page) => {
    const row = (name: string) =>
      page.locator('.comment').filter({ has: page.locator('.author-name').getByText(name, { exact: true }) });
    await row('Anna').getByRole('button', { name: 'Approve', exact: true }).click();
    await row('Boris').getByRole('button', { name: 'Spam', exact: true }).click();
    const tabs = page.getByRole('navigation', { name: 'Status' }).getByRole('link');
    await waitFor(() => tabs.allInnerTexts(), ['All 2', 'Waiting 1', 'Approved 1', 'Spam 1', 'Trash 0']);
    await takeScreenshot(page, 'year-comments');
  });
}

/** Creates a backup and downloads it. Returns its file. */
async function downloadBackup(site: YearSite): Promise<string> {
  const to = path.join(newFolder(), 'backup.tar');
  await site.as(administrator.username, '/admin/operations/backups', async (page) => {
    await page.getByLabel('Name (optional)').fill('Before the storm');
    await page.getByRole('button', { name: 'Create backup' }).click();
    await page.getByRole('button', { name: 'Download Before the storm' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(administrator.password);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await (await downloading).saveAs(to);
  });
  return to;
}

/** Uploads a backup to a new site, which it replaces. */
async function restoreBackup(site: YearSite, file: string): Promise<void> {
  await site.as(administrator.username, '/admin/operations/backups?upload', async (page) => {
    await page.getByLabel('Choose a backup').setInputFiles(file);
    await page.getByText('The backup was uploaded. You can restore it now.').waitFor();
    await takeScreenshot(page, 'year-uploaded-backup');
    await page.getByRole('button', { name: 'Restore Before the storm' }).click();
    const dialog = page.getByRole('dialog', { name: /^Restore the site of/ });
    await dialog.getByText('This backup belongs to another site').waitFor();
    await takeScreenshot(page, 'year-restore');
    await dialog.getByLabel('Your password').fill(administrator.password);
    await dialog.getByLabel('To confirm, type Before the storm').fill('Before the storm');
    await dialog.getByRole('button', { name: 'Replace the site' }).click();
    // The users of the backup sign in.
    await page.waitForURL(({ pathname }) => pathname === '/account/sign-in');
    await site.signIn(page, 'edith');
    await page.waitForURL('**/admin/**');
  });
}

/** Imports the export of another site. Returns the numbers of imported records by kind, as the screen shows them. */
async function importSite(site: YearSite): Promise<ReadonlyMap<string, number>> {
  return site.as(administrator.username, '/admin/operations/import', async (page) => {
    await page.getByLabel('Choose an export file').setInputFiles(exportFile);
    await page.getByLabel('Download the files of media items').uncheck();
    await page.getByRole('button', { name: 'Import…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'The import is complete' }).waitFor({ timeout: 180_000 });
    // The report is read after the state of the import.
    await page.getByRole('row', { name: /^posts \d/ }).waitFor();
    await takeScreenshot(page, 'year-import');
    const rows = await page.locator('table').first().locator('tbody tr').all();
    const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
    return new Map(cells.map(([kind = '', imported = '']) => [kind, Number(imported)]));
  });
}

/** Returns the number of entries that a list shows. */
const shownTotal = (site: YearSite, url: string): Promise<number> =>
  site.as(administrator.username, url, async (page) => {
    await waitUntilLoaded(page);
    const text = await page
      .getByText(/\d+ Items?$/)
      .first()
      .innerText();
    return Number(/(\d+) Items?$/.exec(text)?.[1]);
  });

describe('a year in the life of a site', { skip: skip || skipWithoutRealSite }, () => {
  it('needs only the browser', { timeout: 1_800_000 }, async () => {
    const data = newFolder();
    const lost = await YearSite.start(data, 'Empty');
    let file: string;
    let menu: string[];
    try {
      await createUsers(lost);
      for (const username of usernames) await writePosts(lost, username);
      await publishSubmitted(lost);
      menu = await createMenu(lost);
      await moderateComments(lost);
      file = await downloadBackup(lost);
    } finally {
      await lost.end();
    }
    rmSync(data, { recursive: true });

    const site = await YearSite.start(newFolder(), 'With a backup of a site');
    try {
      await restoreBackup(site, file);
      const restored = await site.read<{ title: { rendered: string } }[]>('/cms/v2/posts?per_page=100&_fields=title');
      assert.deepEqual(restored.map(({ title }) => title.rendered).sort(), [...allTitles].sort());
      const imported = await importSite(site);
      assert.equal(await shownTotal(site, '/admin/content/post'), allTitles.length + (imported.get('posts') ?? 0));

      const users = await site.read<{ username: string; roles: string[] }[]>(
        '/cms/v2/users?context=edit&per_page=100&orderby=id',
      );
      const roleOf = (username: string) => users.find((user) => user.username === username)?.roles;
      assert.deepEqual(
        usernames.map(roleOf),
        usernames.map((username) => [staff[username].role.toLowerCase()]),
      );
      const comments = await site.read<{ author_name: string; status: string }[]>(
        '/cms/v2/comments?context=edit&status=all&per_page=100&search=A%20comment%20by',
      );
      assert.deepEqual(comments.map(({ author_name, status }) => `${author_name} ${status}`).sort(), [
        'Anna approved',
        'Clara hold',
      ]);
      const [created] = await site.read<{ id: number; name: string }[]>('/cms/v2/menus?search=Main&context=edit');
      assert.equal(created?.name, 'Main');
      const items = await site.read<{ title: { rendered: string } }[]>(`/cms/v2/menu-items?menus=${created?.id}`);
      assert.deepEqual(
        items.map(({ title }) => title.rendered),
        menu,
      );
    } finally {
      await site.end();
    }
  });
});
