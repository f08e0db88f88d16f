// The fields of camera data: image file directories as TIFF has them, in a bounded walk.

/** What a field holds: text, or numbers; fractions are divided. */
export type TiffValue = string | readonly number[] | Uint8Array;

const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const mostFields = 500;
const mostBytes = 64 * 1024;

/** The fields of the first directory and of the camera's own one, by number. What cannot be read is left out. */
export function tiffFields(bytes: Uint8Array): Map<number, TiffValue> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = data.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0;
  const tiff = data.subarray(start);
  const fields = new Map<number, TiffValue>();
  const order = tiff.subarray(0, 2).toString('latin1');
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return fields;
  const little = order === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const signed = (at: number) => (little ? tiff.readInt32LE(at) : tiff.readInt32BE(at));
  const readField = (at: number) => {
    const [tag, type, count] = [short(at), short(at + 2), long(at + 4)];
    const size = (sizes[type] ?? 0) * count;
    if (size === 0 || size > mostBytes) return;
    const place = size <= 4 ? at + 8 : long(at + 8);
    if (place + size > tiff.length) return;
    if (type === 2) fields.set(tag, textOf(tiff.subarray(place, place + size)));
    else if (type === 7 || type === 1) fields.set(tag, tiff.subarray(place, place + size));
    else
      fields.set(
        tag,
        Array.from({ length: count }, (_, n) => numberAt(type, place + n * (sizes[type] ?? 1))),
      );
  };
  const numberAt = (type: number, at: number): number => {
    if (type === 3) return short(at);
    if (type === 4) return long(at);
    if (type === 9) return signed(at);
    const [above, below] = type === 10 ? [signed(at), signed(at + 4)] : [long(at), long(at + 4)];
    return below === 0 ? 0 : above / below;
  };
  const readDirectory = (at: number) => {
    if (at < 8 || at + 2 > tiff.length) return;
    const count = Math.min(short(at), mostFields);
    for (let n = 0; n < count && at + 14 + n * 12 <= tiff.length; n += 1) readField(at + 2 + n * 12);
  };
  readDirectory(long(4));
  const own = fields.get(0x8769);
  if (Array.isArray(own) && typeof own[0] === 'number') readDirectory(own[0]);
  return fields;
}

/** Text up to its first zero: UTF-8, or else Latin 1. */
export function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text).trim();
  } catch {
    return Buffer.from(text).toString('latin1').trim();
  }
}
