// Writes ZIP archives (PKWARE's APPNOTE 6.3.10, without extensions) of up to 65,535 files and 4 GiB. Node provides the compression
// and the checksums.
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Version needed to extract the archive: 2.0, because it has compressed files in folders. */
const VERSION_NEEDED = 20;
/** General purpose bit flags: only bit 11 is set, which means that file names are encoded in UTF-8. */
const UTF8_FLAG = 0x0800;
const DEFLATE_METHOD = 8;

/** Returns an archive of text files, which are keyed by their paths. Throws RangeError above 65,535 files or 4 GiB. */
export async function zip(files: ReadonlyMap<string, string>, modified: Date): Promise<Buffer> {
  if (files.size > 0xffff) throw new RangeError('a ZIP archive can contain at most 65,535 files');
  const localEntries: Buffer[] = [];
  const directoryEntries: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const compressed = await deflate(data);
    const headerFields = createHeaderFields(modified, crc32(data), compressed.length, data.length, name.length);
    const local = Buffer.concat([signatureBytes(0x04034b50), headerFields, name, compressed]);
    directoryEntries.push(createDirectoryEntry(headerFields, offset, name));
    localEntries.push(local);
    offset += local.length;
  }
  const centralDirectory = Buffer.concat(directoryEntries);
  if (offset + centralDirectory.length > 0xffffffff) throw new RangeError('a ZIP archive cannot be larger than 4 GiB');
  return Buffer.concat([
    ...localEntries,
    centralDirectory,
    createEndRecord(files.size, centralDirectory.length, offset),
  ]);
}

function signatureBytes(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

/** Returns the fields that the local header and the central directory have in common. There are no extra fields. */
function createHeaderFields(
  modified: Date,
  checksum: number,
  compressed: number,
  size: number,
  nameLength: number,
): Buffer {
  const headerFields = Buffer.alloc(26);
  headerFields.writeUInt16LE(VERSION_NEEDED, 0);
  headerFields.writeUInt16LE(UTF8_FLAG, 2);
  headerFields.writeUInt16LE(DEFLATE_METHOD, 4);
  headerFields.writeUInt16LE(
    (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1),
    6,
  );
  const years = Math.max(0, modified.getUTCFullYear() - 1980);
  headerFields.writeUInt16LE((years << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(), 8);
  headerFields.writeUInt32LE(checksum, 10);
  headerFields.writeUInt32LE(compressed, 14);
  headerFields.writeUInt32LE(size, 18);
  headerFields.writeUInt16LE(nameLength, 22);
  return headerFields;
}

/** Returns a central directory entry. The archive has one disk, and the file has no comment and no attributes. */
function createDirectoryEntry(headerFields: Buffer, offset: number, name: Buffer): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION_NEEDED);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signatureBytes(0x02014b50), madeBy, headerFields, rest, name]);
}

function createEndRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signatureBytes(0x06054b50), end]);
}
