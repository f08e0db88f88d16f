// Reads EXIF fields from TIFF image file directories, at most 500 from each.

/** Value of a field: text, numbers (fractions are converted to decimals) or raw bytes. */
export type TiffValue = string | readonly number[] | Uint8Array;

const typeSizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const MAX_FIELDS = 500;
const MAX_FIELD_BYTES = 64 * 1024;

/** Returns the fields of the first directory and of the EXIF directory, keyed by tag. Malformed and large fields are omitted. */
export function readTiffFields(bytes: Uint8Array): Map<number, TiffValue> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = data.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0;
  const tiff = data.subarray(start);
  const fields = new Map<number, TiffValue>();
  const order = tiff.subarray(0, 2).toString('latin1');
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return fields;
  const isLittleEndian = order === 'II';
  const short = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const signed = (at: number) => (isLittleEndian ? tiff.readInt32LE(at) : tiff.readInt32BE(at));
  const readField = (at: number) => {
    const [tag, type, count] = [short(at), short(at + 2), long(at + 4)];
    const size = (typeSizes[type] ?? 0) * count;
    if (size === 0 || size > MAX_FIELD_BYTES) return;
    const offset = size <= 4 ? at + 8 : long(at + 8);
    if (offset + size > tiff.length) return;
    if (type === 2) fields.set(tag, decodeText(tiff.subarray(offset, offset + size)));
    else if (type === 7 || type === 1) fields.set(tag, tiff.subarray(offset, offset + size));
    else
      fields.set(
        tag,
        Array.from({ length: count }, (_, n) => numberAt(type, offset + n * (typeSizes[type] ?? 1))),
      );
  };
  const numberAt = (type: number, at: number): number => {
    if (type === 3) return short(at);
    if (type === 4) return long(at);
    if (type === 9) return signed(at);
    const [numerator, denominator] = type === 10 ? [signed(at), signed(at + 4)] : [long(at), long(at + 4)];
    return denominator === 0 ? 0 : numerator / denominator;
  };
  const readDirectory = (at: number) => {
    if (at < 8 || at + 2 > tiff.length) return;
    const count = Math.min(short(at), MAX_FIELDS);
    for (let n = 0; n < count && at + 14 + n * 12 <= tiff.length; n += 1) readField(at + 2 + n * 12);
  };
  readDirectory(long(4));
  const exifDirectory = fields.get(0x8769);
  if (Array.isArray(exifDirectory) && typeof exifDirectory[0] === 'number') readDirectory(exifDirectory[0]);
  return fields;
}

/** Decodes text up to the first zero byte as UTF-8, or as Latin-1 if it is not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text).trim();
  } catch {
    return Buffer.from(text).toString('latin1').trim();
  }
}
