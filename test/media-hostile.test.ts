// Tests that malicious files and bodies (docs/security.md, Files) are rejected with the correct error code or stored
// harmlessly, leave no files behind, and do not end the process.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { gifFrame, gifHeader, harmlessFiles, rejectedFiles } from './hostile-files.ts';
import { boundary, createImage, formOf, type MediaSite, openMediaSite } from './media-site.ts';

describe('malicious uploads', () => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ maxUploadBytes: 1024 * 1024 });
  });
  after(() => site.close());
  // Isolates the tests, so that a failure does not affect later ones.
  afterEach(async () => {
    for (const { id } of (await site.request('administrator', 'GET', '/cms/v2/media')).body)
      await site.request('administrator', 'DELETE', `/cms/v2/media/${id}?force=true`);
  });

  const assertNothingLeft = async () => {
    assert.deepEqual(await site.storedPaths(), []);
    assert.deepEqual(await site.referencedPaths(), []);
    assert.deepEqual(await site.temporaryPaths(), []);
    assert.deepEqual(site.errors, []);
    const upload = await site.upload('author', 'good.png', await createImage(5, 5));
    assert.equal(upload.status, 201, 'the service still works');
    await site.request('administrator', 'DELETE', `/cms/v2/media/${upload.body.id}?force=true`);
  };

  for (const [description, name, bytes] of rejectedFiles) {
    it(`reject ${description}`, async () => {
      const input = await bytes();
      const raw = await site.upload('author', name, input);
      assert.deepEqual([raw.status, raw.body.code], [400, 'rest_upload_sideload_error']);
      const form = await site.sendForm('author', [{ name: 'file', filename: name, type: 'image/png', value: input }]);
      assert.deepEqual([form.status, form.body.code], [400, 'rest_upload_unknown_error']);
      await assertNothingLeft();
    });
  }

  for (const [description, name, bytes] of harmlessFiles) {
    it(`store ${description} unchanged, or reject it`, async () => {
      const input = await bytes();
      const began = performance.now();
      const { status, body } = await site.upload('author', name, input);
      assert.ok(performance.now() - began < 20_000, 'the upload takes less than 20 seconds');
      assert.ok(status === 201 || (status === 400 && body.code === 'rest_upload_sideload_error'), JSON.stringify(body));
      if (status === 201) {
        const [path = ''] = (await site.storedPaths()).filter((each) => each.endsWith(body.filename));
        const storedBytes = await site.bytesOf(path);
        assert.ok(storedBytes.equals(Buffer.from(input)), 'the bytes are unchanged');
        assert.doesNotMatch(body.mime_type, /html|svg|xml$|javascript|php/, 'the type is not executable');
        await site.request('administrator', 'DELETE', `/cms/v2/media/${body.id}?force=true`);
      }
      await assertNothingLeft();
    });
  }

  it('the tests use at least sixty files', () => {
    assert.ok(rejectedFiles.length + harmlessFiles.length >= 60, String(rejectedFiles.length + harmlessFiles.length));
  });

  it('an empty file is rejected', async () => {
    assert.equal((await site.upload('author', 'a.txt', Buffer.alloc(0))).body.code, 'rest_upload_no_data');
    const form = await site.sendForm('author', [{ name: 'file', filename: 'a.txt', value: '' }]);
    assert.equal(form.body.code, 'rest_upload_unknown_error');
    await assertNothingLeft();
  });

  it('file names cannot traverse paths', async () => {
    const names: readonly (readonly [input: string, stored: string])[] = [
      ['../../../etc/passwd.png', 'etcpasswd.png'],
      ['..\\..\\up.png', 'up.png'],
      ['%2e%2e%2fup.png', '2e2e2fup.png'],
      ['con.png', 'con-1.png'],
      ['nul\0.png', 'nul-1.png'],
      [`${'x'.repeat(300)}.png`, `${'x'.repeat(180)}.png`],
      ['\u202egnp.png', 'gnp.png'],
      ['trailing.png. . ', 'trailing.png'],
      ['shell.php.png', 'shell.php_.png'],
      ['🙂.png', '🙂.png'],
      ['.htaccess.png', 'htaccess.png'],
      ['<script>.png', 'script.png'],
      ['a\r\nSet-Cookie: x.png', 'aSet-Cookie-x.png'],
    ];
    for (const [input, stored] of names) {
      const made = await site.upload('author', input, await createImage(3, 3));
      assert.equal(made.status, 201, `${input}: ${JSON.stringify(made.body)}`);
      assert.equal(made.body.filename, stored);
      assert.deepEqual((await site.storedPaths()).length, 1);
      await site.request('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    }
    await assertNothingLeft();
  });

  it('an image with a script in its comment is stored as an image', async () => {
    const jpeg = await createImage(20, 20, 'jpeg');
    const comment = Buffer.from('<?php system($_GET["x"]); ?><script>alert(1)</script>');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(comment.length + 2);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, jpeg.subarray(2)]);
    const made = await site.upload('author', 'poly.jpg', polyglot);
    assert.deepEqual([made.status, made.body.mime_type], [201, 'image/jpeg']);
    await site.request('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await assertNothingLeft();
  });

  it('an animated image with many frames is processed as a still image', async () => {
    const frames = Buffer.concat([gifHeader(200, 200), ...Array.from({ length: 20_000 }, () => gifFrame)]);
    const made = await site.upload('author', 'frames.gif', Buffer.concat([frames, Buffer.from(';')]));
    assert.ok([201, 400].includes(made.status), JSON.stringify(made.body));
    if (made.status === 201) await site.request('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await assertNothingLeft();
  });

  it('forms with too many or too large parts are rejected', async () => {
    const many = await site.sendForm(
      'author',
      Array.from({ length: 10_000 }, (_, n) => ({ name: `f${n}`, value: 'x' })),
    );
    assert.deepEqual([many.status, many.body.code], [400, 'rest_too_many_parameters']);
    const files = await site.sendForm(
      'author',
      Array.from({ length: 10_000 }, (_, n) => ({ name: 'file', filename: `${n}.txt`, value: 'x' })),
    );
    assert.deepEqual([files.status, files.body.code], [400, 'rest_too_many_parameters']);
    const large = await site.sendForm('author', [{ name: 'title', value: Buffer.alloc(2 * 1024 * 1024, 'x') }]);
    assert.deepEqual([large.status, large.body.code], [400, 'rest_invalid_param']);
    const value = Buffer.alloc(1024 * 1024, 'x');
    const together = await site.sendForm(
      'author',
      ['title', 'caption', 'description', 'alt_text', 'slug'].map((name) => ({ name, value })),
    );
    assert.deepEqual([together.status, together.body.code], [400, 'rest_too_many_parameters']);
    const send = (body: Uint8Array | string, type: string) =>
      site.sendBody('author', 'POST', '/cms/v2/media', Buffer.from(body as string), { 'content-type': type });
    assert.equal((await send('x', 'multipart/form-data')).body.code, 'rest_bad_form');
    assert.equal((await send('x', 'multipart/form-data; boundary=')).body.code, 'rest_bad_form');
    const truncated = formOf([{ name: 'file', filename: 'a.png', value: await createImage(50, 50) }]);
    const response = await send(
      truncated.subarray(0, truncated.length - 40),
      `multipart/form-data; boundary=${boundary}`,
    );
    assert.equal(response.body.code, 'rest_bad_form');
    const header = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n${'X-A: b\r\n'.repeat(5000)}\r\nx\r\n--${boundary}--\r\n`;
    assert.ok((await send(header, `multipart/form-data; boundary=${boundary}`)).status < 500);
    await assertNothingLeft();
  });

  it('a file that is too large is rejected before it was received completely', async () => {
    const large = Buffer.alloc(2 * 1024 * 1024, 'x');
    const raw = await site.upload('author', 'a.txt', large);
    assert.deepEqual([raw.status, raw.body.code], [413, 'rest_upload_file_too_big']);
    const form = await site.sendForm('author', [{ name: 'file', filename: 'a.txt', value: large }]);
    assert.deepEqual([form.status, form.body.code], [400, 'rest_upload_unknown_error']);
    await assertNothingLeft();
  });

  it('uploads without permission are not stored', async () => {
    for (const caller of ['anonymous', 'subscriber', 'contributor'] as const) {
      const form = await site.sendForm(caller, [{ name: 'file', filename: 'a.png', value: await createImage(9, 9) }]);
      assert.equal(form.body.code, 'rest_cannot_create');
    }
    await assertNothingLeft();
  });

  it('invalid image edits are rejected', async () => {
    const { body: file } = await site.upload('author', 'a.png', await createImage(100, 50));
    const edit = async (modifiers: unknown) =>
      (await site.request('author', 'POST', `/cms/v2/media/${file.id}/edit`, { src: file.source_url, modifiers })).body
        .code;
    const crop = (args: object) => [{ type: 'crop', args: { left: 0, top: 0, width: 50, height: 50, ...args } }];
    assert.equal(await edit(crop({ left: -60 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ left: 101 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ width: -5 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ left: 1e300 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ left: 'NaN' })), 'rest_invalid_param');
    assert.equal(
      await edit(Array.from({ length: 1000 }, () => ({ type: 'rotate', args: { angle: 90 } }))),
      'rest_invalid_param',
    );
    const finalize = async (sub_sizes: unknown) =>
      (await site.request('author', 'POST', `/cms/v2/media/${file.id}/finalize`, { sub_sizes })).body.code;
    assert.equal(await finalize(Array.from({ length: 101 }, () => ({ image_size: 'medium' }))), 'rest_invalid_param');
    assert.equal(await finalize([{ image_size: 'medium', file: '../../octavo.sqlite' }]), 'rest_invalid_sub_size_file');
    assert.equal(await finalize([{ image_size: 'medium', file: '/etc/passwd' }]), 'rest_invalid_sub_size_file');
    await site.request('administrator', 'DELETE', `/cms/v2/media/${file.id}?force=true`);
    await assertNothingLeft();
  });
});
