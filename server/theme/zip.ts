// An archive in the form that every system unpacks (PKWARE's APPNOTE 6.3.10, without its extensions): up to 65 535 files and
// 4 GiB. Node brings compression and checksums; what is left is the table of contents.
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** The version of the form that is needed to read it: compressed files in folders. */
const needed = 20;
/** Names are UTF-8. */
const flags = 0x0800;
const deflated = 8;

/** The archive of some files by their paths. Throws RangeError where there are too many, or too much in them. */
export async function zip(files: ReadonlyMap<string, string>, moment: Date): Promise<Buffer> {
  if (files.size > 0xffff) throw new RangeError('an archive holds 65535 files at most');
  const locals: Buffer[] = [];
  const contents: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const packed = await deflate(data);
    const facts = factsOf(moment, crc32(data), packed.length, data.length, name.length);
    const local = Buffer.concat([signed(0x04034b50), facts, name, packed]);
    contents.push(entryOf(facts, offset, name));
    locals.push(local);
    offset += local.length;
  }
  const table = Buffer.concat(contents);
  if (offset + table.length > 0xffffffff) throw new RangeError('an archive holds 4 GiB at most');
  return Buffer.concat([...locals, table, endOf(files.size, table.length, offset)]);
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

/** What stands in front of a file and in the table alike; there is no extra field. */
function factsOf(moment: Date, checksum: number, packed: number, size: number, nameLength: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(needed, 0);
  facts.writeUInt16LE(flags, 2);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE((moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1), 6);
  const years = Math.max(0, moment.getUTCFullYear() - 1980);
  facts.writeUInt16LE((years << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(), 8);
  facts.writeUInt32LE(checksum, 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}

/** A line of the table of contents: made by the same version, no comment, first disk, text of no special kind. */
function entryOf(facts: Buffer, offset: number, name: Buffer): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(needed);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signed(0x02014b50), madeBy, facts, rest, name]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signed(0x06054b50), end]);
}
