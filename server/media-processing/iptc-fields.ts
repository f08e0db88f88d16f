// Reads the IPTC metadata of an image, at most 500 fields.
import { decodeText } from './exif-fields.ts';

const MAX_FIELDS = 500;

/** Returns the text values of record 2, keyed by field number. A field can have several values. */
export function readIptcFields(bytes: Uint8Array): Map<number, string[]> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields = new Map<number, string[]>();
  let at = findFirstField(data);
  for (let n = 0; n < MAX_FIELDS && at >= 0 && at + 5 <= data.length && data[at] === 0x1c; n += 1) {
    const [record, field, size] = [data[at + 1], data[at + 2] ?? 0, data.readUInt16BE(at + 3)];
    if (size > 0x7fff || at + 5 + size > data.length) break;
    if (record === 2)
      fields.set(field, [...(fields.get(field) ?? []), decodeText(data.subarray(at + 5, at + 5 + size))]);
    at += 5 + size;
  }
  return fields;
}

/** Returns the offset of the first field, which is at the start of the data or in Photoshop resource 0x0404; -1 if there is none. */
function findFirstField(data: Buffer): number {
  if (data[0] === 0x1c) return 0;
  for (let at = data.indexOf('8BIM'); at >= 0 && at + 12 <= data.length; at = data.indexOf('8BIM', at + 4)) {
    if (data.readUInt16BE(at + 4) !== 0x0404) continue;
    const name = (data[at + 6] ?? 0) + 1;
    return at + 6 + name + (name % 2) + 4;
  }
  return -1;
}
