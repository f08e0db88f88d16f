// Checks the content of a font file against its extension (media-fonts-and-oembed.md, B2).
import { open } from 'node:fs/promises';
import { type FileType, fontTypes } from './file-types.ts';

/** Number of bytes to read, which is enough for a directory of 256 tables. */
const HEAD_BYTES = 12 + 16 * 256;

/** Font types with their magic numbers, in hexadecimal, and a check of the file size against the header. */
const fontSignatures: readonly {
  readonly extension: string;
  readonly signatures: readonly string[];
  readonly hasValidSize: (bytes: Buffer, size: number) => boolean;
}[] = [
  { extension: 'woff2', signatures: ['774f4632'], hasValidSize: hasDeclaredLength },
  { extension: 'woff', signatures: ['774f4646'], hasValidSize: hasDeclaredLength },
  { extension: 'ttf', signatures: ['00010000', '74727565'], hasValidSize: hasAllTables },
  { extension: 'otf', signatures: ['4f54544f'], hasValidSize: hasAllTables },
];

/** Returns whether the length in the header of a compressed font equals the size of the file. `size` is in bytes. */
function hasDeclaredLength(bytes: Buffer, size: number): boolean {
  return bytes.length >= 12 && bytes.readUInt32BE(8) === size;
}

/** Returns whether all tables in the directory of an uncompressed font end within the file. `size` is in bytes. */
function hasAllTables(bytes: Buffer, size: number): boolean {
  const count = bytes.length >= 12 ? bytes.readUInt16BE(4) : 0;
  if (count === 0 || bytes.length < 12 + 16 * count) return false;
  return Array.from({ length: count }, (_, n) => 12 + 16 * n).every(
    (at) => bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12) <= size,
  );
}

/** Returns the type of a font file of `size` bytes; undefined if it is not a font, is truncated or does not match its extension. */
export async function detectFontType(path: string, size: number, extension: string): Promise<FileType | undefined> {
  const type = fontTypes.get(extension);
  const expected = fontSignatures.find((each) => each.extension === extension);
  if (type === undefined || !expected) return undefined;
  const bytes = await readFirstBytes(path);
  const isValid = expected.signatures.includes(bytes.toString('hex', 0, 4)) && expected.hasValidSize(bytes, size);
  return isValid ? { type, extension } : undefined;
}

async function readFirstBytes(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
