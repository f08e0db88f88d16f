// Files made to do harm, made here (attacks-and-faults.md, checks 33, 40–42).
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { picture } from './media-site.ts';

export type HostileFile = readonly [what: string, name: string, bytes: () => Promise<Uint8Array> | Uint8Array];

/** Refused whoever sends them, except administrators. */
export const refusedFiles: readonly HostileFile[] = [
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
  ['a program under the name of a picture', 'a.gif', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)])],
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
  ['a drawing behind a comment', 'a.jpg', () => text('<!-- a --><svg onload="alert(1)"/>')],
  ['a drawing behind a declaration of entities', 'a.svg', () => text(laughs('svg'))],
  ['a thousand million laughs under the name of a text', 'a.txt', () => text(laughs('svg'))],
  [
    'a page in UTF-16 under the name of a picture',
    'a.png',
    () => Buffer.from('\ufeff<html><script>1</script>', 'utf16le'),
  ],
  ['a page behind the mark of UTF-8', 'a.csv', () => text('\ufeff<html><script>alert(1)</script>')],
  ['a page behind white space', 'a.txt', () => text(`${' \n'.repeat(500)}<script>alert(1)</script>`)],
  ['a frame under the name of subtitles', 'a.vtt', () => text('<iframe src="javascript:alert(1)"></iframe>')],
  ['a page of XML', 'a.xhtml', () => text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
  ['a style sheet that transforms', 'a.xsl', () => text('<?xml version="1.0"?><xsl:stylesheet/>')],
  ['a short tag of a server', 'a.txt', () => text('<?= system("id") ?>')],
  ['settings of a server', '.htaccess', () => text('AddType application/x-httpd-php .png')],
  ['settings of a user of a server', '.user.ini', () => text('auto_prepend_file=a.png')],
  ['an archive of programs', 'a.phar', () => text('<?php __HALT_COMPILER(); ?>')],
  ['a program', 'a.exe', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
  ['a library', 'a.so', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(500)])],
  ['a script of an author (check 33)', 'a.js', () => text('alert(1)')],
  ['a module', 'a.mjs', () => text('alert(1)')],
  ['a film for the web of old', 'a.swf', () => Buffer.concat([Buffer.from('FWS\x09'), Buffer.alloc(100)])],
  ['a program under the name of a sound', 'a.mp3', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
  ['a picture without width', 'none.png', () => pngOf(0, 10)],
  [
    'a picture without an end or a beginning',
    'chunk.png',
    () => Buffer.concat([pngHead, chunk('IEND', Buffer.alloc(0))]),
  ],
  [
    'a picture whose chunk is longer than its file',
    'long.png',
    () => Buffer.concat([pngHead, Buffer.from('\x7f\xff\xff\xffIHDR', 'latin1'), Buffer.alloc(50)]),
  ],
  ['a GIF without colours and frames', 'empty.gif', () => gifHeader(10, 10)],
  ['a JPEG that begins and ends', 'bare.jpg', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['a JPEG of 65 535 × 65 535', 'bomb.jpg', async () => jpegSaying(65_535, 65_535)],
  ['a TIFF whose directory leads to itself', 'loop.tif', () => tiffLoop()],
];

/** Stored as they are, for whoever wants them; nothing is unpacked, run or shown of them. */
export const harmlessFiles: readonly HostileFile[] = [
  [
    'a picture for telephones with a box longer than all files',
    'a.heic',
    () => Buffer.concat([Buffer.from('\xff\xff\xff\xffftypheic', 'latin1'), Buffer.alloc(20)]),
  ],
  ['a picture whose sums are wrong', 'sum.png', () => spoilt(pngOf(10, 10, 10), 30)],
  ['an archive of an archive of nothing', 'bomb.gz', () => gzipSync(gzipSync(Buffer.alloc(10_000_000)))],
  ['an archive whose names lead out', 'slip.tar', () => tarOf('../../../etc/cron.d/x')],
  [
    'a picture with a page behind it',
    'tail.gif',
    async () => Buffer.concat([await picture(5, 5, 'gif'), text('<script>alert(1)</script>')]),
  ],
  [
    'a picture that is also a script',
    'both.gif',
    async () => Buffer.concat([await picture(5, 5, 'gif'), text('/*;*/=1;alert(1)')]),
  ],
  [
    'a picture with a script of a server behind it',
    'tail.jpg',
    async () => Buffer.concat([await picture(9, 9, 'jpeg'), text('<?php system("id"); ?>')]),
  ],
  [
    'a picture with an archive behind it',
    'tail.png',
    async () => Buffer.concat([await picture(9, 9), Buffer.from('PK\x03\x04'), Buffer.alloc(100)]),
  ],
  [
    'a picture whose text unpacks to 100 MB',
    'text.png',
    async () =>
      withChunk(
        await picture(9, 9),
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000_000))])),
      ),
  ],
  [
    'a picture whose colours unpack to 100 MB',
    'icc.png',
    async () =>
      withChunk(
        await picture(9, 9),
        chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(100_000_000))])),
      ),
  ],
  [
    'a picture with camera data that leads to itself',
    'loop.jpg',
    async () => withSegment(await picture(9, 9, 'jpeg'), Buffer.concat([Buffer.from('Exif\0\0'), tiffLoop()])),
  ],
  [
    'a picture with camera data of four billion fields',
    'exif.jpg',
    async () =>
      withSegment(
        await picture(9, 9, 'jpeg'),
        Buffer.concat([
          Buffer.from('Exif\0\0'),
          Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'),
          Buffer.alloc(200, 0xff),
        ]),
      ),
  ],
  [
    'a picture whose description laughs',
    'xmp.jpg',
    async () =>
      withSegment(await picture(9, 9, 'jpeg'), Buffer.from(`http://ns.adobe.com/xap/1.0/\0${laughs('x:xmpmeta')}`)),
  ],
  [
    'a picture whose title is markup',
    'title.jpg',
    async () =>
      sharp(await picture(9, 9, 'jpeg'))
        .withExif({
          IFD0: { ImageDescription: '<script>alert(1)</script>', Copyright: '"><img src=x onerror=alert(1)>' },
        })
        .jpeg()
        .toBuffer(),
  ],
  ['a table with formulas', 'a.csv', () => text('=cmd|\'/c calc\'!A1,=HYPERLINK("http://a.test")')],
  ['a text of one line', 'a.txt', () => Buffer.alloc(900_000, 'x')],
  ['a text that is none', 'a.txt', () => Buffer.from('\xff\xfe\xfa\x80\x81', 'latin1')],
  [
    'a document with a script',
    'a.pdf',
    () => text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'),
  ],
  ['a document that is also a page', 'b.pdf', () => text('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF')],
  [
    'an old document of nothing',
    'a.doc',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 0xff)]),
  ],
  [
    'a sound that says it has four billion samples',
    'a.wav',
    () => Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff', 'latin1'), Buffer.alloc(100)]),
  ],
  [
    'a sound whose title has 256 MB',
    'a.mp3',
    () => Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7fTIT2\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(200)]),
  ],
  [
    'a film whose box contains itself',
    'a.mp4',
    () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\0moov', 'latin1'), Buffer.alloc(300)]),
  ],
  [
    'a film of endless boxes',
    'b.mp4',
    () =>
      Buffer.concat([
        Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
        ...Array.from({ length: 20_000 }, () => Buffer.from('\0\0\0\x08free', 'latin1')),
      ]),
  ],
  [
    'a sound of nothing but page heads',
    'a.ogg',
    () =>
      Buffer.concat(
        Array.from({ length: 5000 }, () =>
          Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1'),
        ),
      ),
  ],
  [
    'a sound with blocks that never end',
    'a.flac',
    () =>
      Buffer.concat([Buffer.from('fLaC'), ...Array.from({ length: 5000 }, () => Buffer.from('\x04\0\0\0', 'latin1'))]),
  ],
  ['a drawing board of old', 'a.bmp', () => bmpOf(2_000_000_000, -2_000_000_000)],
  [
    'an icon of 65 535 icons',
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

export function gifHeader(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

/** A frame of one pixel. */
export const gifFrame = Buffer.from('!\xf9\x04\0\x01\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Entities that name entities, ten of them each time. */
const laughs = (element: string): string =>
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><${element}>&a9;</${element}>`;

function spoilt(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

/** A PNG with another chunk behind its head. */
const withChunk = (png: Buffer, more: Buffer): Buffer => Buffer.concat([png.subarray(0, 33), more, png.subarray(33)]);

/** A JPEG with a segment of data behind its beginning. */
function withSegment(jpeg: Buffer, data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, data, jpeg.subarray(2)]);
}

/** A small JPEG whose frame tells other dimensions. */
async function jpegSaying(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await picture(8, 8, 'jpeg'));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A directory of one field whose next directory is itself. */
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

/** An archive of one empty file. */
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
