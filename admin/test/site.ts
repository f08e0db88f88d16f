// A site whose admin is tested in a real browser, and what the tests do in the pages.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser, skip, takeScreenshot } from '../../test/browser.ts';
import { type InProcessService, startInProcess } from '../../test/service-in-process.ts';

/** Maximum time for a step in the browser, in milliseconds. A busy machine needs several seconds to open the editor. */
const timeout = 60_000;

/** Password of the users that tests create. */
const userPassword = 'a long password';

/** Options of a site. */
export interface SiteOptions {
  /** Environment variables that configure the service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Writes files to the data folder before the service starts. */
  readonly prepare?: (data: string) => Promise<unknown>;
}

/** Returns a function that writes the declarations of a site, an object or its code, to its octavo.config.ts. */
export const writeConfig =
  (config: object | string) =>
  (data: string): Promise<void> => {
    const code = typeof config === 'string' ? config : JSON.stringify(config);
    return writeFile(path.join(data, 'octavo.config.ts'), `export default ${code};`);
  };

/** A new site with its service, a browser, the administrator `admin` and the editor `eva`. */
export class Site {
  #service: InProcessService;
  readonly #env: Readonly<Record<string, string>>;
  readonly #browser: Browser;
  readonly #passwords = new Map<string, string>();

  private constructor(service: InProcessService, browser: Browser, env: Readonly<Record<string, string>>) {
    this.#service = service;
    this.#browser = browser;
    this.#env = env;
    this.#passwords.set('admin', /password (\w+)/.exec(service.administratorLine)?.[1] ?? '');
  }

  /** Starts a service and a browser. `folder` is where the data folder is created. */
  static async start({ env = {}, prepare }: SiteOptions = {}, folder: string = tmpdir()): Promise<Site> {
    const data = await mkdtemp(path.join(folder, 'octavo-admin-'));
    await prepare?.(data);
    const service = await startInProcess({ data, env });
    const browser = await launchBrowser();
    const site = new Site(service, browser, env);
    await site.createUser('eva', 'editor');
    return site;
  }

  /** The service; another one after it was started again. */
  get service(): InProcessService {
    return this.#service;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#service.close();
    await rm(this.#service.data, { recursive: true, force: true });
  }

  /** Stops the service, and returns a function that starts it again with the same data and the same port. */
  async stopService(): Promise<() => Promise<void>> {
    const { data, origin } = this.#service;
    await this.#service.close();
    return async () => {
      this.#service = await startInProcess({ data, env: this.#env, port: Number(new URL(origin).port) });
    };
  }

  /** Closes the profiles that a failed test has left open, with a screenshot of each page. */
  async closeContexts(screenshot: string): Promise<void> {
    for (const context of this.#browser.contexts()) {
      for (const page of context.pages()) await takeScreenshot(page, screenshot);
      await context.close();
    }
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
  newContext(width = 1280, colorScheme: 'light' | 'dark' = 'light', height = 900): Promise<BrowserContext> {
    return this.#browser.newContext({ viewport: { width, height }, colorScheme });
  }

  /**
   * Opens a page of the admin, by its path, as a user, who signs in. `problems` receives errors, violations of the policy and requests to
   * other hosts. Resolves when the document is loaded; what it displays may still be missing.
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
    // The browser would not intercept any request of this document if a test added a route while it is being opened.
    await page.waitForURL(({ pathname }) => pathname !== '/account/sign-in');
    return page;
  }

  /** Returns the password of a user. */
  passwordOf(username: string): string {
    return this.#passwords.get(username) ?? '';
  }

  /** Fills in the sign-in form of a page. */
  async signIn(page: Page, username = 'admin'): Promise<void> {
    await page.getByLabel('Username or email address').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(this.passwordOf(username));
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Creates an entry through the API, and returns its ID. `base` is the REST base of its type. */
  async create(entry: object, base = 'posts'): Promise<number> {
    const { status, body } = await this.service.request('POST', `/cms/v2/${base}`, entry);
    assert.equal(status, 201);
    return body.id;
  }

  /** Uploads an image through the API, and returns its ID. */
  async upload(name: string): Promise<number> {
    const response = await fetch(`${this.service.rest}/cms/v2/media`, {
      method: 'POST',
      headers: {
        authorization: this.service.authorization,
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: new Uint8Array(await pngOf('#1f5fbf')),
    });
    assert.equal(response.status, 201);
    const { body } = await this.service.request('GET', '/cms/v2/media?orderby=id&per_page=1');
    return body[0].id;
  }

  /** Returns an entry with its raw texts. */
  async read(id: number, base = 'posts') {
    return (await this.service.request('GET', `/cms/v2/${base}/${id}?context=edit`)).body;
  }

  /** Waits until an entry has this content. */
  waitForContent(id: number, content: string, base = 'posts'): Promise<void> {
    return this.#waitFor(async () => (await this.read(id, base)).content.raw, content);
  }

  /** Waits until an entry has this status. */
  waitForStatus(id: number, status: string): Promise<void> {
    return this.#waitFor(async () => (await this.read(id)).status, status);
  }

  async #waitFor(read: () => Promise<string>, expected: string): Promise<void> {
    const endsAt = performance.now() + timeout;
    for (let value = await read(); value !== expected; value = await read()) {
      if (performance.now() > endsAt) assert.equal(value, expected, 'The change was not saved.');
      await pause(200);
    }
  }
}

/** Returns a PNG image with one color. */
export const pngOf = (background: string, width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Declares tests of a site, which they share. It is started before the first of them. */
export function describeSite(name: string, define: (site: () => Site) => void, options: SiteOptions = {}): void {
  describe(name, { skip, timeout: 10 * timeout }, () => {
    let site: Site | undefined;
    before(async () => {
      site = await Site.start(options);
    });
    afterEach(({ name: test }) => site?.closeContexts(`failed-${test.replaceAll(/\W+/g, '-')}`));
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

/** Saves changes to an entry that is published, and waits until they are stored. */
export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByTestId('snackbar').getByText('was updated').first().waitFor();
}

/** The sidebar with the settings of the entry or of a block. */
export const settingsOf = (page: Page): Locator => page.getByRole('region', { name: 'Editor settings' });

/** Opens the popover of a button in the sidebar, and returns it. */
export async function openPopover(page: Page, button: RegExp): Promise<Locator> {
  await settingsOf(page).getByRole('button', { name: button }).first().click();
  return page.locator('.components-popover').last();
}

/** Opens the entry of the editor again, and fails if a block is invalid. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await canvasOf(page).locator('.is-root-container').waitFor();
  assert.equal(await canvasOf(page).locator('.block-editor-warning').count(), 0, 'no block is invalid');
}

/** Types at the end of a text of the content. */
export async function typeAfter(page: Page, text: string, typed: string): Promise<void> {
  await canvasOf(page).getByText(text, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
}

/** The button of the editor that saves a published entry. */
export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

/** Returns the markup of a paragraph, as the editor serializes it. */
export const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Makes the editor save drafts automatically after some seconds, instead of after a minute. It must be called before it opens. */
export async function autosaveEvery(context: BrowserContext, seconds: number): Promise<void> {
  await context.route('**/octavo/v1/editors/*', async (route) => {
    const response = await route.fetch();
    const editor = await response.json();
    const settings = { ...editor.settings, autosaveInterval: seconds };
    await route.fulfill({ response, json: { ...editor, settings } });
  });
}

/** Errors that browsers report for expected responses: an anonymous visitor has no nonce. */
const isExpected = (message: string): boolean => /status of 400/.test(message);
