// Tests pages of entries in a real browser: the Content-Security-Policy does not block the resources that they need, no script
// of an entry runs, no element overflows the window, and an embed reports its height to the embedding page.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readTheme } from '../server/theme/read-theme.ts';
import { launchBrowser, skip } from './browser.ts';
import { close, openNode, type TestNode } from './test-node.ts';

const content = `<!-- wp:paragraph --><p>Words and ${'averylongword'.repeat(20)}</p><!-- /wp:paragraph -->
<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr>${'<td>Another wide cell</td>'.repeat(12)}</tr></tbody></table></figure><!-- /wp:table -->
<!-- wp:code --><pre class="wp-block-code"><code>${'const wide = 1; '.repeat(20)}</code></pre><!-- /wp:code -->
<!-- wp:image --><figure class="wp-block-image"><img width="2000" height="900" alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="/></figure><!-- /wp:image -->`;

describe('pages of entries in a browser', { skip }, () => {
  let node: TestNode;
  let browser: Browser;
  const host = createServer();
  before(async () => {
    node = await openNode({ kind: 'memory' });
    const { port } = node.app.server.address() as AddressInfo;
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    const { port: hostPort } = host.address() as AddressInfo;
    browser = await launchBrowser({ 'site.test:80': `127.0.0.1:${port}`, 'host.test:80': `127.0.0.1:${hostPort}` });
  });
  after(async () => {
    await browser.close();
    host.closeAllConnections();
    host.close();
    await close(node);
  });

  /** Opens a browser page whose console warnings and errors are appended to `consoleMessages`. */
  async function open(width: number, consoleMessages: string[]): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) consoleMessages.push(message.text());
    });
    page.on('pageerror', (error) => consoleMessages.push(String(error)));
    return page;
  }

  it('fit into narrow and wide windows without console errors', async () => {
    const createPost = (more: object) => node.site.create('/cms/v2/posts', { title: 'In a browser', content, ...more });
    const { link } = await createPost({ status: 'publish' });
    const { link: protectedLink } = await createPost({ status: 'publish', password: 'x' });
    const draft = await createPost({});
    const { link: preview } = await node.site.create('/octavo/v1/previews', { entry: draft.id });
    for (const width of [360, 1280])
      for (const url of [link, `${link}embed/#?secret=abc`, protectedLink, preview, 'http://site.test/']) {
        const consoleMessages: string[] = [];
        const page = await open(width, consoleMessages);
        const response = await page.goto(url);
        assert.equal(response?.status(), 200, url);
        assert.deepEqual(consoleMessages, [], `${url} at ${width}`);
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${url} at ${width}`);
        await page.close();
      }
  });

  it('contain JSON-LD, which the Content-Security-Policy does not block', async () => {
    const { link } = await node.site.create('/cms/v2/posts', { title: 'Described', content, status: 'publish' });
    const consoleMessages: string[] = [];
    const page = await open(800, consoleMessages);
    await page.addInitScript(
      "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))",
    );
    const response = await page.goto(link);
    assert.match(response?.headers()['content-security-policy'] ?? '', /script-src 'none'/);
    const json = await page.evaluate('document.querySelector("script[type=\'application/ld+json\']").textContent');
    assert.equal(JSON.parse(String(json))['@graph'][1].headline, 'Described');
    assert.deepEqual([await page.evaluate('violations'), consoleMessages], [[], []]);
    await page.close();
  });

  it('render every pattern of the theme, light and dark, without console errors', { timeout: 300_000 }, async () => {
    const blocks = readTheme('themes/quarto')
      .patterns.map((pattern) => pattern.content)
      .join('\n\n');
    const { link } = await node.site.create('/cms/v2/pages', { title: 'Patterns', content: blocks, status: 'publish' });
    for (const width of [390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        const consoleMessages: string[] = [];
        const page = await open(width, consoleMessages);
        await page.emulateMedia({ colorScheme });
        await page.goto(link);
        const overflowing = `[...document.querySelectorAll('.entry-content > *, .entry-content table')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML.slice(0, 200))`;
        assert.deepEqual(await page.evaluate(overflowing), [], `${width} ${colorScheme}`);
        assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
        assert.deepEqual(consoleMessages, []);
        await page.close();
      }
  });

  it('can be unlocked with their password without scripts', async () => {
    const { link } = await node.site.create('/cms/v2/posts', {
      title: 'Locked',
      content: 'Inside',
      status: 'publish',
      password: 'open',
    });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByLabel('password').fill('wrong');
    await page.getByRole('button', { name: 'View' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /Incorrect password/);
    await page.getByLabel('password').fill('open');
    await page.getByRole('button', { name: 'View' }).click();
    assert.equal((await page.locator('.entry-content').textContent())?.trim(), 'Inside');
    await context.close();
  });

  it('run no scripts of an entry', async () => {
    const hostile =
      '<script>document.title = "run"</script><img src="x" onerror="document.title = \'run\'"><p>After</p>';
    const { link } = await node.site.create('/cms/v2/posts', { title: 'Hostile', content: hostile, status: 'publish' });
    const page = await open(800, []);
    await page.goto(link);
    assert.notEqual(await page.title(), 'run');
    await page.goto(`${link}embed/`);
    assert.notEqual(await page.title(), 'run');
    await page.close();
  });

  it('report their height to the embedding page, and open their links in its window', async () => {
    const { link } = await node.site.create('/cms/v2/posts', {
      title: 'Framed',
      content: 'Long words. '.repeat(60),
      status: 'publish',
    });
    const { body } = await node.site.request('anonymous', 'GET', `/oembed/1.0/embed?url=${encodeURIComponent(link)}`);
    host.removeAllListeners('request').on('request', (_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Host</title><link rel="icon" href="data:,"><body>${body.html}</body>`);
    });
    const consoleMessages: string[] = [];
    const page = await open(700, consoleMessages);
    await page.goto('http://host.test/');
    const frame = page.locator('iframe');
    await frame.waitFor({ state: 'visible' });
    const inside = page.frameLocator('iframe');
    const height = Number(
      await page.frames()[1]?.evaluate('Math.ceil(document.documentElement.getBoundingClientRect().height)'),
    );
    assert.equal(Number(await frame.getAttribute('height')), Math.max(200, height));
    assert.equal(await page.locator('blockquote').isVisible(), false);
    assert.deepEqual(consoleMessages, []);
    await inside.getByRole('link', { name: 'Framed' }).click();
    await page.waitForURL(link);
    await page.close();
  });
});
