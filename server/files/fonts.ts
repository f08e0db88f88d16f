// What kind of font a file is, judged by its bytes (media-fonts-and-oembed.md, B2).
import { open } from 'node:fs/promises';
import { fontTypes, type Kind } from './kinds.ts';

/** Bytes that are read of a file: enough for the directory of 256 tables. */
const head = 12 + 16 * 256;

/** How each kind begins, and what its head tells of the whole. */
const beginnings: readonly {
  readonly extension: string;
  readonly marks: readonly string[];
  readonly isWhole: (bytes: Buffer, size: number) => boolean;
}[] = [
  { extension: 'woff2', marks: ['774f4632'], isWhole: tellsLength },
  { extension: 'woff', marks: ['774f4646'], isWhole: tellsLength },
  { extension: 'ttf', marks: ['00010000', '74727565'], isWhole: holdsItsTables },
  { extension: 'otf', marks: ['4f54544f'], isWhole: holdsItsTables },
];

/** Packed fonts say how long they are. */
function tellsLength(bytes: Buffer, size: number): boolean {
  return bytes.length >= 12 && bytes.readUInt32BE(8) === size;
}

/** Plain fonts begin with a directory of tables, each of which must be within the file. */
function holdsItsTables(bytes: Buffer, size: number): boolean {
  const count = bytes.length >= 12 ? bytes.readUInt16BE(4) : 0;
  if (count === 0 || bytes.length < 12 + 16 * count) return false;
  return Array.from({ length: count }, (_, n) => 12 + 16 * n).every(
    (at) => bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12) <= size,
  );
}

/** The kind of a font with this extension; undefined where the file is no font, is cut short or is of another kind. */
export async function fontKind(path: string, size: number, extension: string): Promise<Kind | undefined> {
  const type = fontTypes.get(extension);
  const expected = beginnings.find((each) => each.extension === extension);
  if (type === undefined || !expected) return undefined;
  const bytes = await firstBytes(path);
  const fits = expected.marks.includes(bytes.toString('hex', 0, 4)) && expected.isWhole(bytes, size);
  return fits ? { type, extension } : undefined;
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(head), 0, head, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
