// Tests the API reference in a real browser: both mounts, search with the keyboard, requests with an application password and with a
// session, accessibility in light and dark and in narrow and wide windows. No request may leave the service, and nothing may
// violate the Content-Security-Policy.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { findViolations, launchBrowser, skip, takeScreenshot } from './browser.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const widths = [1280, 390];

/** Rules that the viewer violates: its fields for credentials and parameters lack a name. The list must only become shorter. */
const violationsOfViewer = ['aria-input-field-name', 'aria-required-attr'];

/** Maximum time until the viewer has displayed the document. A browser on an idle machine needs about three seconds. */
const timeout = 120_000;

describe('the API reference in a browser', { skip, timeout: 4 * timeout }, () => {
  let service: InProcessService;
  let browser: Browser;
  let password: string;

  before(async () => {
    service = await startInProcess();
    password = service.accountPassword;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Opens the reference. `problems` receives console errors, uncaught errors, and requests to other hosts. */
  async function open(context: BrowserContext, url: string, problems: string[]): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(timeout);
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== service.origin)
        problems.push(request.url());
    });
    page.on('console', (message) => {
      const isError = ['error', 'warning'].includes(message.type());
      // The URL of the nonce responds with 400 to anonymous visitors.
      if (isError && !message.location().url.endsWith('/account/nonce')) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(service.origin + url);
    await page.getByRole('heading', { level: 1, name: 'Octavo' }).waitFor();
    return page;
  }

  /** Opens the form for requests of an operation, sends the request, and returns the response. */
  async function sendRequest(page: Page, operation: string): Promise<Response> {
    const [method, requestPath = ''] = operation.split(' ');
    await page
      .getByRole('button', { name: `Test Request (${operation})` })
      .or(page.getByText(`(${operation})`))
      .first()
      .click();
    const received = page.waitForResponse(
      (response) => response.url().includes(requestPath) && response.request().method() === method?.toUpperCase(),
    );
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
    return received;
  }

  it('is accessible in light and dark, in narrow and wide windows, and finds operations with the keyboard', async () => {
    const problems: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await open(context, '/rest/docs', problems);
    for (const width of widths)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const name = `${width}-${colorScheme}`;
        await takeScreenshot(page, name);
        assert.deepEqual(await findViolations(page, violationsOfViewer), [], name);
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name);
      }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Control+k');
    // Until the field has the focus, the page ignores what is typed.
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('Create a post');
    const results = page.getByRole('dialog').getByRole('option');
    await results.filter({ hasText: 'Create a post' }).first().waitFor();
    const isSelected = (text: string) => /Create a post\b/.test(text) && /\/cms\/v2\/posts\s*$/.test(text);
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press('ArrowDown');
      if (isSelected((await results.and(page.locator('[aria-selected=true]')).innerText()) ?? '')) break;
    }
    await page.keyboard.press('Enter');
    await page.getByText('Creates a post and returns it.').first().waitFor();
    await page.waitForURL(/#tag\/post\/POST\/cms\/v2\/posts$/);
    // An example of a real response, and the meaning of an error code.
    await page.getByText('three-days-to-skagen').first().waitFor();
    await takeScreenshot(page, 'operation');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('sends requests with an application password, which it does not store', async () => {
    const problems: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await open(context, '/wp-json/docs#tag/user/GET/wp/v2/users/me', problems);
    await page.getByText('/wp/v2/users/me').first().waitFor();
    await page.locator('.code-input-lite__editor').first().click();
    await page.keyboard.type(service.user.username);
    await page.getByPlaceholder('********').first().fill(service.user.password);
    const response = await sendRequest(page, 'get /wp/v2/users/me');
    assert.equal(response.status(), 200);
    assert.equal((await response.json()).name, 'admin');
    assert.equal(response.request().headers().authorization, service.authorization);
    await takeScreenshot(page, 'response');
    const stored = await page.evaluate(
      '(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]))()',
    );
    for (const secret of [service.user.password, service.authorization.slice('Basic '.length)])
      assert.ok(!String(stored).includes(secret), String(stored));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('sends requests with the session of a signed-in reader', async () => {
    const problems: string[] = [];
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const signIn = await context.newPage();
    await signIn.goto(`${service.origin}/account/sign-in?next=/account/profile`);
    await signIn.getByLabel('Username or email address').fill('admin');
    await signIn.getByLabel('Password', { exact: true }).fill(password);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await signIn.waitForURL('**/account/profile**');
    const page = await open(context, '/rest/docs#tag/user/GET/cms/v2/users/me', problems);
    await page.getByText('You are signed in').waitFor();
    const response = await sendRequest(page, 'get /cms/v2/users/me');
    assert.equal(response.status(), 200);
    assert.equal((await response.json()).name, 'admin');
    assert.match(response.request().headers()['x-cms-nonce'] ?? '', /^[0-9a-f]{10}$/);
    assert.deepEqual(problems, []);
    await context.close();
  });
});
