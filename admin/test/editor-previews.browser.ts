// Previews of what is in the editor, and copies of entries.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, reload, save, typeAtEnd } from './page-actions.ts';
import { describeSite, paragraph, type Site } from './site.ts';

async function clickPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: /Preview/ }).click();
}

/** Opens the preview of the entry in the editor, and returns the page in the new tab. */
async function preview(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await clickPreview(page);
  const tab = await opened;
  await tab.waitForURL(/^http/);
  return tab;
}

/** Appends text to the first paragraph. */
async function type(page: Page, text: string): Promise<void> {
  const block = canvasOf(page).getByRole('document', { name: 'Block: Paragraph' }).first();
  await typeAtEnd(page, block, text);
  await canvasOf(page).locator('p').filter({ hasText: text }).first().waitFor();
}

/** Returns the status and the text of a page that an anonymous visitor sees. */
async function readAnonymously(url: string) {
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

describeSite('previews on the service', (site) => {
  it('shows the working copy of a draft, which stays private', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const id = await site().create({ title: 'Draft to view', content: paragraph('Start'), status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`, problems);
    await type(page, ' and more');
    const tab = await preview(page);
    await tab.getByText('Start and more').waitFor();
    await takeScreenshot(tab, 'preview');
    assert.equal((await site().read(id)).status, 'draft');
    assert.equal((await readAnonymously(`${site().service.origin}/?p=${id}`)).status, 404);
    assert.equal((await readAnonymously(`${site().service.origin}/?p=${id}&preview=true`)).status, 404);
    assert.deepEqual(problems, []);
    await type(page, ' later');
    await clickPreview(page);
    await tab.getByText('Start and more later').waitFor();
    const { body: previews } = await site().service.request('GET', `/octavo/v1/previews?entry=${id}`);
    assert.equal(previews.length, 1, 'the link is used again');
    await context.close();
  });

  it('shows unsaved changes of a published post only in the preview', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Published', content: paragraph('Old'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).getByText('Old').waitFor();
    const unchanged = await preview(page);
    const { link } = await site().read(id);
    await unchanged.waitForURL(link);
    await unchanged.close();
    await type(page, ' and new');
    const tab = await preview(page);
    await tab.getByText('Old and new').waitFor();
    const visible = await readAnonymously(link);
    assert.equal(visible.status, 200);
    assert.ok(!visible.text.includes('Old and new'));
    assert.equal((await site().read(id)).content.raw, paragraph('Old'));
    await context.close();
  });

  it('says why there is no preview', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'No preview', content: paragraph('Text'), status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).getByText('Text').waitFor();
    const json = { code: 'rest_too_many_previews', message: 'An entry can have at most 50 previews.', data: {} };
    await page.route('**/octavo/v1/previews*', (route) => route.fulfill({ status: 400, json }));
    const opened = page.waitForEvent('popup');
    await clickPreview(page);
    await opened;
    await page.getByText(json.message).first().waitFor();
    await context.close();
  });

  it('copies an entry from the list and from the editor, with all fields and the same bytes', async () => {
    const content = `${paragraph('Same  text &amp; <em>bytes</em>')}\n\n\n<!-- wp:unknown/block {"a":"\\u002d"} /-->`;
    const context = await site().newContext();
    const { body: category } = await site().service.request('POST', '/cms/v2/categories', { name: 'Copied' });
    const { body: tag } = await site().service.request('POST', '/cms/v2/tags', { name: 'copied' });
    const fields = { excerpt: 'Short', comment_status: 'closed', format: 'aside', password: 'sesame' };
    const media = await site().upload('copied.png');
    const terms = { categories: [category.id], tags: [tag.id], featured_media: media };
    const id = await site().create({ title: 'Original', content, status: 'publish', ...fields, ...terms });
    const page = await site().open(context, '/admin/content/post?search=Original');
    await page.getByRole('link', { name: 'Original' }).waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('The draft “Original (copy)” was created.').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).last().click();
    await page.waitForURL(new RegExp(`/admin/content/post/(?!${id}$)\\d+$`));
    await assertCopy(site(), Number(/(\d+)$/.exec(page.url())?.[1]), id, content);
    await page.goto(`${site().service.origin}/admin/content/post/${id}`);
    await canvasOf(page).getByText('bytes').waitFor();
    const copied = await duplicateInEditor(page);
    await assertCopy(site(), copied, id, content);
    await type(page, ' changed');
    const changed = await duplicateInEditor(page);
    await save(page);
    const { raw } = (await site().read(id)).content;
    assert.ok(raw.includes('bytes</em> changed'));
    await assertCopy(site(), changed, id, raw);
    await context.close();
  });
});

/** Copies the entry in the editor, and returns the ID of the copy. */
async function duplicateInEditor(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Options', exact: true }).last().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const link = page.getByTestId('snackbar').last().getByRole('link', { name: 'Edit', exact: true });
  const href = await link.getAttribute('href');
  await page.getByTestId('snackbar').last().click();
  await link.waitFor({ state: 'detached' });
  return Number(/(\d+)$/.exec(href ?? '')?.[1]);
}

async function assertCopy(site: Site, id: number, original: number, content: string): Promise<void> {
  const [copy, source] = [await site.read(id), await site.read(original)];
  const names = ['excerpt', 'comment_status', 'ping_status', 'format', 'password', 'author', 'template', 'meta'];
  for (const name of [...names, 'categories', 'tags', 'featured_media'])
    assert.deepEqual(copy[name], source[name], name);
  assert.deepEqual([copy.status, copy.title.raw, copy.content.raw], ['draft', 'Original (copy)', content]);
}

// A front end that shows the URL with which it was opened.
const frontEnd = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><title>Front end</title><p>The front end.</p>');
  request.resume();
});
await new Promise<void>((resolve) => frontEnd.listen(0, '127.0.0.1', resolve));
const address = frontEnd.address();
const front = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
after(() => frontEnd.close());

describeSite(
  'previews in a front end',
  (site) => {
    it('opens the front end with the parameters that it needs to read the working copy', async () => {
      const context = await site().newContext();
      const id = await site().create({ title: 'Draft', content: paragraph('Start'), status: 'draft' });
      const page = await site().open(context, `/admin/content/post/${id}`);
      await type(page, ' and more');
      const tab = await preview(page);
      await tab.getByText('The front end.').waitFor();
      const url = new URL(tab.url());
      assert.equal(url.origin, front);
      assert.equal(url.searchParams.get('preview_id'), String(id));
      const nonce = url.searchParams.get('preview_nonce') ?? '';
      const read = await site().service.read(`/cms/v2/posts/${id}?preview_nonce=${nonce}`);
      assert.match(read.body.content.rendered, /Start and more/);
      assert.equal((await site().service.read(`/cms/v2/posts/${id}`)).status, 401);
      await reload(page);
      await context.close();
    });
  },
  { env: { OCTAVO_FRONT: front } },
);
