// Writes archives in the tar format (POSIX.1-1988 ustar, with the extended headers of POSIX.1-2001 for long names). The same files result in
// the same bytes on every machine.

/** A file in an archive. */
export interface ArchivedFile {
  /** The path in the archive, with slashes. */
  readonly name: string;
  readonly read: () => Uint8Array;
}

const blockSize = 512;

/** Maximum lengths of the two fields of a header that contain the path, in bytes. */
const [maxName, maxPrefix] = [100, 155];

/** Yields the parts of an archive with files in the given order. Their time is the beginning of 1985, like that of packages of npm. */
export function* archive(files: Iterable<ArchivedFile>): Generator<Uint8Array> {
  for (const { name, read } of files) {
    const content = read();
    const path = splitPath(name);
    if (!path) {
      const record = paxRecord('path', name);
      yield header({ name: 'PaxHeader' }, record.length, 'x');
      yield* padded(record);
    }
    yield header(path ?? { name: 'long-name' }, content.length, '0');
    yield* padded(content);
  }
  yield Buffer.alloc(2 * blockSize);
}

interface HeaderPath {
  readonly name: string;
  readonly prefix?: string;
}

/** Returns a path as the fields of a header; undefined if it is too long or not ASCII. */
function splitPath(path: string): HeaderPath | undefined {
  if (/[^\x20-\x7e]/.test(path)) return undefined;
  if (path.length <= maxName) return { name: path };
  const at = path.indexOf('/', path.length - maxName - 1);
  return at > 0 && at <= maxPrefix ? { prefix: path.slice(0, at), name: path.slice(at + 1) } : undefined;
}

/** Returns a record of an extended header. It begins with its own length. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest;
  while (length !== rest + String(length).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

const fixedTime = Date.UTC(1985, 0, 1) / 1000;

function header({ name, prefix = '' }: HeaderPath, size: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(blockSize);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  block.write(name, 0);
  block.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(fixedTime, 11)}\0`, 100);
  // The checksum is calculated as if its own field contained spaces.
  block.write(`        ${type}`, 148);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${octal(checksum, 6)}\0 `, 148);
  return block;
}

/** Yields content and the zeros that fill its last block. */
function* padded(content: Uint8Array): Generator<Uint8Array> {
  yield content;
  const missing = (blockSize - (content.length % blockSize)) % blockSize;
  if (missing > 0) yield Buffer.alloc(missing);
}
