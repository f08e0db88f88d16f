// A site whose pages tests open in a browser, no matter how its service was started.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { stepTimeoutMs } from './wait.ts';

/** A site in a browser, in which users sign in. */
export class SiteInBrowser {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #passwords: ReadonlyMap<string, string>;

  /** `origin` is that of the service, without a path. `passwords` are those of users, keyed by username; they may be added later. */
  constructor(browser: Browser, origin: string, passwords: ReadonlyMap<string, string>) {
    this.#browser = browser;
    this.#origin = origin;
    this.#passwords = passwords;
  }

  /** Closes the browser with all its profiles. */
  async close(): Promise<void> {
    await this.#browser.close();
  }

  /** Closes the profiles that a failed test has left open, with a screenshot of each page. */
  async closeContexts(screenshot: string): Promise<void> {
    for (const context of this.#browser.contexts()) {
      for (const page of context.pages()) await takeScreenshot(page, screenshot);
      await context.close();
    }
  }

  /** Opens a new profile of the browser, without cookies. Requests that pass through a test may be in progress when it is closed. */
  async newContext(width = 1280, colorScheme: 'light' | 'dark' = 'light', height = 900): Promise<BrowserContext> {
    // The screens of the service are in the language that the browser requests.
    const context = await this.#browser.newContext({ viewport: { width, height }, colorScheme, locale: 'en-US' });
    context.setDefaultTimeout(stepTimeoutMs);
    const close = context.close.bind(context);
    context.close = async () => {
      for (const each of [...context.pages(), context]) await each.unrouteAll({ behavior: 'ignoreErrors' });
      await close();
    };
    return context;
  }

  /**
   * Opens a page of the admin, by its path, as a user, who signs in. `problems` receives errors, violations of the policy and requests to
   * other hosts. Resolves when the document is loaded; what it displays may still be missing.
   */
  async open(context: BrowserContext, url: string, problems: string[] = [], username = 'admin'): Promise<Page> {
    const page = await context.newPage();
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== this.#origin)
        problems.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(this.#origin + url);
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
}

/** Errors that browsers report for expected responses: an anonymous visitor has no nonce, and a busy service rejects requests. */
const isExpected = (message: string): boolean => /status of (?:400|503)/.test(message);
