// Compares the editor of the admin with the bare editor of the packages in a browser: opening a typical post, and typing in a post of 2,000
// blocks. Both have the same data and run alternately, ROUNDS times (default: 5). Exits with 1 if the admin exceeds a limit.
// It needs the packages of the admin (npm run admin) and Chromium (test/browser.ts).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';
import { type InProcessService, startInProcess } from '../test/service-in-process.ts';
import { median } from './load/reads.ts';

const rounds = Number(process.env.ROUNDS ?? 5);

/** Number of characters that are typed in each round. */
const typedCharacters = 60;

/** Maximum duration, as a multiple of that of the bare editor. */
const maxRatio = 1.2;

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const heading = (text: string) =>
  `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`;
const list = (...items: string[]) =>
  `<!-- wp:list -->\n<ul class="wp-block-list">${items.map((item) => `<!-- wp:list-item -->\n<li>${item}</li>\n<!-- /wp:list-item -->`).join('\n\n')}</ul>\n<!-- /wp:list -->`;
const sentence =
  'A sentence of a typical length with <strong>important</strong> words and <a href="https://example.org/">a link</a>. ';

const section = (n: number) => [
  heading(`Section ${n}`),
  ...[1, 2, 3].map((k) => paragraph(sentence.repeat(k))),
  list('One', 'Two', 'Three'),
];
const typicalPost = Array.from({ length: 8 }, (_, n) => section(n)).flat();
const longPost = Array.from({ length: 2000 }, (_, n) => paragraph(`${n}: ${sentence}`));

/** Waits until the canvas displays a number of blocks. Returns the time since the start of the navigation, in milliseconds. */
const waitForBlocks = `async (count) => {
  for (;;) {
    const canvas = document.querySelector('iframe[name="editor-canvas"]')?.contentDocument;
    if (canvas?.querySelectorAll('.is-root-container > [data-type]').length === count) return performance.now();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}`;

/** A site with one of the editors. */
interface Editor {
  readonly service: InProcessService;
  readonly context: BrowserContext;
  /** URLs of the posts. */
  readonly typical: string;
  readonly long: string;
}

const browser = await launchBrowser();
const builder = path.resolve(import.meta.dirname, '../admin/bench/build-bare-editor.ts');
const bare = await start(async (data) =>
  execFileSync(process.execPath, [builder, path.join(data, 'node_modules/octavo-admin')]),
);
const admin = await start(async () => {});
try {
  await compare('opening a typical post', openTypicalPost);
  await compare('typing in a post of 2,000 blocks, per character', typeInLongPost);
} finally {
  await browser.close();
  await admin.service.close();
  await bare.service.close();
}

/** Measures both editors alternately, and prints the medians and their ratio. */
async function compare(name: string, measure: (editor: Editor) => Promise<number>): Promise<void> {
  // The first run fills the caches of the browser.
  for (const editor of [bare, admin]) await measure(editor);
  const durations = { bare: [] as number[], admin: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    durations.bare.push(await measure(bare));
    durations.admin.push(await measure(admin));
  }
  const ratio = median(durations.admin) / median(durations.bare);
  const format = (values: readonly number[]) =>
    `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
  const outcome = ratio <= maxRatio ? 'met' : 'MISSED';
  console.log(`${name}: ${ratio.toFixed(2)} × the bare editor (≤ ${maxRatio}: ${outcome})`);
  console.log(`  admin ${format(durations.admin)}, bare editor ${format(durations.bare)}`);
  if (ratio > maxRatio) process.exitCode = 1;
}

/** Starts a service with both posts, and signs in. `install` installs the editor in the data folder. */
async function start(install: (data: string) => Promise<unknown>): Promise<Editor> {
  const service = await startInProcess({ prepare: install });
  const create = async (title: string, blocks: readonly string[]) => {
    const content = blocks.join('\n\n');
    const { status, body } = await service.request('POST', '/cms/v2/posts', { title, content, status: 'publish' });
    assert.equal(status, 201);
    return `${service.origin}/admin/content/post/${body.id}`;
  };
  const [typical, long] = [await create('Typical', typicalPost), await create('Long', longPost)];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${service.origin}/account/sign-in`);
  await page.getByLabel('Username or email address').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(service.accountPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/account/profile');
  await page.close();
  return { service, context, typical, long };
}

/** Returns the time from the start of the navigation until all blocks are displayed, in milliseconds. */
async function openTypicalPost({ context, typical }: Editor): Promise<number> {
  const page = await context.newPage();
  const duration = await open(page, typical, typicalPost.length);
  await page.close();
  return duration;
}

async function open(page: Page, url: string, blocks: number): Promise<number> {
  await page.goto(url);
  const duration = await page.evaluate(`(${waitForBlocks})(${blocks})`);
  return Number(duration);
}

/**
 * Returns the time for which the main thread of the page is busy for each character that is typed in the middle of the long post, in
 * milliseconds. It includes work that is done later, for two seconds.
 */
/** Deletes what the browser has stored in previous rounds, which the admin would offer to restore. */
async function discardCopies(page: Page, { origin }: InProcessService): Promise<void> {
  await page.goto(`${origin}/account/profile`);
  await page.evaluate(
    "new Promise((resolve, reject) => { const deleting = indexedDB.deleteDatabase('octavo-admin'); deleting.onsuccess = resolve; deleting.onerror = reject; })",
  );
}

async function typeInLongPost({ service, context, long }: Editor): Promise<number> {
  const page = await context.newPage();
  await discardCopies(page, service);
  await open(page, long, longPost.length);
  const block = page.frameLocator('iframe[name="editor-canvas"]').locator('[data-type="core/paragraph"]').nth(1000);
  await block.click();
  await page.keyboard.press('End');
  await page.waitForTimeout(3000);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const busySeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await busySeconds();
  await page.keyboard.type('x'.repeat(typedCharacters), { delay: 20 });
  await page.waitForTimeout(2000);
  const duration = ((await busySeconds()) - before) * 1000;
  assert.match(await block.innerText(), /x{60}$/);
  await page.close({ runBeforeUnload: false });
  return duration / typedCharacters;
}
