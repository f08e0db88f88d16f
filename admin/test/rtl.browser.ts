// The screens in a language that is written from right to left: everything is mirrored, and fits in narrow and wide windows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { canvasOf, waitUntilLoaded } from './page-actions.ts';
import { installPseudoLocale, rtlPseudoLanguage } from './pseudo-locale.ts';
import { screens } from './screens.ts';
import { describeSite } from './site.ts';

const url = (path: string): string => `${path}?locale=${rtlPseudoLanguage}`;

const styleSheetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href.replace(/.*\\//, ''))`);

/** Returns the texts of elements that are outside of the window to the side. Elements that are clipped, such as hidden labels, do not count. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main *')].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    const isClipped = element.closest('.visually-hidden, [style*="clip"], .components-visually-hidden, svg, [aria-hidden=true]');
    const isScrolled = [...function* (at) { for (; at; at = at.parentElement) yield at; }(element)].some(
      (at) => /auto|scroll|hidden/.test(getComputedStyle(at).overflowX) && at !== document.documentElement && at !== document.body);
    return width > 1 && height > 1 && !isClipped && !isScrolled && (left < -1 || right > innerWidth + 1);
  }).map((element) => element.tagName + ' ' + element.className + ' ' + element.textContent.slice(0, 40))`);

describeSite(
  'right-to-left languages',
  (site) => {
    for (const width of [1280, 390])
      it(`mirror the screens in windows with ${width} pixels`, async () => {
        const problems: string[] = [];
        const context = await site().newContext(width);
        const page = await site().open(context, url('/admin/'), problems);
        for (const { name, url: path } of screens) {
          await page.goto(site().service.origin + url(path));
          await page.getByRole('heading', { level: 1 }).waitFor();
          await waitUntilLoaded(page);
          assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
          await takeScreenshot(page, `rtl-${name}-${width}`);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name);
          assert.deepEqual(await outside(page), [], name);
          const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
          assert.ok(heading && heading.x + heading.width > width / 2, `${name}: the heading begins on the right`);
        }
        assert.deepEqual(await findViolations(page), []);
        assert.deepEqual(problems, []);
        await context.close();
      });

    it('load the mirrored styles of packages, and other languages do not', async () => {
      const context = await site().newContext();
      const page = await site().open(context, url('/admin/content/post'));
      await waitUntilLoaded(page);
      const mirrored = await styleSheetsOf(page);
      assert.ok(
        mirrored.some((name) => name.startsWith('rtl-lists-')) && !mirrored.some((name) => name.startsWith('lists-')),
        mirrored.join(),
      );
      const [navigation, main] = await Promise.all(
        ['.sidebar, nav', 'main'].map((selector) => page.locator(selector).first().boundingBox()),
      );
      assert.ok(navigation && main && navigation.x > main.x, 'the navigation is on the right');
      await page.goto(`${site().service.origin}/admin/content/post`);
      await waitUntilLoaded(page);
      assert.notEqual(await page.locator('html').getAttribute('dir'), 'rtl');
      const usual = await styleSheetsOf(page);
      assert.ok(usual.some((name) => name.startsWith('lists-')) && !usual.some((name) => name.startsWith('rtl-')));
      await context.close();
    });

    it('mirror the editor and its canvas', async () => {
      const context = await site().newContext();
      const id = await site().create({ title: 'Mirrored', status: 'draft' });
      const page = await site().open(context, url(`/admin/content/post/${id}`));
      const canvas = canvasOf(page);
      await canvas.locator('.is-root-container').waitFor();
      await waitUntilLoaded(page);
      const sheets = await styleSheetsOf(page);
      assert.ok(
        sheets.some((name) => name.startsWith('rtl-editor-')),
        sheets.join(),
      );
      assert.equal(await canvas.locator('html').getAttribute('dir'), 'rtl');
      assert.match((await canvas.locator('link[rel=stylesheet]').first().getAttribute('href')) ?? '', /\/rtl-canvas-/);
      const sidebar = await page.locator('.interface-interface-skeleton__sidebar').boundingBox();
      assert.ok(sidebar && sidebar.x < 100, 'the sidebar is on the left');
      await takeScreenshot(page, 'rtl-editor');
      await context.close();
    });
  },
  { prepare: installPseudoLocale },
);
