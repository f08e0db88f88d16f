// Reads and writes archives in the tar format (POSIX pax), which other programs can open. Reading and writing are sequential and need
// constant memory. The reader accepts only the features of tar that the writer uses.
import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BackupCorrupt } from './errors.ts';

const blockBytes = 512;

/** Number of bytes per read. */
const readBytes = 256 * 1024;

/** Maximum length of a name in a header, in bytes. */
const maxNameBytes = 100;

/** Maximum entry size that a header can contain, in bytes. */
const maxSizeBytes = 8 ** 11 - 1;

/** Maximum size of an extended header, in bytes. */
const maxExtendedHeaderBytes = 8192;

/** A writer of an archive. It writes to an open file, from its beginning. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Number of bytes written so far. */
  get size(): number {
    return this.#size;
  }

  /** Returns the SHA-256 of all bytes written so far, in hexadecimal. */
  checksum(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Adds an entry. Throws Error if the content does not have the given size. */
  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const extendedHeader = encodeExtendedHeader(name, size);
    if (extendedHeader.length > 0)
      await this.#write(Buffer.concat([header('pax', extendedHeader.length, 'x'), padded(extendedHeader)]));
    await this.#write(header(Buffer.byteLength(name) > maxNameBytes ? 'long' : name, size, '0'));
    let written = 0;
    for await (const bytes of content) {
      written += bytes.length;
      if (written > size) break;
      await this.#write(bytes);
    }
    if (written !== size) throw new Error(`the content of ${name} does not have the declared size of ${size} bytes`);
    await this.#write(Buffer.alloc(toBlocks(size) - size));
  }

  /** Writes the end of the archive, two blocks of zeros. */
  end(): Promise<void> {
    return this.#write(Buffer.alloc(2 * blockBytes));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
    this.#size += bytes.length;
  }
}

/** An entry of an archive that is read. */
export interface ArchiveEntry {
  readonly name: string;
  /** Size of the content in bytes. */
  readonly size: number;
  /** Checksum of all bytes before the entry, as `ArchiveWriter.checksum` returns it; skipped content is not included. */
  readonly checksumBefore: string;
}

/** A reader of an archive, from its beginning. Its methods throw BackupCorrupt for data that the writer does not write. */
export class ArchiveReader {
  readonly #file: FileHandle;
  readonly #size: number;
  readonly #hash: Hash = createHash('sha256');
  #at = 0;
  #remaining = 0;
  #padding = 0;

  /** Creates a reader. `size` is the size of the file, in bytes. */
  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Number of bytes read or skipped so far. */
  get at(): number {
    return this.#at;
  }

  /** Skips the rest of the current entry. Returns the next entry, or undefined at the end of the archive. */
  async next(): Promise<ArchiveEntry | undefined> {
    this.#at += this.#remaining + this.#padding;
    this.#remaining = 0;
    this.#padding = 0;
    const checksumBefore = this.#hash.copy().digest('hex');
    let found = parseHeader(await this.#take(blockBytes));
    if (!found) return this.#end();
    let extended: Partial<Pick<ArchiveEntry, 'name' | 'size'>> = {};
    if (found.type === 'x') {
      if (found.size > maxExtendedHeaderBytes) throw new BackupCorrupt('it contains a name that is too long');
      extended = parseExtendedHeader((await this.#take(toBlocks(found.size))).subarray(0, found.size));
      found = parseHeader(await this.#take(blockBytes));
    }
    if (found?.type !== '0') throw new BackupCorrupt('it contains an unexpected entry');
    const { name, size } = { ...found, ...extended };
    if (size > this.#size - this.#at) throw new BackupCorrupt('it is truncated');
    this.#remaining = size;
    this.#padding = toBlocks(size) - size;
    return { name, size, checksumBefore };
  }

  /** Yields the content of the current entry. */
  async *content(): AsyncIterable<Buffer> {
    while (this.#remaining > 0) {
      const bytes = await this.#take(Math.min(this.#remaining, readBytes));
      this.#remaining -= bytes.length;
      yield bytes;
    }
    if (this.#padding > 0) await this.#take(this.#padding);
    this.#padding = 0;
  }

  /** Returns the content of the current entry. Throws BackupCorrupt when it exceeds the maximum size. */
  async readAll(maxBytes: number): Promise<Buffer> {
    if (this.#remaining > maxBytes) throw new BackupCorrupt('it contains an entry that is too large');
    const chunks: Buffer[] = [];
    for await (const bytes of this.content()) chunks.push(bytes);
    return Buffer.concat(chunks);
  }

  async #end(): Promise<undefined> {
    if ((await this.#take(blockBytes)).some((byte) => byte !== 0)) throw new BackupCorrupt('its end is damaged');
    return undefined;
  }

  async #take(length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(bytes, filled, length - filled, this.#at + filled);
      if (bytesRead === 0) throw new BackupCorrupt('it is truncated');
      filled += bytesRead;
    }
    this.#at += length;
    this.#hash.update(bytes);
    return bytes;
  }
}

const toBlocks = (size: number): number => Math.ceil(size / blockBytes) * blockBytes;

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(toBlocks(bytes.length) - bytes.length)]);

/** Returns a header with the fields at the offsets that POSIX defines. Its mode lets only the owner read the unpacked file. */
function header(name: string, size: number, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(blockBytes);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  bytes.write(name, 0);
  bytes.write(octal(0o600, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size > maxSizeBytes ? 0 : size, 12), 124);
  bytes.write(octal(0, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write(type, 156);
  bytes.write('ustar\x0000', 257);
  bytes.write(`${octal(sumOf(bytes), 7)} `, 148);
  return bytes;
}

const sumOf = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum + byte, 0);

/**
 * Returns the extended header for a name or size that does not fit into a header; empty if both fit. A record of the pax format is
 * `LENGTH path=NAME`, where the length includes its own digits.
 */
function encodeExtendedHeader(name: string, size: number): Buffer {
  const pairs = [
    ...(Buffer.byteLength(name) > maxNameBytes ? [`path=${name}`] : []),
    ...(size > maxSizeBytes ? [`size=${size}`] : []),
  ];
  return Buffer.concat(pairs.map((pair) => Buffer.from(paxRecord(pair))));
}

function paxRecord(pair: string): string {
  const rest = Buffer.byteLength(pair) + 2;
  const digits = String(rest + String(rest).length).length;
  return `${rest + digits} ${pair}\n`;
}

/** The fields of a header. */
interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Parses a header. Returns undefined for a block of zeros, which ends the archive. */
function parseHeader(bytes: Buffer): Header | undefined {
  if (bytes.every((byte) => byte === 0)) return undefined;
  const text = (from: number, length: number) => bytes.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const octal = (from: number, length: number) => {
    const digits = text(from, length).trim();
    if (!/^[0-7]+$/.test(digits)) throw new BackupCorrupt('it is not an Octavo backup');
    return Number.parseInt(digits, 8);
  };
  const sum = octal(148, 8);
  const plain = Buffer.from(bytes).fill(' ', 148, 156);
  if (text(257, 5) !== 'ustar' || sumOf(plain) !== sum) throw new BackupCorrupt('it is not an Octavo backup');
  return { name: text(0, maxNameBytes), size: octal(124, 12), type: text(156, 1) };
}

function parseExtendedHeader(bytes: Buffer): Partial<Pick<ArchiveEntry, 'name' | 'size'>> {
  const found: { name?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const [line = '', digits = ''] = /^(\d{1,5}) /.exec(bytes.toString('latin1', at, at + 6)) ?? [];
    const length = Number(digits);
    if (length <= line.length || at + length > bytes.length) throw new BackupCorrupt('it contains a damaged name');
    const [, key, value = ''] =
      /^(path|size)=(.*)\n$/s.exec(bytes.toString('utf8', at + line.length, at + length)) ?? [];
    if (key === 'path') found.name = value;
    else if (key === 'size' && /^\d{1,15}$/.test(value)) found.size = Number(value);
    else throw new BackupCorrupt('it contains a damaged name');
    at += length;
  }
  return found;
}
