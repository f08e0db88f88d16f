// Tests of reading EXIF and IPTC metadata, including malformed metadata (media-fonts-and-oembed.md, A7).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { emptyImageMeta, readImageMeta } from './image-meta.ts';

it('reads EXIF metadata', async () => {
  const exif = { IFD0: { ImageDescription: 'A view', Artist: 'Ann', Copyright: '(c) Ann', Model: 'X-1' }, IFD2: {} };
  const jpeg = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  const blocks = await sharp(jpeg).metadata();
  const meta = readImageMeta({ exif: blocks.exif });
  assert.deepEqual(
    [meta.title, meta.caption, meta.credit, meta.copyright, meta.camera],
    ['A view', 'A view', 'Ann', '(c) Ann', 'X-1'],
  );
});

it('ignores malformed metadata', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const noise = {
        exif: Buffer.concat([Buffer.from('Exif\0\0II*\0\x08\0\0\0'), bytes]),
        iptc: Buffer.concat([Buffer.from('8BIM\x04\x04\0\0\0\0\0\x10'), bytes]),
        xmp: bytes,
      };
      assert.deepEqual(Object.keys(readImageMeta(noise)).sort(), Object.keys(emptyImageMeta).sort());
    }),
  );
});
