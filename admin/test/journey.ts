// From a fresh start to a published post: everything is done in the browser, nothing in a terminal. The same journey tests the sources and
// the packed packages.
import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, publish, reload, settingsOf, startParagraph } from './page-actions.ts';
import type { SiteInBrowser } from './site-in-browser.ts';
import { waitFor } from './wait.ts';

/** A picture of a harbor in the evening. */
const picture = (color: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="500">
<rect width="1200" height="500" fill="${color}"/><circle cx="860" cy="210" r="70" fill="#ffd27d"/>
<path d="M0 300 L220 170 L420 290 L640 150 L900 300 L1200 210 V500 H0 Z" fill="#35516b"/>
<rect y="330" width="1200" height="170" fill="#22384d"/><path d="M300 360 H520 L490 400 H330 Z M405 350 V230 L490 345 Z" fill="#f5f1e6"/></svg>`),
  )
    .png()
    .toBuffer();

/** Writes in the editor as a user does: with the keyboard, with the inserter that a slash opens, and with buttons. */
class Writer {
  readonly #page: Page;
  readonly #canvas: FrameLocator;

  constructor(page: Page) {
    this.#page = page;
    this.#canvas = canvasOf(page);
  }

  /** Types lines. Line breaks are the Enter key. */
  async type(text: string): Promise<void> {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) await this.#page.keyboard.press('Enter');
      await this.#page.keyboard.type(line);
    }
  }

  /** Starts a paragraph after the block, with the shortcut of the editor. */
  async continue(): Promise<void> {
    await startParagraph(this.#page);
  }

  /** Selects the block that contains the selected one. */
  async selectParent(name: string): Promise<void> {
    await this.#page.getByRole('list', { name: 'Block breadcrumb' }).getByRole('button', { name, exact: true }).click();
  }

  /** Inserts a block after the selected one, by its name. */
  async insert(search: string, name: string): Promise<void> {
    await this.continue();
    await this.#page.keyboard.type(`/${search}`);
    await this.#page.getByRole('option', { name, exact: true }).click();
    await this.#page.getByRole('listbox').waitFor({ state: 'detached' });
  }

  /** Uploads files to the placeholder of a block. */
  async upload(block: string, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const placeholder = this.#canvas.getByRole('document', { name: `Block: ${block}` });
    const chooser = this.#page.waitForEvent('filechooser');
    await placeholder.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles([...files]);
  }
}

/**
 * Signs in as the administrator, writes a post with twenty kinds of blocks and three uploads, publishes and views it. Throws an
 * AssertionError if the stored content is not what the editor sent, if the page of the post lacks texts or images, or if the admin reports
 * an error or requests another host.
 */
export async function runJourney(site: SiteInBrowser): Promise<void> {
  const problems: string[] = [];
  const context = await site.newContext(1280, 'light', 800);
  const page = await site.open(context, '/admin/', problems);
  const saved: string[] = [];
  page.on('request', (request) => {
    const { content } = request.method() === 'GET' ? {} : (readJson(request.postData()) ?? {});
    if (typeof content === 'string' && content !== '') saved.push(content);
  });
  await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
  await takeScreenshot(page, 'journey-home');
  await page.getByRole('link', { name: 'Add Post' }).click();
  const canvas = canvasOf(page);
  await canvas.getByRole('textbox', { name: 'Add title' }).click();
  const writer = new Writer(page);
  await writer.type(
    'An evening at the harbor\nThe boats come in when the light turns gold. We walked along the quay.\n',
  );
  await writer.type('/image');
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  const buffer = await picture('#e8956b');
  await writer.upload('Image', [{ name: 'harbor.png', mimeType: 'image/png', buffer }]);
  await canvas.locator('.wp-block-image img[src*="/uploads/"]').waitFor();
  await writer.continue();
  await writer.type('## What to bring\n- A warm coat\nA camera\n\n');
  await writer.type('> The sea is never the same twice.\n\n');
  await writer.type('1. Arrive early\nStay late\n\n');
  await writer.type('---\n');
  await canvas.getByText('The sea is never').waitFor();
  await takeScreenshot(page, 'journey-writing');
  await writer.insert('code', 'Code');
  await writer.type('tide = moon + wind');
  await writer.insert('preformatted', 'Preformatted');
  await writer.type('06:10  low');
  await writer.insert('verse', 'Poetry');
  await writer.type('Sails in the evening');
  await writer.insert('pullquote', 'Pullquote');
  await writer.type('Stay a little longer.');
  await writer.insert('spacer', 'Spacer');
  await writer.insert('details', 'Details');
  await writer.type('How to get there');
  await writer.insert('table', 'Table');
  await canvas.getByRole('button', { name: 'Create Table' }).click();
  await canvas.getByRole('textbox', { name: 'Body cell text' }).first().click();
  await writer.type('Low tide');
  await writer.insert('buttons', 'Buttons');
  await writer.type('Plan your visit');
  await writer.selectParent('Buttons');
  await writer.insert('columns', 'Columns');
  await canvas.getByRole('button', { name: 'Two columns; equal split' }).click();
  await writer.type('On the left');
  await writer.selectParent('Columns');
  await writer.insert('gallery', 'Gallery');
  const images = await Promise.all(['#7fb4c9', '#c9a57f'].map(picture));
  await writer.upload(
    'Gallery',
    images.map((each, index) => ({ name: `view-${index}.png`, mimeType: 'image/png', buffer: each })),
  );
  await canvas.locator('.wp-block-gallery img[src*="/uploads/"]').nth(1).waitFor();
  await writer.selectParent('Gallery');
  await writer.insert('file', 'File');
  await writer.upload('File', [{ name: 'tides.txt', mimeType: 'text/plain', buffer: Buffer.from('06:10 low\n') }]);
  await canvas.locator('.wp-block-file a[href*="/uploads/"]').first().waitFor();
  for (const [search, name] of [
    ['latest', 'Latest Posts'],
    ['search', 'Search'],
    ['more', 'More'],
    ['page break', 'Page Break'],
  ] as const)
    await writer.insert(search, name);
  await canvas.getByRole('textbox', { name: 'Add title' }).scrollIntoViewIfNeeded();
  await settingsOf(page).getByRole('tab', { name: 'Post' }).click();
  await page.getByTestId('snackbar').getByText('upload complete').waitFor({ state: 'detached' });
  await takeScreenshot(page, 'journey-editor');
  const id = await publish(page);
  await takeScreenshot(page, 'journey-published');
  const { status, content } = await readPost(page, id);
  assert.equal(status, 'publish');
  assert.equal(content.raw, saved.at(-1), 'the stored bytes are those that the editor sent');
  const kinds = new Set([...content.raw.matchAll(/<!-- wp:([\w/-]+)/g)].map(([, kind]) => kind));
  assert.ok(kinds.size >= 20, `${kinds.size} kinds: ${[...kinds].join(', ')}`);
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('region', { name: 'Editor publish' })
    .getByRole('link', { name: /^View Post/ })
    .click();
  const published = await opened;
  await published.getByRole('heading', { level: 1, name: 'An evening at the harbor' }).waitFor();
  for (const text of ['The boats come in', 'A warm coat', 'The sea is never', 'tide = moon + wind', 'Plan your visit'])
    await published.getByText(text).first().waitFor();
  const missing = "[...document.querySelectorAll('main img')].filter(({ naturalWidth }) => naturalWidth === 0).length";
  await waitFor(() => published.evaluate(missing), 0, 'Some images are not displayed.');
  await takeScreenshot(published, 'journey-page');
  await published.close();
  await reload(page);
  await canvas.getByText('The boats come in').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
}

/** Returns a post with its raw texts, as the service sends it to the user of a page. */
async function readPost(page: Page, id: number) {
  const { origin } = new URL(page.url());
  const { request } = page.context();
  const nonce = await (await request.get(`${origin}/account/nonce`)).text();
  const response = await request.get(`${origin}/admin/api/wp/v2/posts/${id}?context=edit`, {
    headers: { 'x-wp-nonce': nonce },
  });
  assert.equal(response.status(), 200);
  return await response.json();
}

function readJson(text: string | null): Readonly<Record<string, unknown>> | undefined {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
