// Press data (IPTC) of a picture, in a bounded walk.
import { textOf } from './tiff-fields.ts';

const mostFields = 500;

/** The texts of the fields of the second record, by number. */
export function pressFields(bytes: Uint8Array): Map<number, string[]> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = new Map<number, string[]>();
  let at = startOf(data);
  for (let n = 0; n < mostFields && at >= 0 && at + 5 <= data.length && data[at] === 0x1c; n += 1) {
    const [record, field, size] = [data[at + 1], data[at + 2] ?? 0, data.readUInt16BE(at + 3)];
    if (size > 0x7fff || at + 5 + size > data.length) break;
    if (record === 2) fields.set(field, [...(fields.get(field) ?? []), textOf(data.subarray(at + 5, at + 5 + size))]);
    at += 5 + size;
  }
  return fields;
}

/** Where the fields begin: at once, or in the block 0x0404 of an image editor's data. */
function startOf(data: Buffer): number {
  if (data[0] === 0x1c) return 0;
  for (let at = data.indexOf('8BIM'); at >= 0 && at + 12 <= data.length; at = data.indexOf('8BIM', at + 4)) {
    if (data.readUInt16BE(at + 4) !== 0x0404) continue;
    const name = (data[at + 6] ?? 0) + 1;
    return at + 6 + name + (name % 2) + 4;
  }
  return -1;
}
