// Archives in the tar format (POSIX pax), so that other programs can look into them. Written and read one after the other,
// in memory that does not grow with them; what is read is what is written here, and nothing else that tar knows.
import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BackupBroken } from './errors.ts';

const block = 512;

/** Bytes read at a time. */
const piece = 256 * 1024;

/** The longest name, and the largest size, that a header has room for. Bytes. */
const longestName = 100;
const largestSize = 8 ** 11 - 1;

/** The longest list of what a header has no room for. Bytes. */
const longestExtra = 8192;

/** Writes one archive into an open file, from its beginning. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  /** The SHA-256 of all bytes written so far, in hexadecimal. */
  sum(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Adds a member. Throws Error where its content has another size than was said. */
  async add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const extra = extraOf(name, size);
    if (extra.length > 0) await this.#write(Buffer.concat([header('pax', extra.length, 'x'), padded(extra)]));
    await this.#write(header(Buffer.byteLength(name) > longestName ? 'long' : name, size, '0'));
    let written = 0;
    for await (const bytes of content) {
      written += bytes.length;
      if (written > size) break;
      await this.#write(bytes);
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
    await this.#write(Buffer.alloc(toBlocks(size) - size));
  }

  /** Ends the archive. */
  end(): Promise<void> {
    return this.#write(Buffer.alloc(2 * block));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
    this.#size += bytes.length;
  }
}

/** One member of an archive that is read. */
export interface Member {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The sum of everything before it, as `ArchiveWriter.sum` tells it; of what was read and not passed over. */
  readonly before: string;
}

/** Reads an archive from its beginning. What does not look as it was written throws BackupBroken. */
export class ArchiveReader {
  readonly #file: FileHandle;
  readonly #size: number;
  readonly #hash: Hash = createHash('sha256');
  #at = 0;
  #left = 0;
  #padding = 0;

  /** `size`: that of the file. */
  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** How far it has been read. Bytes. */
  get at(): number {
    return this.#at;
  }

  /** The next member, passing over what is left of the one before; undefined at the end of the archive. */
  async next(): Promise<Member | undefined> {
    this.#at += this.#left + this.#padding;
    this.#left = 0;
    this.#padding = 0;
    const before = this.#hash.copy().digest('hex');
    let found = readHeader(await this.#take(block));
    if (!found) return this.#end();
    let extra: Partial<Pick<Member, 'name' | 'size'>> = {};
    if (found.type === 'x') {
      if (found.size > longestExtra) throw new BackupBroken('a name in it is too long');
      extra = readExtra((await this.#take(toBlocks(found.size))).subarray(0, found.size));
      found = readHeader(await this.#take(block));
    }
    if (found?.type !== '0') throw new BackupBroken('there is something in it that no backup has');
    const { name, size } = { ...found, ...extra };
    if (size > this.#size - this.#at) throw new BackupBroken('it is cut short');
    this.#left = size;
    this.#padding = toBlocks(size) - size;
    return { name, size, before };
  }

  /** The content of the present member. */
  async *content(): AsyncIterable<Buffer> {
    while (this.#left > 0) {
      const bytes = await this.#take(Math.min(this.#left, piece));
      this.#left -= bytes.length;
      yield bytes;
    }
    if (this.#padding > 0) await this.#take(this.#padding);
    this.#padding = 0;
  }

  /** The content of the present member, whole. Throws BackupBroken where it has more than so many bytes. */
  async whole(most: number): Promise<Buffer> {
    if (this.#left > most) throw new BackupBroken('a part of it is too large');
    const pieces: Buffer[] = [];
    for await (const bytes of this.content()) pieces.push(bytes);
    return Buffer.concat(pieces);
  }

  async #end(): Promise<undefined> {
    if ((await this.#take(block)).some((byte) => byte !== 0)) throw new BackupBroken('its end is damaged');
    return undefined;
  }

  async #take(length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(bytes, filled, length - filled, this.#at + filled);
      if (bytesRead === 0) throw new BackupBroken('it is cut short');
      filled += bytesRead;
    }
    this.#at += length;
    this.#hash.update(bytes);
    return bytes;
  }
}

const toBlocks = (size: number): number => Math.ceil(size / block) * block;

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(toBlocks(bytes.length) - bytes.length)]);

/** A header: its fields lie where POSIX puts them. Only the owner may read what is unpacked. */
function header(name: string, size: number, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  bytes.write(name, 0);
  bytes.write(octal(0o600, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size > largestSize ? 0 : size, 12), 124);
  bytes.write(octal(0, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write(type, 156);
  bytes.write('ustar\x0000', 257);
  bytes.write(`${octal(sumOf(bytes), 7)} `, 148);
  return bytes;
}

const sumOf = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum + byte, 0);

/** What a header has no room for, as pax writes it: `LENGTH path=NAME`, the length with its own digits. */
function extraOf(name: string, size: number): Buffer {
  const pairs = [
    ...(Buffer.byteLength(name) > longestName ? [`path=${name}`] : []),
    ...(size > largestSize ? [`size=${size}`] : []),
  ];
  return Buffer.concat(pairs.map((pair) => Buffer.from(lined(pair))));
}

function lined(pair: string): string {
  const rest = Buffer.byteLength(pair) + 2;
  const digits = String(rest + String(rest).length).length;
  return `${rest + digits} ${pair}\n`;
}

interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Undefined: a block of zeros, which ends the archive. */
function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.every((byte) => byte === 0)) return undefined;
  const text = (from: number, length: number) => bytes.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const octal = (from: number, length: number) => {
    const digits = text(from, length).trim();
    if (!/^[0-7]+$/.test(digits)) throw new BackupBroken('it is no archive of ours');
    return Number.parseInt(digits, 8);
  };
  const sum = octal(148, 8);
  const plain = Buffer.from(bytes).fill(' ', 148, 156);
  if (text(257, 5) !== 'ustar' || sumOf(plain) !== sum) throw new BackupBroken('it is no archive of ours');
  return { name: text(0, longestName), size: octal(124, 12), type: text(156, 1) };
}

function readExtra(bytes: Buffer): Partial<Pick<Member, 'name' | 'size'>> {
  const found: { name?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const [line = '', digits = ''] = /^(\d{1,5}) /.exec(bytes.toString('latin1', at, at + 6)) ?? [];
    const length = Number(digits);
    if (length <= line.length || at + length > bytes.length) throw new BackupBroken('a name in it is damaged');
    const [, key, value = ''] =
      /^(path|size)=(.*)\n$/s.exec(bytes.toString('utf8', at + line.length, at + length)) ?? [];
    if (key === 'path') found.name = value;
    else if (key === 'size' && /^\d{1,15}$/.test(value)) found.size = Number(value);
    else throw new BackupBroken('a name in it is damaged');
    at += length;
  }
  return found;
}
