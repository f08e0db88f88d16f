// A site whose admin is tested in a real browser, and what the tests do in the pages.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { launchBrowser, skip } from '../../test/browser.ts';
import { type InProcessService, startInProcess } from '../../test/service-in-process.ts';

/** Maximum time for a step in the browser, in milliseconds. A busy machine needs several seconds to open the editor. */
const timeout = 60_000;

/** Password of the users that tests create. */
const userPassword = 'a long password';

/** Options of a site. */
interface SiteOptions {
  /** Environment variables that configure the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Writes files to the data folder before the service starts. */
  readonly prepare?: (data: string) => Promise<unknown>;
}

/** Returns a function that writes the declarations of a site to its octavo.config.ts. */
export const writeConfig =
  (config: object) =>
  (data: string): Promise<void> =>
    writeFile(path.join(data, 'octavo.config.ts'), `export default ${JSON.stringify(config)};`);

/** A new site with its service, a browser, the administrator `admin` and the editor `eva`. */
export class Site {
  readonly service: InProcessService;
  readonly #browser: Browser;
  readonly #passwords = new Map<string, string>();

  private constructor(service: InProcessService, browser: Browser) {
    this.service = service;
    this.#browser = browser;
    this.#passwords.set('admin', /password (\w+)/.exec(service.administratorLine)?.[1] ?? '');
  }

  /** Starts a service and a browser. */
  static async start(options: SiteOptions = {}): Promise<Site> {
    const service = await startInProcess(options);
    const browser = await launchBrowser();
    const site = new Site(service, browser);
    await site.createUser('eva', 'editor');
    return site;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.service.close();
  }

  /** Creates a user with a role, whose name is the username with a capital letter. */
  async createUser(username: string, role: string): Promise<void> {
    const name = `${username.charAt(0).toUpperCase()}${username.slice(1)}`;
    const { status } = await this.service.request('POST', '/cms/v2/users', {
      ...{ username, name, email: `${username}@site.test`, password: userPassword, roles: [role] },
    });
    assert.equal(status, 201);
    this.#passwords.set(username, userPassword);
  }

  /** Opens a new profile of the browser, without cookies. */
  newContext(width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
    return this.#browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  }

  /**
   * Opens a page of the admin, by its path, as a user, who signs in. `problems` receives errors, violations of the policy and requests to
   * other hosts.
   */
  async open(context: BrowserContext, url: string, problems: string[] = [], username = 'admin'): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(timeout);
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== this.service.origin)
        problems.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(this.service.origin + url);
    await this.signIn(page, username);
    return page;
  }

  /** Fills in the sign-in form of a page. */
  async signIn(page: Page, username = 'admin'): Promise<void> {
    await page.getByLabel('Username or email address').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(this.#passwords.get(username) ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Creates an entry through the API, and returns its ID. `base` is the REST base of its type. */
  async create(entry: object, base = 'posts'): Promise<number> {
    const { status, body } = await this.service.request('POST', `/cms/v2/${base}`, entry);
    assert.equal(status, 201);
    return body.id;
  }

  /** Returns an entry with its raw texts. */
  async read(id: number, base = 'posts') {
    return (await this.service.request('GET', `/cms/v2/${base}/${id}?context=edit`)).body;
  }

  /** Waits until an entry has this content. */
  async waitForContent(id: number, content: string): Promise<void> {
    const endsAt = performance.now() + timeout;
    for (;;) {
      const { raw } = (await this.read(id)).content;
      if (raw === content) return;
      if (performance.now() > endsAt) assert.equal(raw, content, 'The content was not saved.');
      await pause(200);
    }
  }
}

/** Declares tests of a site, which they share. It is started before the first of them. */
export function describeSite(name: string, define: (site: () => Site) => void, options: SiteOptions = {}): void {
  describe(name, { skip, timeout: 10 * timeout }, () => {
    let site: Site | undefined;
    before(async () => {
      site = await Site.start(options);
    });
    after(() => site?.close());
    define(() => site ?? assert.fail('The site is not started.'));
  });
}

/** The canvas of the editor in a page, which contains the blocks. */
export const canvasOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="editor-canvas"]');

/** Publishes the entry that is open in the editor, and returns its ID. */
export async function publish(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click();
  await page.getByText('is now live').waitFor();
  return Number(/\/admin\/content\/[\w-]+\/(\d+)$/.exec(page.url())?.[1]);
}

/** Opens the entry of the editor again, and fails if a block is invalid. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await canvasOf(page).locator('.is-root-container').waitFor();
  assert.equal(await canvasOf(page).locator('.block-editor-warning').count(), 0, 'no block is invalid');
}

/** Returns the markup of a paragraph, as the editor serializes it. */
export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Errors that browsers report for expected responses: an anonymous visitor has no nonce. */
const isExpected = (message: string): boolean => /status of 400/.test(message);
