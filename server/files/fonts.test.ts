// Tests of detecting font types by content (media-fonts-and-oembed.md, B2).
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packedFont, plainFont } from '../../test/font-files.ts';
import { detectFontType } from './fonts.ts';

describe('the type of a font', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-fonts-'));
  });
  after(() => rm(folder, { recursive: true }));

  const kindOf = async (bytes: Uint8Array, extension: string) => {
    const file = path.join(folder, 'font');
    await writeFile(file, bytes);
    return (await detectFontType(file, bytes.length, extension))?.type;
  };
  const fonts = {
    woff2: packedFont('woff2'),
    woff: packedFont('woff'),
    ttf: plainFont('ttf'),
    otf: plainFont('otf'),
  } as const;

  it('is detected when content and extension agree', async () => {
    for (const [kind, bytes] of Object.entries(fonts))
      for (const extension of Object.keys(fonts))
        assert.equal(
          await kindOf(bytes, extension),
          kind === extension ? `font/${kind}` : undefined,
          `${kind} ${extension}`,
        );
    const apple = Buffer.from(fonts.ttf);
    apple.write('true');
    assert.equal(await kindOf(apple, 'ttf'), 'font/ttf');
  });

  it('is undefined for a file that is shorter or longer than its header declares', async () => {
    for (const [kind, bytes] of Object.entries(fonts)) {
      for (const length of [0, 3, 4, 11, 12, bytes.length - 1])
        assert.equal(await kindOf(bytes.subarray(0, length), kind), undefined, `${kind} of ${length} bytes`);
    }
    assert.equal(await kindOf(Buffer.concat([fonts.woff2, Buffer.alloc(1)]), 'woff2'), undefined);
  });

  it('is undefined for other files and other extensions', async () => {
    assert.equal(await kindOf(Buffer.from('not a font at all'), 'woff2'), undefined);
    assert.equal(await kindOf(plainFont('ttf', 0), 'ttf'), undefined, 'no tables');
    assert.equal(await kindOf(Buffer.from('ttcf\0\0\0\0\0\0\0\0'), 'ttf'), undefined, 'several fonts in one file');
    for (const extension of ['', 'svg', 'eot', 'html', 'constructor'])
      assert.equal(await kindOf(fonts.woff2, extension), undefined, extension);
  });

  it('is detected for fonts with up to 256 tables', async () => {
    assert.equal(await kindOf(plainFont('otf', 256), 'otf'), 'font/otf');
    assert.equal(await kindOf(plainFont('otf', 257), 'otf'), undefined);
  });
});
