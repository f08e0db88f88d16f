// Tests the pages of the demo content in a real browser, on a desktop and on a phone, light and dark: they are accessible, fit into the window,
// shift nothing while they are loaded, are small, and are valid HTML.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { findViolations, launchBrowser, skip, takeScreenshot } from './browser.ts';
import { runCommand } from './commands/in-process.ts';
import { findHtmlErrors } from './html-validation.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const paths = {
  'the home page': '/',
  'a post': '/the-museum-of-one-street/',
  'a post with several pages and comments': '/the-road-that-is-there-twice-a-day/',
  'a protected post': '/supper-by-lantern-light/',
  'a page': '/about/',
  'an archive': '/category/weather/',
  'a search': '/?s=tide',
  'a search without results': '/?s=nothing-of-this',
  comments: '/bread-for-people-who-are-out-all-day/',
  'an unknown URL': '/nothing-here/',
} as const;

/** Maximum size of a page with gzip, in bytes. It includes the texts of the entries, which the budget of 30 KB excludes. */
const maxBytes = 30_000;

/**
 * Maximum sum of the shifts of a page, as Chromium measures them. On a busy machine, a page is sometimes displayed before the rest of its
 * header has arrived, which then moves the logo by a few pixels (0.0001). An image without a size shifts a page by 0.05 and more.
 */
const maxShift = 0.001;

/** Records the shifts of the layout, with the elements that were shifted. */
const recordShifts = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 100))]);
  }).observe({ type: 'layout-shift', buffered: true });`;

describe('the pages of the demo content in a browser', { skip }, () => {
  let service: InProcessService;
  let browser: Browser;
  before(
    async () => {
      service = await startInProcess({ prepare: (data) => runCommand(['demo', '--data', data]) });
      const settings = { anonymous_comments: true, show_avatars: false };
      await service.request('POST', '/cms/v2/settings', settings);
      browser = await launchBrowser();
    },
    { timeout: 300_000 },
  );
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Opens a page whose images arrive after its text has been displayed. */
  async function open(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.addInitScript(recordShifts);
    await page.route(/\/uploads\//, async (route) => {
      await waitUntil(page, "performance.getEntriesByName('first-contentful-paint').length > 0");
      await route.continue();
    });
    await page.goto(service.origin + path);
    return page;
  }

  /** Loads the images below the window, and returns to the beginning of the page. */
  async function scrollThrough(page: Page): Promise<void> {
    for (const image of await page.locator('img').all()) await image.scrollIntoViewIfNeeded();
    await waitUntil(page, '[...document.images].every(({ complete }) => complete)');
    await page.evaluate('scrollTo(0, 0)');
  }

  it('detects shifts of the layout', async () => {
    const page = await open('/about/', 1280, 'light');
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('afterbegin', '<p style="height: 200px">x</p>')`,
    );
    await waitUntil(page, `shifts.reduce((sum, [value]) => sum + value, 0) > ${maxShift}`);
    await page.close();
  });

  for (const [name, path] of Object.entries(paths))
    it(`${name}: accessible, without shifts, within the window`, { timeout: 300_000 }, async () => {
      for (const width of [390, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await open(path, width, colorScheme);
          await scrollThrough(page);
          const about = `${width} ${colorScheme}`;
          const shifts = await page.evaluate<[value: number, elements: string[]][]>('shifts');
          const shift = shifts.reduce((sum, [value]) => sum + value, 0);
          assert.ok(shift <= maxShift, `${about}: ${JSON.stringify(shifts)}`);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, about);
          assert.deepEqual(await findViolations(page), [], about);
          await takeScreenshot(page, `demo-${name.replaceAll(' ', '-')}-${width}-${colorScheme}`);
          await page.close();
        }
    });

  it('are small, and valid HTML', async () => {
    for (const [name, path] of Object.entries(paths)) {
      const response = await fetch(service.origin + path, { headers: { accept: 'text/html' } });
      const html = await response.text();
      assert.ok(gzipSync(html).length < maxBytes, `${name} has ${gzipSync(html).length} bytes`);
      assert.doesNotMatch(
        html,
        /<link [^>]*rel="?(?:stylesheet|preload|modulepreload)/,
        'the styles are part of the page',
      );
      assert.deepEqual(await findHtmlErrors(html), [], name);
    }
  });
});

/** Waits until an expression is true in a page. `waitForFunction` would evaluate code that the policy of the page forbids. */
async function waitUntil(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(expression))) await page.waitForTimeout(50);
}
