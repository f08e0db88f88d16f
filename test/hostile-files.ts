// Generates malicious files (docs/security.md, Files).
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { createImage } from './media-site.ts';

export type HostileFile = readonly [description: string, name: string, bytes: () => Promise<Uint8Array> | Uint8Array];

/** Files that are rejected if an author uploads them. */
export const rejectedFiles: readonly HostileFile[] = [
  [
    'an SVG with a script',
    'a.svg',
    () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['an SVG named as an image', 'a.png', () => text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an HTML page by an author', 'a.html', () => text('<html><script>alert(1)</script></html>')],
  ['an HTML page named as a text file', 'a.txt', () => text('<!doctype html><script>alert(1)</script>')],
  ['an HTML page named as an image', 'a.jpg', () => text('<html><script>alert(1)</script></html>')],
  ['a PHP script', 'a.php', () => text('<?php echo 1;')],
  ['a PHP script named as a text file', 'a.txt', () => text('<?php echo 1;')],
  ['a PHP script with two extensions', 'a.png.php', async () => createImage(2, 2)],
  ['a shell script', 'a.sh', () => text('#!/bin/sh\necho 1')],
  ['an executable named as a document', 'a.pdf', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  ['an executable named as an image', 'a.gif', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)])],
  [
    'an ImageMagick MVG script',
    'a.jpg',
    () => text('push graphic-context\nimage over 0,0 0,0 "msl:/etc/passwd"\npop graphic-context'),
  ],
  ['PostScript named as an image', 'a.jpg', () => text('%!PS-Adobe-3.0\n(x) show')],
  ['an image of 50,000 × 50,000 pixels', 'bomb.png', () => pngOf(50_000, 50_000)],
  ['an image that declares fewer rows than it has', 'lie.png', () => pngOf(10, 10, 3)],
  ['an image that declares more rows than it has', 'lie2.png', () => pngOf(100, 100, 3)],
  ['a GIF of four billion pixels', 'bomb.gif', () => gifHeader(65_535, 65_535)],
  ['a truncated JPEG', 'cut.jpg', async () => (await noise(300, 300, 'jpeg')).subarray(0, 2000)],
  ['a truncated PNG', 'cut.png', async () => (await noise(300, 300, 'png')).subarray(0, 2000)],
  ['a truncated WebP', 'cut.webp', async () => (await noise(300, 300, 'webp')).subarray(0, 500)],
  ['the header of an image only', 'head.png', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  [
    'a JPEG header followed by noise',
    'a.jpg',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]),
  ],
  [
    'a WebP header followed by noise',
    'a.webp',
    () => Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(500, 7)]),
  ],
  [
    'an AVIF header followed by noise',
    'a.avif',
    () => Buffer.concat([Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1'), Buffer.alloc(500, 7)]),
  ],
  [
    'a TIFF header followed by noise',
    'a.tif',
    () => Buffer.concat([Buffer.from('II*\0\x08\0\0\0'), Buffer.alloc(500, 7)]),
  ],
  ['no extension', 'name', () => text('text')],
  ['a name of dots', '...', () => text('text')],
  ['only an unknown extension', '.exe', () => text('text')],
  ['an extension disguised by a right-to-left override', 'a\u202egpj.exe', () => text('text')],
  ['a font', 'a.woff2', () => Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(200)])],
  ['an SVG after a comment', 'a.jpg', () => text('<!-- a --><svg onload="alert(1)"/>')],
  ['an SVG after entity declarations', 'a.svg', () => text(entityExpansion('svg'))],
  ['a billion laughs named as a text file', 'a.txt', () => text(entityExpansion('svg'))],
  ['an HTML page in UTF-16 named as an image', 'a.png', () => Buffer.from('\ufeff<html><script>1</script>', 'utf16le')],
  ['an HTML page after a byte order mark', 'a.csv', () => text('\ufeff<html><script>alert(1)</script>')],
  ['an HTML page after white space', 'a.txt', () => text(`${' \n'.repeat(500)}<script>alert(1)</script>`)],
  ['an iframe named as subtitles', 'a.vtt', () => text('<iframe src="javascript:alert(1)"></iframe>')],
  ['an XHTML page', 'a.xhtml', () => text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
  ['an XSLT style sheet', 'a.xsl', () => text('<?xml version="1.0"?><xsl:stylesheet/>')],
  ['a PHP short tag', 'a.txt', () => text('<?= system("id") ?>')],
  ['server settings', '.htaccess', () => text('AddType application/x-httpd-php .png')],
  ['PHP user settings', '.user.ini', () => text('auto_prepend_file=a.png')],
  ['a PHP archive', 'a.phar', () => text('<?php __HALT_COMPILER(); ?>')],
  ['an executable', 'a.exe', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
  ['a shared library', 'a.so', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(500)])],
  ['a JavaScript file by an author', 'a.js', () => text('alert(1)')],
  ['a JavaScript module', 'a.mjs', () => text('alert(1)')],
  ['a Flash file', 'a.swf', () => Buffer.concat([Buffer.from('FWS\x09'), Buffer.alloc(100)])],
  ['an executable named as audio', 'a.mp3', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
  ['an image with a width of 0', 'none.png', () => pngOf(0, 10)],
  [
    'a PNG without image header and data',
    'chunk.png',
    () => Buffer.concat([pngSignature, chunk('IEND', Buffer.alloc(0))]),
  ],
  [
    'a PNG whose chunk is longer than the file',
    'long.png',
    () => Buffer.concat([pngSignature, Buffer.from('\x7f\xff\xff\xffIHDR', 'latin1'), Buffer.alloc(50)]),
  ],
  ['a GIF without a palette and frames', 'empty.gif', () => gifHeader(10, 10)],
  ['a JPEG of only start and end markers', 'bare.jpg', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['a JPEG of 65 535 × 65 535', 'bomb.jpg', async () => jpegWithDimensions(65_535, 65_535)],
  ['a TIFF with a circular directory', 'loop.tif', () => tiffLoop()],
];

/** Files that may be stored unchanged, because the service does not unpack, execute or display their content. */
export const harmlessFiles: readonly HostileFile[] = [
  [
    'a HEIC with a box longer than any file',
    'a.heic',
    () => Buffer.concat([Buffer.from('\xff\xff\xff\xffftypheic', 'latin1'), Buffer.alloc(20)]),
  ],
  ['a PNG with wrong checksums', 'sum.png', () => withCorruptedByte(pngOf(10, 10, 10), 30)],
  ['a nested gzip bomb', 'bomb.gz', () => gzipSync(gzipSync(Buffer.alloc(10_000_000)))],
  ['an archive with path traversal', 'slip.tar', () => tarOf('../../../etc/cron.d/x')],
  [
    'an image followed by HTML',
    'tail.gif',
    async () => Buffer.concat([await createImage(5, 5, 'gif'), text('<script>alert(1)</script>')]),
  ],
  [
    'an image that is also a script',
    'both.gif',
    async () => Buffer.concat([await createImage(5, 5, 'gif'), text('/*;*/=1;alert(1)')]),
  ],
  [
    'an image followed by a PHP script',
    'tail.jpg',
    async () => Buffer.concat([await createImage(9, 9, 'jpeg'), text('<?php system("id"); ?>')]),
  ],
  [
    'an image followed by an archive',
    'tail.png',
    async () => Buffer.concat([await createImage(9, 9), Buffer.from('PK\x03\x04'), Buffer.alloc(100)]),
  ],
  [
    'an image whose text chunk decompresses to 100 MB',
    'text.png',
    async () =>
      withChunk(
        await createImage(9, 9),
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000_000))])),
      ),
  ],
  [
    'an image whose color profile decompresses to 100 MB',
    'icc.png',
    async () =>
      withChunk(
        await createImage(9, 9),
        chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000_000))])),
      ),
  ],
  [
    'an image with a circular Exif directory',
    'loop.jpg',
    async () => withSegment(await createImage(9, 9, 'jpeg'), Buffer.concat([Buffer.from('Exif\0\0'), tiffLoop()])),
  ],
  [
    'an image with invalid Exif field counts',
    'exif.jpg',
    async () =>
      withSegment(
        await createImage(9, 9, 'jpeg'),
        Buffer.concat([
          Buffer.from('Exif\0\0'),
          Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'),
          Buffer.alloc(200, 0xff),
        ]),
      ),
  ],
  [
    'an image with a billion laughs in its XMP',
    'xmp.jpg',
    async () =>
      withSegment(
        await createImage(9, 9, 'jpeg'),
        Buffer.from(`http://ns.adobe.com/xap/1.0/\0${entityExpansion('x:xmpmeta')}`),
      ),
  ],
  [
    'an image whose Exif title is markup',
    'title.jpg',
    async () =>
      sharp(await createImage(9, 9, 'jpeg'))
        .withExif({
          IFD0: { ImageDescription: '<script>alert(1)</script>', Copyright: '"><img src=x onerror=alert(1)>' },
        })
        .jpeg()
        .toBuffer(),
  ],
  ['a CSV file with formulas', 'a.csv', () => text('=cmd|\'/c calc\'!A1,=HYPERLINK("http://a.test")')],
  ['a text file of one long line', 'a.txt', () => Buffer.alloc(900_000, 'x')],
  ['a text file with invalid encoding', 'a.txt', () => Buffer.from('\xff\xfe\xfa\x80\x81', 'latin1')],
  [
    'a PDF with a script',
    'a.pdf',
    () => text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'),
  ],
  ['a PDF that is also an HTML page', 'b.pdf', () => text('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF')],
  [
    'an empty binary Word document',
    'a.doc',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 0xff)]),
  ],
  [
    'audio that declares four billion samples',
    'a.wav',
    () => Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff', 'latin1'), Buffer.alloc(100)]),
  ],
  [
    'audio that declares a title of 256 MB',
    'a.mp3',
    () => Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7fTIT2\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(200)]),
  ],
  [
    'a video with an invalid box',
    'a.mp4',
    () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\0moov', 'latin1'), Buffer.alloc(300)]),
  ],
  [
    'a video of 20,000 empty boxes',
    'b.mp4',
    () =>
      Buffer.concat([
        Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
        ...Array.from({ length: 20_000 }, () => Buffer.from('\0\0\0\x08free', 'latin1')),
      ]),
  ],
  [
    'audio of only Ogg page headers',
    'a.ogg',
    () =>
      Buffer.concat(
        Array.from({ length: 5000 }, () =>
          Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'),
        ),
      ),
  ],
  [
    'audio of 5000 empty metadata blocks',
    'a.flac',
    () =>
      Buffer.concat([Buffer.from('fLaC'), ...Array.from({ length: 5000 }, () => Buffer.from('\x04\0\0\0', 'latin1'))]),
  ],
  ['a BMP with extreme dimensions', 'a.bmp', () => bmpOf(2_000_000_000, -2_000_000_000)],
  [
    'an ICO that declares 65,535 icons',
    'a.ico',
    () => Buffer.concat([Buffer.from('\0\0\x01\0\xff\xff', 'latin1'), Buffer.alloc(200, 0xff)]),
  ],
];

const text = (content: string) => Buffer.from(content);

async function noise(width: number, height: number, format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 7919) % 251));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** Returns a PNG whose header declares these dimensions, with `rows` rows of image data. */
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

export function gifHeader(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

/** A frame of a GIF, with a size of one pixel. */
export const gifFrame = Buffer.from('!\xf9\x04\0\x01\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Returns a document with exponential entity expansion ("billion laughs"): ten references per level. */
const entityExpansion = (element: string): string =>
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><${element}>&a9;</${element}>`;

function withCorruptedByte(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

/** Returns a PNG with a chunk inserted after the header. */
const withChunk = (png: Buffer, chunkBytes: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunkBytes, png.subarray(33)]);

/** Returns a JPEG with an APP1 segment inserted at the beginning. */
function withSegment(jpeg: Buffer, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, data, jpeg.subarray(2)]);
}

/** Returns a small JPEG whose frame header declares the given dimensions instead of the actual ones. */
async function jpegWithDimensions(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await createImage(8, 8, 'jpeg'));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** Returns a TIFF file with one directory. The directory refers to itself as its Exif directory and as the next directory. */
function tiffLoop(): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('II*\0\x08\0\0\0\x01\0', 0, 'latin1');
  bytes.writeUInt16LE(0x8769, 10);
  bytes.writeUInt16LE(4, 12);
  bytes.writeUInt32LE(1, 14);
  bytes.writeUInt32LE(8, 18);
  bytes.writeUInt32LE(8, 22);
  return bytes;
}

/** Returns a tar archive with one empty file of this name. */
function tarOf(name: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000644\x000000000\x000000000\x0000000000000\x0000000000000\0        0', 100);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([head, Buffer.alloc(1024)]);
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
}
