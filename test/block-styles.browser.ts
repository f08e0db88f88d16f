// Tests the styles of blocks and the default theme on pages in a real browser: nothing that an author or a visitor writes covers the rest
// of the page, nothing overflows the window, and pages are accessible in both color schemes.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findViolations, launchBrowser, skip, takeScreenshot } from './browser.ts';
import { savedBlocks } from './fixtures/saved-blocks.ts';
import { close, openNode, type TestNode } from './test-node.ts';

/** Elements with which authors try to cover the page around their text. */
const covering = [
  '<p style="position:fixed;inset:0;z-index:9999;background:red">a</p>',
  '<div style="position:absolute;top:-500px;left:-500px;width:5000px;height:5000px;z-index:9999;background:red">b</div>',
  '<div style="margin:-500px;width:5000px;height:50px;background:red">c</div>',
  '<div class="wp-block-group alignfull" style="margin-top:-900px;height:800px;background:red;position:relative">d</div>',
  '<p style="font-size:900px;line-height:0.1;color:red">e</p>',
].join('\n');

describe('the styles of blocks in a browser', { skip }, () => {
  let node: TestNode;
  let browser: Browser;
  let post: { readonly id: number; readonly link: string };
  before(async () => {
    node = await openNode({ kind: 'memory' });
    const { port } = node.app.server.address() as AddressInfo;
    browser = await launchBrowser({ 'site.test:80': `127.0.0.1:${port}` });
    const content = Object.values(savedBlocks).join('\n\n');
    post = await node.site.create('/cms/v2/posts', { title: 'Every block', content, status: 'publish' });
    await node.site.create('/cms/v2/comments', { post: post.id, content: 'A comment', status: 'approved' });
  });
  after(async () => {
    await browser.close();
    await close(node);
  });

  async function open(url: string, width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(url);
    return page;
  }

  it('keep what authors write inside the text', async () => {
    const { link } = await node.site.create('/cms/v2/posts', {
      title: 'Covering',
      content: covering,
      status: 'publish',
    });
    for (const width of [390, 1280]) {
      const page = await open(link, width);
      // The elements at these points belong to the header, the title and the footer.
      const covered =
        await page.evaluate(`[...document.querySelectorAll('header a, main h1, footer input')].filter((each) => {
        each.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = each.getBoundingClientRect();
        const found = document.elementFromPoint(left + Math.min(width, innerWidth - left) / 2, top + height / 2);
        return width > 0 && left < innerWidth && !each.contains(found) && !found?.contains(each);
      }).map((each) => each.outerHTML)`);
      assert.deepEqual(covered, [], String(width));
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
      await page.close();
    }
  });

  it('fit every block into the window, and make pages accessible in both color schemes', {
    timeout: 300_000,
  }, async () => {
    const urls = ['/', '/?s=every', '/nothing-here/', '/category/uncategorized/', new URL(post.link).pathname];
    // The saved blocks begin with a heading of level 3, and contain the header of the theme.
    const inContent = ['heading-order', 'landmark-unique'];
    for (const width of [390, 1600])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of urls) {
          const page = await open(`http://site.test${path}`, width, colorScheme);
          const about = `${path} ${width} ${colorScheme}`;
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, about);
          const isOfBlocks = path === urls.at(-1);
          assert.deepEqual(await findViolations(page, isOfBlocks ? inContent : []), [], about);
          await takeScreenshot(page, `page-${path.replace(/\W+/g, '-')}-${width}-${colorScheme}`);
          await page.close();
        }
  });

  it('keep the texts of covers legible without the image, and dim only the background', async () => {
    const text = '<p class="wp-block-cover-text has-text-align-center">Over the image</p>';
    const cover = (classes: string, content: string) =>
      `<!-- wp:cover --><div class="wp-block-cover ${classes}"${classes ? ' style="background-image:url(/none.jpg)"' : ''}>${content}</div><!-- /wp:cover -->`;
    const overlay =
      '<span aria-hidden="true" class="wp-block-cover__background has-background-dim-80 has-background-dim"></span>';
    const content = [
      cover('has-background-dim', text),
      cover('has-background-dim-80 has-background-dim', text),
      cover('', `${overlay}<div class="wp-block-cover__inner-container">${text}</div>`),
    ].join('\n');
    const { link } = await node.site.create('/cms/v2/posts', { title: 'Covers', content, status: 'publish' });
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(link, 1280, colorScheme);
      await takeScreenshot(page, `covers-${colorScheme}`);
      const read = `[...document.querySelectorAll('.wp-block-cover')].map((cover) => {
        cover.scrollIntoView({ block: 'center' });
        const overlay = cover.querySelector('span') ? getComputedStyle(cover.querySelector('span')) : getComputedStyle(cover, '::before');
        const text = cover.querySelector('p').getBoundingClientRect();
        const top = document.elementFromPoint(text.left + text.width / 2, text.top + text.height / 2);
        return [getComputedStyle(cover).opacity, overlay.opacity, overlay.backgroundColor, top?.localName];
      })`;
      const black = 'rgb(0, 0, 0)';
      assert.deepEqual(await page.evaluate(read), [
        ['1', '0.5', black, 'p'],
        ['1', '0.8', black, 'p'],
        ['1', '0.8', black, 'p'],
      ]);
      assert.deepEqual(await findViolations(page), []);
      await page.close();
    }
  });

  it('show submenus when their item has the focus, and the footer at the end of the window', async () => {
    const parent = await node.site.create('/cms/v2/pages', { title: 'Parent', status: 'publish' });
    await node.site.create('/cms/v2/pages', { title: 'Child', status: 'publish', parent: parent.id });
    const page = await open('http://site.test/nothing-here/', 1280);
    const child = page.locator('header').getByRole('link', { name: 'Child' });
    assert.equal(await child.isVisible(), false);
    await page.locator('header').getByRole('link', { name: 'Parent' }).focus();
    assert.equal(await child.isVisible(), true);
    assert.ok(Number(await page.evaluate("document.querySelector('footer').getBoundingClientRect().bottom")) >= 800);
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await child.isVisible(), true, 'small screens show all items');
    await page.close();
  });
});
