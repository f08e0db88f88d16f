// Files and bodies made to do harm (attacks-and-faults.md, checks 33, 40–45): refused with the right code or stored
// harmlessly, nothing left behind, and the process lives.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { boundary, formOf, type MediaSite, openMediaSite, picture } from './media-site.ts';

describe('hostile uploads', () => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ largestUpload: 1024 * 1024 });
  });
  after(() => site.close());

  const nothingIsLeft = async () => {
    assert.deepEqual(await site.stored(), []);
    assert.deepEqual(await site.known(), []);
    assert.deepEqual(await site.working(), []);
    assert.deepEqual(site.faults, []);
    const still = await site.upload('author', 'good.png', await picture(5, 5));
    assert.equal(still.status, 201, 'the service goes on');
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${still.body.id}?force=true`);
  };

  const refusedFiles: readonly (readonly [
    what: string,
    name: string,
    bytes: () => Promise<Uint8Array> | Uint8Array,
  ])[] = [
    [
      'a drawing with a script (check 33)',
      'a.svg',
      () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a drawing under the name of a picture', 'a.png', () => text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page of an author (check 33)', 'a.html', () => text('<html><script>alert(1)</script></html>')],
    ['a page under the name of a text', 'a.txt', () => text('<!doctype html><script>alert(1)</script>')],
    ['a page under the name of a picture', 'a.jpg', () => text('<html><script>alert(1)</script></html>')],
    ['a script of a server (check 41)', 'a.php', () => text('<?php echo 1;')],
    ['a script of a server under the name of a text', 'a.txt', () => text('<?php echo 1;')],
    ['a script of a server behind two extensions', 'a.png.php', async () => picture(2, 2)],
    ['a shell script', 'a.sh', () => text('#!/bin/sh\necho 1')],
    ['a program under the name of a document', 'a.pdf', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    [
      'a program under the name of a picture',
      'a.gif',
      () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)]),
    ],
    [
      "an image magician's prefix",
      'a.jpg',
      () => text('push graphic-context\nimage over 0,0 0,0 "msl:/etc/passwd"\npop graphic-context'),
    ],
    ['PostScript under the name of a picture', 'a.jpg', () => text('%!PS-Adobe-3.0\n(x) show')],
    ['a picture of 50 000 × 50 000 (check 42)', 'bomb.png', () => pngOf(50_000, 50_000)],
    ['a picture that says it is smaller than it is', 'lie.png', () => pngOf(10, 10, 3)],
    ['a picture that says it is larger than it is', 'lie2.png', () => pngOf(100, 100, 3)],
    ['a GIF of four billion pixels', 'bomb.gif', () => gifHeader(65_535, 65_535)],
    ['a picture cut short', 'cut.jpg', async () => (await noise(300, 300, 'jpeg')).subarray(0, 2000)],
    ['a picture cut short in PNG', 'cut.png', async () => (await noise(300, 300, 'png')).subarray(0, 2000)],
    ['a picture cut short in WebP', 'cut.webp', async () => (await noise(300, 300, 'webp')).subarray(0, 500)],
    ['the head of a picture', 'head.png', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    [
      'noise behind the head of a JPEG',
      'a.jpg',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]),
    ],
    [
      'noise behind the head of a WebP',
      'a.webp',
      () => Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(500, 7)]),
    ],
    [
      'noise behind the head of an AVIF',
      'a.avif',
      () => Buffer.concat([Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1'), Buffer.alloc(500, 7)]),
    ],
    [
      'noise behind the head of a TIFF',
      'a.tif',
      () => Buffer.concat([Buffer.from('II*\0\x08\0\0\0'), Buffer.alloc(500, 7)]),
    ],
    ['no extension', 'name', () => text('text')],
    ['nothing but dots', '...', () => text('text')],
    ['nothing but an unknown extension', '.exe', () => text('text')],
    ['an extension made by a direction mark (check 40)', 'a\u202egpj.exe', () => text('text')],
    ['a font', 'a.woff2', () => Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(200)])],
  ];
  for (const [what, name, bytes] of refusedFiles) {
    it(`refuse ${what}`, async () => {
      const sent = await bytes();
      const raw = await site.upload('author', name, sent);
      assert.deepEqual([raw.status, raw.body.code], [400, 'rest_upload_sideload_error']);
      const form = await site.form('author', [{ name: 'file', filename: name, type: 'image/png', value: sent }]);
      assert.deepEqual([form.status, form.body.code], [400, 'rest_upload_unknown_error']);
      await nothingIsLeft();
    });
  }

  it('an empty file is none', async () => {
    assert.equal((await site.upload('author', 'a.txt', Buffer.alloc(0))).body.code, 'rest_upload_no_data');
    const form = await site.form('author', [{ name: 'file', filename: 'a.txt', value: '' }]);
    assert.equal(form.body.code, 'rest_upload_unknown_error');
    await nothingIsLeft();
  });

  it('names lead nowhere (check 40)', async () => {
    const names: readonly (readonly [sent: string, stored: string])[] = [
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
    for (const [sent, stored] of names) {
      const made = await site.upload('author', sent, await picture(3, 3));
      assert.equal(made.status, 201, `${sent}: ${JSON.stringify(made.body)}`);
      assert.equal(made.body.filename, stored);
      assert.deepEqual((await site.stored()).length, 1);
      await site.ask('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    }
    await nothingIsLeft();
  });

  it('a picture with a script in its comment is a picture, and stays one (check 41)', async () => {
    const jpeg = await picture(20, 20, 'jpeg');
    const comment = Buffer.from('<?php system($_GET["x"]); ?><script>alert(1)</script>');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(comment.length + 2);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, jpeg.subarray(2)]);
    const made = await site.upload('author', 'poly.jpg', polyglot);
    assert.deepEqual([made.status, made.body.mime_type], [201, 'image/jpeg']);
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await nothingIsLeft();
  });

  it('a moving picture of many frames is worked on as a still (check 42)', async () => {
    const frames = Buffer.concat([gifHeader(200, 200), ...Array.from({ length: 20_000 }, () => gifFrame)]);
    const made = await site.upload('author', 'frames.gif', Buffer.concat([frames, Buffer.from(';')]));
    assert.ok([201, 400].includes(made.status), JSON.stringify(made.body));
    if (made.status === 201) await site.ask('administrator', 'DELETE', `/cms/v2/media/${made.body.id}?force=true`);
    await nothingIsLeft();
  });

  it('forms that are bombs (check 45)', async () => {
    const many = await site.form(
      'author',
      Array.from({ length: 10_000 }, (_, n) => ({ name: `f${n}`, value: 'x' })),
    );
    assert.deepEqual([many.status, many.body.code], [400, 'rest_too_many_parameters']);
    const files = await site.form(
      'author',
      Array.from({ length: 10_000 }, (_, n) => ({ name: 'file', filename: `${n}.txt`, value: 'x' })),
    );
    assert.deepEqual([files.status, files.body.code], [400, 'rest_too_many_parameters']);
    const large = await site.form('author', [{ name: 'title', value: Buffer.alloc(2 * 1024 * 1024, 'x') }]);
    assert.deepEqual([large.status, large.body.code], [400, 'rest_too_many_parameters']);
    const send = (body: Uint8Array | string, type: string) =>
      site.send('author', 'POST', '/cms/v2/media', Buffer.from(body as string), { 'content-type': type });
    assert.equal((await send('x', 'multipart/form-data')).body.code, 'rest_bad_form');
    assert.equal((await send('x', 'multipart/form-data; boundary=')).body.code, 'rest_bad_form');
    const cut = formOf([{ name: 'file', filename: 'a.png', value: await picture(50, 50) }]);
    const answer = await send(cut.subarray(0, cut.length - 40), `multipart/form-data; boundary=${boundary}`);
    assert.equal(answer.body.code, 'rest_bad_form');
    const header = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n${'X-A: b\r\n'.repeat(5000)}\r\nx\r\n--${boundary}--\r\n`;
    assert.ok((await send(header, `multipart/form-data; boundary=${boundary}`)).status < 500);
    await nothingIsLeft();
  });

  it('a file that is too large is refused before its end', async () => {
    const large = Buffer.alloc(2 * 1024 * 1024, 'x');
    const raw = await site.upload('author', 'a.txt', large);
    assert.deepEqual([raw.status, raw.body.code], [413, 'rest_upload_file_too_big']);
    const form = await site.form('author', [{ name: 'file', filename: 'a.txt', value: large }]);
    assert.deepEqual([form.status, form.body.code], [400, 'rest_upload_unknown_error']);
    await nothingIsLeft();
  });

  it('who may not upload has nothing kept, whatever comes', async () => {
    for (const person of ['anonymous', 'subscriber', 'contributor'] as const) {
      const form = await site.form(person, [{ name: 'file', filename: 'a.png', value: await picture(9, 9) }]);
      assert.equal(form.body.code, 'rest_cannot_create');
    }
    await nothingIsLeft();
  });

  it('changes of pictures that lead nowhere (check 43)', async () => {
    const { body: file } = await site.upload('author', 'a.png', await picture(100, 50));
    const edit = async (modifiers: unknown) =>
      (await site.ask('author', 'POST', `/cms/v2/media/${file.id}/edit`, { src: file.source_url, modifiers })).body
        .code;
    const crop = (args: object) => [{ type: 'crop', args: { left: 0, top: 0, width: 50, height: 50, ...args } }];
    assert.equal(await edit(crop({ left: -10 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ left: 101 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ width: -5 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ left: 1e300 })), 'rest_image_crop_failed');
    assert.equal(await edit(crop({ left: 'NaN' })), 'rest_invalid_param');
    assert.equal(
      await edit(Array.from({ length: 1000 }, () => ({ type: 'rotate', args: { angle: 90 } }))),
      'rest_invalid_param',
    );
    const finalize = async (sub_sizes: unknown) =>
      (await site.ask('author', 'POST', `/cms/v2/media/${file.id}/finalize`, { sub_sizes })).body.code;
    assert.equal(await finalize(Array.from({ length: 101 }, () => ({ image_size: 'medium' }))), 'rest_invalid_param');
    assert.equal(await finalize([{ image_size: 'medium', file: '../../octavo.sqlite' }]), 'rest_invalid_sub_size_file');
    assert.equal(await finalize([{ image_size: 'medium', file: '/etc/passwd' }]), 'rest_invalid_sub_size_file');
    await site.ask('administrator', 'DELETE', `/cms/v2/media/${file.id}?force=true`);
    await nothingIsLeft();
  });
});

const text = (content: string) => Buffer.from(content);

async function noise(width: number, height: number, format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 7919) % 251));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A PNG whose head tells these dimensions, with so many rows of data. */
function pngOf(width: number, height: number, rows = 1): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((width + 1) * rows));
  const chunks = [chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function gifHeader(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

/** A frame of one pixel. */
const gifFrame = Buffer.from('!\xf9\x04\0\x01\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
