// Media in the editor: uploads through placeholders, and the picker, which replaces the one that a PHP page would load.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { createImage, createSound } from '../../test/media-site.ts';
import { canvasOf, publish, reload, startParagraph } from './page-actions.ts';
import { describeSite, type Site } from './site.ts';

/** A file that a test uploads. */
interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const image = async (name: string): Promise<UploadedFile> => ({
  ...{ name, mimeType: 'image/png', buffer: await createImage(1200, 800) },
});

const sound: UploadedFile = { name: 'sound.wav', mimeType: 'audio/wav', buffer: createSound() };
const notes: UploadedFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes\n') };

describeSite('media', (site) => {
  it('uploads images through the placeholder and the picker, and selects images in the picker', async () => {
    const problems: string[] = [];
    const page = await startPost(site(), 'Images', problems);
    await insertBlock(page, 'Image');
    await chooseFiles(page, () => clickInCanvas(page, 'Upload'), await image('first.png'));
    await canvasOf(page).locator('figure.wp-block-image img[src$="first-1024x683.png"]').waitFor();
    await startParagraph(page);
    await insertBlock(page, 'Image');
    await clickInCanvas(page, 'Media Library');
    const picker = page.getByRole('dialog', { name: 'Select Media' });
    const upload = picker.getByRole('button', { name: 'Upload media' });
    await chooseFiles(page, () => upload.click(), await image('second.png'));
    await picker.getByRole('option', { name: 'second', selected: true }).waitFor();
    await takeScreenshot(page, 'media-picker');
    // The items of the package's picker contain checkboxes.
    assert.deepEqual(await findViolations(page, ['nested-interactive']), []);
    await picker.getByRole('button', { name: 'Select', exact: true }).click();
    await canvasOf(page).locator('figure.wp-block-image img[src*="second"]').waitFor();
    await startParagraph(page);
    await insertBlock(page, 'Image');
    await clickInCanvas(page, 'Media Library');
    await picker.getByRole('option', { name: 'first' }).click();
    await picker.getByRole('button', { name: 'Select', exact: true }).click();
    await canvasOf(page).locator('figure.wp-block-image img[src*="first"]').nth(1).waitFor();
    const id = await publish(page);
    const media = await uploads(site());
    const { content } = await site().read(id);
    assert.equal(content.raw, ['first', 'second', 'first'].map((title) => imageMarkup(media.get(title))).join('\n\n'));
    await reload(page);
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  it('uploads files of galleries, file blocks and audio blocks', async () => {
    const problems: string[] = [];
    const page = await startPost(site(), 'Files', problems);
    await insertBlock(page, 'File');
    await chooseFiles(page, () => clickInCanvas(page, 'Upload'), notes);
    await canvasOf(page).getByText('notes', { exact: true }).waitFor();
    await startParagraph(page);
    await insertBlock(page, 'Audio');
    await chooseFiles(page, () => clickInCanvas(page, 'Upload'), sound);
    await canvasOf(page).locator('audio[src$="sound.wav"]').waitFor();
    await startParagraph(page);
    await insertBlock(page, 'Gallery');
    await chooseFiles(page, () => clickInCanvas(page, 'Upload'), await image('left.png'), await image('right.png'));
    await canvasOf(page).locator('.wp-block-gallery img[src*="right-"]').waitFor();
    const id = await publish(page);
    const media = await uploads(site());
    const raw = (await site().read(id)).content.raw;
    const [left, right] = [media.get('left'), media.get('right')].map(imageMarkup);
    const { id: soundId, source_url: soundUrl } = media.get('sound') ?? assert.fail();
    const { id: notesId, source_url: notesUrl } = media.get('notes') ?? assert.fail();
    const fileId = /"wp-block-file--media-[\w-]+"/.exec(raw)?.[0].slice(1, -1);
    assert.equal(
      raw,
      [
        `<!-- wp:file {"id":${notesId},"href":"${notesUrl}"} -->\n<div class="wp-block-file"><a id="${fileId}" href="${notesUrl}">notes</a><a href="${notesUrl}" class="wp-block-file__button wp-element-button" download aria-describedby="${fileId}">Download</a></div>\n<!-- /wp:file -->`,
        `<!-- wp:audio {"id":${soundId}} -->\n<figure class="wp-block-audio"><audio controls src="${soundUrl}"></audio></figure>\n<!-- /wp:audio -->`,
        `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${left}\n\n${right}</figure>\n<!-- /wp:gallery -->`,
      ].join('\n\n'),
    );
    await reload(page);
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  it('selects the featured image', async () => {
    const page = await startPost(site(), 'Featured');
    await page.getByRole('tab', { name: 'Post' }).click();
    await page.getByRole('button', { name: 'Set featured image' }).click();
    const picker = page.getByRole('dialog', { name: 'Featured image' });
    await chooseFiles(
      page,
      () => picker.getByRole('button', { name: 'Upload media' }).click(),
      await image('portrait.png'),
    );
    await picker.getByRole('option', { name: 'portrait', selected: true }).waitFor();
    await picker.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('region', { name: 'Editor settings' }).locator('img[src*="portrait"]').waitFor();
    const id = await publish(page);
    assert.equal((await site().read(id)).featured_media, (await uploads(site())).get('portrait')?.id);
    await page.context().close();
  });

  it('offers no upload to users who may not upload files', async () => {
    await site().createUser('kim', 'contributor');
    const page = await startPost(site(), 'Without files', [], 'kim');
    await insertBlock(page, 'Image');
    await canvasOf(page).getByRole('button', { name: 'Insert from URL' }).waitFor();
    await takeScreenshot(page, 'image-without-upload');
    assert.equal(await canvasOf(page).getByRole('button', { name: 'Upload' }).count(), 0);
    assert.equal(await canvasOf(page).getByRole('button', { name: 'Media Library' }).count(), 0);
    await page.getByRole('button', { name: 'Add image' }).click();
    await page.getByText('Current media URL:').waitFor();
    await takeScreenshot(page, 'image-menu-without-upload');
    assert.equal(await page.getByRole('menuitem', { name: /Upload|Media Library/ }).count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Post' }).click();
    await page.getByRole('region', { name: 'Editor settings' }).getByText('Featured image').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Set featured image' }).count(), 0);
    await page.context().close();
  });
});

/** Opens the editor with a new post. */
async function startPost(site: Site, title: string, problems: string[] = [], username = 'admin'): Promise<Page> {
  const page = await site.open(await site.newContext(), '/admin/', problems, username);
  await page.getByRole('link', { name: 'Add Post' }).click();
  await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill(title);
  await page.keyboard.press('Enter');
  return page;
}

/** Replaces the empty paragraph that has the focus by a block. */
async function insertBlock(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name.toLowerCase()}`);
  await page.getByRole('option', { name, exact: true }).click();
}

const clickInCanvas = (page: Page, name: string): Promise<void> =>
  canvasOf(page).getByRole('button', { name, exact: true }).click();

/** Selects files in the dialog of the browser that an action opens. */
async function chooseFiles(page: Page, open: () => Promise<void>, ...files: UploadedFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles(files);
}

interface Upload {
  readonly id: number;
  readonly source_url: string;
  readonly media_details: { readonly sizes?: Readonly<Record<string, { readonly source_url: string }>> };
}

/** Returns the uploaded media by their titles. */
async function uploads(site: Site): Promise<ReadonlyMap<string, Upload>> {
  const { body } = await site.service.request('GET', '/cms/v2/media?per_page=100&context=edit');
  return new Map(body.map((upload: Upload & { title: { raw: string } }) => [upload.title.raw, upload]));
}

function imageMarkup(upload: Upload | undefined): string {
  assert.ok(upload);
  const url = upload.media_details.sizes?.large?.source_url;
  return `<!-- wp:image {"id":${upload.id},"sizeSlug":"large","linkDestination":"none"} -->\n<figure class="wp-block-image size-large"><img src="${url}" alt="" class="wp-image-${upload.id}"/></figure>\n<!-- /wp:image -->`;
}
