// Changes of files in the media library: crop and rotation, replacement, uses, deletion, and the files of an imported site.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { importedFile } from '../../test/clients/imported-service.ts';
import { runCommand } from '../../test/commands/in-process.ts';
import { holdReads, waitUntilLoaded } from './page-actions.ts';
import { describeSite, pngOf, type Site } from './site.ts';
import { waitFor } from './wait.ts';

/** Uploads an image of 640 by 480 pixels through the API, and returns its record. */
async function upload(site: Site, name: string, color = '#1f5fbf') {
  const response = await fetch(`${site.service.rest}/cms/v2/media`, {
    method: 'POST',
    headers: {
      authorization: site.service.authorization,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: new Uint8Array(await pngOf(color, 640, 480)),
  });
  assert.equal(response.status, 201);
  return (await response.json()) as { id: number; source_url: string };
}

/** Returns the dimensions and the color of the image at a URL. */
async function look(url: string): Promise<string> {
  const image = sharp(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const [{ width, height }, { dominant }] = [await image.metadata(), await image.stats()];
  return `${width}x${height} ${dominant.r > dominant.b ? 'red' : 'blue'}`;
}

describeSite('changes of files', (site) => {
  it('crops and rotates an image with the keyboard, into a new file', async () => {
    const problems: string[] = [];
    const { id, source_url: url } = await upload(site(), 'boat.png');
    const context = await site().newContext();
    const page = await site().open(context, `/admin/media/${id}`, problems);
    await page.getByRole('button', { name: 'Crop and rotate' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Crop and rotate' });
    const save = dialog.getByRole('button', { name: 'Save as a new file' });
    await save.waitFor();
    assert.equal(await save.isDisabled(), true, 'nothing was changed');
    await dialog.getByRole('button', { name: 'Rotate right' }).focus();
    await page.keyboard.press('Space');
    assert.equal(await dialog.getByLabel('Width').inputValue(), '480');
    await dialog.getByLabel('Height').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('320');
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Top').fill('5000');
    await page.keyboard.press('Tab');
    assert.equal(await dialog.getByLabel('Top').inputValue(), '320', 'the area stays inside the image');
    await dialog.getByText('The new image has 480 × 320 pixels.').waitFor();
    await takeScreenshot(page, 'media-crop');
    assert.deepEqual(await findViolations(page), []);
    await save.focus();
    await page.keyboard.press('Enter');
    await page.getByText('The edited image was saved as this new file.').waitFor();
    await page.waitForURL((each) => !each.pathname.endsWith(`/${id}`));
    const edited = Number(/\d+$/.exec(page.url())?.[0]);
    const { body } = await site().service.request('GET', `/cms/v2/media/${edited}`);
    assert.equal(await look(body.source_url), '480x320 blue');
    assert.equal(await look(url), '640x480 blue');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('crops with the pointer', async () => {
    const { id } = await upload(site(), 'drag.png');
    const context = await site().newContext(390);
    const page = await site().open(context, `/admin/media/${id}`);
    await page.getByRole('button', { name: 'Crop and rotate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop and rotate' });
    const stage = (await dialog.locator('.crop-stage').boundingBox()) ?? assert.fail('The image has no box.');
    const at = (x: number, y: number) => [stage.x + stage.width * x, stage.y + stage.height * y] as const;
    await page.mouse.move(...(at(1, 1).map((each) => each - 1) as [number, number]));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.5), { steps: 4 });
    await page.mouse.up();
    const width = Number(await dialog.getByLabel('Width').inputValue());
    const height = Number(await dialog.getByLabel('Height').inputValue());
    assert.ok(Math.abs(width - 320) < 8 && Math.abs(height - 240) < 8, `${width} × ${height}`);
    await page.mouse.move(...at(0.25, 0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.5), { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs(Number(await dialog.getByLabel('Left').inputValue()) - 160) < 8);
    await takeScreenshot(page, 'media-crop-390');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await context.close();
  });

  it('replaces a file after a question: the URL displays the new one at once', async () => {
    const problems: string[] = [];
    const { id, source_url: url } = await upload(site(), 'chart.png');
    const context = await site().newContext();
    const page = await site().open(context, `/admin/media/${id}`, problems);
    const input = page.getByLabel('New file');
    await input.setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await pngOf('#a3231b', 800, 300) });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Replace “chart.png” with “new.png”?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await look(url), '640x480 blue');
    await input.setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await pngOf('#a3231b', 800, 300) });
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('The file was replaced.').waitFor();
    assert.equal(await look(url), '800x300 red');
    await page.getByText('800 × 300').waitFor();
    const displayed =
      'document.querySelector(".preview img").complete && document.querySelector(".preview img").naturalWidth';
    await waitFor(() => page.evaluate(displayed), 800, 'The new image is not displayed.');
    await input.setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('alert').getByText('must have the type of the previous one').waitFor();
    assert.equal(await look(url), '800x300 red');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('shows where a file is used, and names the uses before it is deleted', async () => {
    const problems: string[] = [];
    const { id, source_url: url } = await upload(site(), 'used.png');
    const post = await site().create({ title: 'A voyage', content: `<img src="${url}" alt="">`, status: 'publish' });
    await site().create({ title: 'A plan', status: 'draft', featured_media: id, content: 'x' });
    const context = await site().newContext();
    const page = await site().open(context, `/admin/media/${id}`, problems);
    await page.getByRole('link', { name: 'A plan' }).waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'A voyage' }).getAttribute('href'),
      `/admin/content/post/${post}`,
    );
    await waitUntilLoaded(page);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `media-file-${width}-${colorScheme}`);
      assert.deepEqual(await findViolations(page), []);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width);
    }
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/It is used in 2 entries \(A plan, A voyage\).*This cannot be undone\./).waitFor();
    await takeScreenshot(page, 'media-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await fetch(url)).status, 200);
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('1 file was deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    assert.equal((await fetch(url)).status, 404);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('deletes several files, and reports those that were changed meanwhile', async () => {
    for (const name of ['keep.png', 'drop-1.png', 'drop-2.png']) await upload(site(), name);
    const { body } = await site().service.request('GET', '/cms/v2/media?search=keep');
    const context = await site().newContext(1280, 'light', 1400);
    const page = await site().open(context, '/admin/media');
    for (const name of ['keep', 'drop-1', 'drop-2']) await page.getByRole('checkbox', { name, exact: true }).check();
    const release = await holdReads(page, 'media');
    await site().service.request('PUT', `/cms/v2/media/${body[0].id}`, { caption: 'Changed' });
    await page
      .locator('.dataviews-bulk-actions-footer__action-buttons')
      .getByRole('button', { name: 'Delete permanently' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delete 3 files permanently? No entry is known to use them.').waitFor();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('2 files were deleted.').waitFor();
    await page.getByRole('alert').getByText('keep').waitFor();
    release();
    assert.equal((await site().service.request('GET', `/cms/v2/media/${body[0].id}`)).status, 200);
    await context.close();
  });

  it('shows users who may not upload files nothing of it, and authors only their own files', async () => {
    const { id } = await upload(site(), 'of-admin.png');
    await site().createUser('carl', 'contributor');
    await site().createUser('ann', 'author');
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media', [], 'carl');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Media', exact: true }).count(), 0);
    await context.close();
    const other = await site().newContext();
    const own = await site().open(other, '/admin/media', [], 'ann');
    await own.getByText('There are no files yet.').waitFor();
    await own.goto(`${site().service.origin}/admin/media/${id}`);
    await own.getByRole('heading', { level: 1, name: 'This page is not available' }).waitFor();
    await other.close();
  });

  it('opens every file of an export, and keeps the bytes of its texts when the title is changed', async () => {
    const { service } = site();
    const { body: before } = await service.request('GET', '/cms/v2/media?per_page=100');
    const own = new Set(before.map(({ id }: { id: number }) => id));
    await runCommand(['import', importedFile, '--data', service.data]);
    const { body } = await service.request('GET', '/cms/v2/media?per_page=100&context=edit');
    const imported: number[] = body.map(({ id }: { id: number }) => id).filter((id: number) => !own.has(id));
    assert.ok(imported.length > 0, 'the export contains files');
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media', problems);
    for (const id of imported) {
      const old = await site().read(id, 'media');
      await page.goto(`${service.origin}/admin/media/${id}`);
      const title = page.getByLabel('Title');
      await waitFor(() => title.inputValue(), old.title.raw);
      await title.fill(`Changed ${id}`);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('The changes were saved.').waitFor();
      const changed = await site().read(id, 'media');
      assert.deepEqual(
        [changed.title.raw, changed.caption.raw, changed.description.raw, changed.alt_text, changed.slug],
        [`Changed ${id}`, old.caption.raw, old.description.raw, old.alt_text, old.slug],
      );
    }
    await takeScreenshot(page, 'media-imported');
    assert.deepEqual(problems, []);
    await context.close();
  });
});
