// Tests the comment form in a real browser, with the keyboard only: a comment, an error with the typed values, and a reply.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findViolations, launchBrowser, skip, takeScreenshot } from './browser.ts';
import { close, openNode, type TestNode } from './test-node.ts';

describe('the comment form in a browser', { skip }, () => {
  let node: TestNode;
  let browser: Browser;
  let now = Date.parse('2026-06-01T12:00:00Z');
  before(async () => {
    node = await openNode({ kind: 'memory' }, { clock: () => now });
    await node.site.service.settings.set({ anonymous_comments: true, comment_previously_approved: false });
    const { port } = node.app.server.address() as AddressInfo;
    browser = await launchBrowser({ 'site.test:80': `127.0.0.1:${port}` });
  });
  after(async () => {
    await browser.close();
    await close(node);
  });

  const focused = (page: Page) => page.evaluate('document.activeElement.name || document.activeElement.textContent');

  /** Types a comment into the form, whose first field is focused, and submits the form with the Enter key on its button. */
  async function typeComment(page: Page, comment: string): Promise<void> {
    const values = [comment, 'Ann', 'ann@far.example', 'https://ann.example/'];
    for (const value of values) {
      await page.keyboard.press('Control+A');
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
    assert.equal(await focused(page), 'Post comment');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  }

  it('can be used with the keyboard', { timeout: 120_000 }, async () => {
    const { link } = await node.site.create('/cms/v2/posts', { title: 'Open', content: 'Words', status: 'publish' });
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      now += 120_000;
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      await page.goto(link);
      await page.getByLabel('Comment *').focus();
      await typeComment(page, `First at ${width}`);
      const { hash } = new URL(page.url());
      assert.match(hash, /^#comment-\d+$/);
      const comment = page.locator(hash);
      assert.match(await comment.innerText(), new RegExp(`Ann[^]*First at ${width}`));
      assert.ok(await comment.isVisible());
      await page.getByLabel('Comment *').focus();
      await typeComment(page, `Too soon "at" <${width}>`);
      const alert = page.getByRole('alert');
      assert.match(await alert.innerText(), /too fast/);
      assert.equal(await focused(page), 'comment');
      assert.equal(await page.getByLabel('Comment *').inputValue(), `Too soon "at" <${width}>`);
      assert.equal(await page.getByLabel('Email *').inputValue(), 'ann@far.example');
      assert.equal(await page.getByLabel('Comment *').getAttribute('aria-describedby'), await alert.getAttribute('id'));
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, `comment-error-${width}-${colorScheme}`);
      now += 120_000;
      await page.locator(hash).getByRole('link', { name: 'Reply to Ann' }).focus();
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      assert.match(page.url(), /\?replytocom=\d+#respond$/);
      await page.getByRole('heading', { name: /Reply to Ann/ }).waitFor();
      assert.deepEqual(await findViolations(page), []);
      await takeScreenshot(page, `comment-reply-${width}-${colorScheme}`);
      await page.getByLabel('Comment *').focus();
      await typeComment(page, `Answer at ${width}`);
      assert.match(await page.locator(`${hash} ol`).innerText(), new RegExp(`Answer at ${width}`));
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
      await takeScreenshot(page, `comments-${width}-${colorScheme}`);
      await page.close();
    }
    assert.deepEqual(node.site.errors, []);
  });
});
