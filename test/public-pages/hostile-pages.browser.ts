// Tests in a real browser that nothing that users without `unfiltered_html` and visitors write executes on a public page, violates its
// Content-Security-Policy, or covers the header or the footer of the page.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { launchBrowser, skip } from '../browser.ts';
import { attackSeeds } from '../rendering/attack-seeds.ts';
import { close, openNode, type TestNode } from '../test-node.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { payloads } from './payloads.ts';

/** Number of attacks that are written to the site at once. */
const batchSize = 15;

/** Content that tries to cover the page. */
const overlays: Readonly<Record<string, string>> = {
  'fixed elements':
    '<div style="position:fixed;inset:0;top:0;left:0;right:0;bottom:0;z-index:2147483647;background:red">x</div>',
  'absolute elements':
    '<p style="position:absolute;top:-3000px;left:-3000px;width:9000px;height:9000px;z-index:99999">x</p>',
  'sticky elements': '<p style="position:sticky;top:0;bottom:0;height:100vh;z-index:99999;background:red">x</p>',
  'negative margins':
    '<p style="margin-top:-2000px;height:4000px;margin-left:-2000px;width:6000px;background:red">x</p>',
  'transformed elements': '<div style="transform:scale(100);position:relative;z-index:9;background:red">x</div>',
  'translated elements':
    '<a href="https://x.example/" style="display:block;transform:translate(-50vw,-100vh);width:200vw;height:200vh">x</a>',
  shadows: '<p style="box-shadow:0 0 0 9999px red;z-index:9;position:relative">x</p>',
  'large images': '<img src="x" width="9000" height="9000" style="position:fixed;top:0;left:0;z-index:9">',
  'popovers and dialogs':
    '<dialog open style="position:fixed;inset:0;width:100vw;height:100vh">x</dialog><div popover>y</div>',
  floats: '<p style="float:left;margin:-3000px;width:9000px;height:9000px;background:red">x</p>',
};

describe('public pages with hostile values in a browser', { skip }, () => {
  let node: TestNode;
  let folder: string;
  let browser: Browser;
  let site: HostileSite;
  let page: Page;
  /** Messages of the console and of dialogs, and requests that would have loaded a script or a style sheet. */
  const reports: string[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
    let now = Date.now();
    node = await openNode({ kind: 'memory' }, { clock: () => now, files: await openDiskStore(folder) });
    site = await openHostileSite(node.site, (seconds) => {
      now += seconds * 1000;
    });
    const { port } = node.app.server.address() as AddressInfo;
    browser = await launchBrowser({ 'site.test:80': `127.0.0.1:${port}` });
    page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    await page.route('**', (route) => {
      const request = route.request();
      if (!request.url().startsWith('http://site.test/')) return route.abort();
      if (['script', 'stylesheet', 'fetch', 'xhr'].includes(request.resourceType())) reports.push(request.url());
      return route.continue();
    });
    page.on('dialog', (dialog) => {
      reports.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => reports.push(message.text()));
    page.on('pageerror', (error) => reports.push(String(error)));
  });
  after(async () => {
    await browser?.close();
    await close(node);
    await rm(folder, { recursive: true, force: true });
  });

  /** Whether a message is about an image or a medium that does not exist, that is on another site, or that the policy of pages for iframes blocks. */
  const isAboutResource = (text: string): boolean => /^(?:Failed to load resource: |Loading media from )/.test(text);

  /** Opens a page, and moves the pointer to its middle. */
  async function open(path: string): Promise<void> {
    const response = await page.goto(`http://site.test${path}`, { waitUntil: 'load' });
    assert.ok([200, 404].includes(response?.status() ?? 0), `${path}: ${response?.status()}`);
    await page.mouse.move(500, 350);
  }

  it('detects what executes', async () => {
    await page.setContent('<script>console.log("ran")</script><img src="data:," onerror="alert(1)">');
    await page.waitForTimeout(300);
    assert.deepEqual(reports.splice(0).sort(), ['dialog 1', 'ran']);
  });

  it('detects what covers the header', async () => {
    await open('/text/');
    assert.deepEqual(await coveredElements(page, 'header a'), []);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(overlays['fixed elements'])})`);
    assert.notDeepEqual(await coveredElements(page, 'header a'), []);
  });

  const attacks = [...payloads, ...Object.values(attackSeeds).flat()].map((attack) =>
    attack.replaceAll('ran()', 'alert(1)'),
  );
  // Long attacks are written alone, because the API rejects content that is too expensive to render.
  const [short = [], long = []] = [false, true].map((isLong) =>
    attacks.filter(({ length }) => length > 150 === isLong),
  );
  const batches = [
    ...long.map((attack) => [attack]),
    ...Array.from({ length: Math.ceil(short.length / batchSize) }, (_, at) =>
      short.slice(at * batchSize, (at + 1) * batchSize),
    ),
  ];
  for (const [at, batch] of batches.entries())
    it(`execute nothing of the attacks in batch ${at + 1}`, async () => {
      await site.write(batch.join('\n\n'));
      for (const { name, pathOf } of site.kinds) {
        await open(pathOf(batch[0] ?? ''));
        await page.keyboard.press('Tab');
        assert.deepEqual(
          reports.splice(0).filter((text) => !isAboutResource(text)),
          [],
          name,
        );
      }
      assert.equal(browser.contexts()[0]?.pages().length, 1, 'a page was opened');
    });

  for (const [name, html] of Object.entries(overlays))
    it(`cannot be covered with ${name}`, async () => {
      await site.write(html);
      for (const path of ['/text/', '/tag/tag/', '/author/author/', '/']) {
        await open(path);
        await page.evaluate('scrollTo(0, 0)');
        assert.deepEqual(await coveredElements(page, 'header a, header button'), [], `${path}: header`);
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        assert.deepEqual(await coveredElements(page, 'footer a'), [], `${path}: footer`);
      }
    });
});

/**
 * Returns the elements in the window at whose center an element outside of the header or footer is displayed, and that element. Throws if none is
 * in the window.
 */
async function coveredElements(page: Page, selector: string): Promise<string[]> {
  const [visible, covered]: [number, string[]] = await page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const point = [left + width / 2, top + height / 2];
      const isInWindow = width > 0 && point[0] > 0 && point[0] < innerWidth && point[1] > 0 && point[1] < innerHeight;
      return isInWindow ? [{ element, found: document.elementFromPoint(...point) }] : [];
    });
    const covered = boxes.filter(({ element, found }) => !element.closest('header, footer').contains(found));
    return [boxes.length, covered.map(({ element, found }) => element.outerHTML.slice(0, 80) + ' by ' + found?.outerHTML.slice(0, 200))];
  })()`);
  assert.ok(visible > 0, `no ${selector} is in the window`);
  return covered;
}
