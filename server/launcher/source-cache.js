// Caches the source files of a program, with stripped types, in one file (docs/decisions/0008-startup-time.md).
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';

/**
 * A cached file: checksum and length of its source, and position and length of its stripped text in the cache. Lengths are in bytes.
 * @typedef {readonly [checksum: number, sourceLength: number, position: number, length: number]} Entry
 */

/** The length of the first part of a cache, in bytes: the length of the index as a 32-bit number. */
const prefixLength = 4;

/**
 * A cache of source files. Its file contains a prefix, an index (`{ size, entries }`, where `size` is the length of all texts) and the
 * stripped texts. A file that has changed is stripped again, because its checksum is compared whenever it is read.
 */
export class SourceCache {
  /** @readonly */ #root;
  /** @readonly */ #file;
  /** Descriptor of the cache, unless it is empty. @type {number | undefined} */
  #cache;
  /** Position of the first text in the cache. */
  #textsAt = 0;
  /** Cached files by path. @type {Readonly<Record<string, Entry>>} */
  #entries = {};
  /** Files that are not in the cache yet, by path. @type {Map<string, { checksum: number, sourceLength: number, text: Buffer }>} */
  #added = new Map();
  /** Reused for every read. */
  #buffer = Buffer.allocUnsafeSlow(128 * 1024);

  /**
   * Opens a cache. A cache that is missing, incomplete or not readable is empty.
   * @param {string} root The folder of the program.
   * @param {string} folder The folder of the cache, which must belong to one version of Node.js.
   */
  constructor(root, folder) {
    this.#root = root;
    // Installations that share a folder have their own caches.
    this.#file = path.join(folder, `sources-${zlib.crc32(root).toString(16)}`);
    try {
      this.#open();
    } catch {
      this.#close();
    }
  }

  /**
   * Returns the text of a TypeScript file without types; undefined if it cannot be read or stripped.
   * @param {string} name The path of the file, relative to the root and with slashes.
   */
  read(name) {
    try {
      const source = this.#readFile(path.join(this.#root, name));
      const checksum = zlib.crc32(source);
      const sourceLength = source.length;
      const entry = this.#entries[name];
      if (entry?.[0] === checksum && entry[1] === sourceLength) return this.#textOf(entry).toString();
      const text = stripTypes(source.toString());
      this.#added.set(name, { checksum, sourceLength, text: Buffer.from(text) });
      return text;
    } catch {
      return undefined;
    }
  }

  /** Writes the files that were new or had changed to the cache, and closes it. Does nothing if the folder is not writable. */
  save() {
    if (this.#added.size === 0) return;
    const temporary = `${this.#file}.${process.pid}`;
    try {
      const content = this.#merge();
      this.#close();
      writeFileSync(temporary, content);
      renameSync(temporary, this.#file);
    } catch {
      rmSync(temporary, { force: true });
    }
  }

  #open() {
    this.#cache = openSync(this.#file, 'r');
    const indexLength = this.#read(this.#cache, prefixLength, 0).readUInt32LE();
    this.#textsAt = prefixLength + indexLength;
    const { size, entries } = JSON.parse(this.#read(this.#cache, indexLength, prefixLength).toString());
    if (fstatSync(this.#cache).size !== this.#textsAt + size) throw new Error('The cache is incomplete.');
    this.#entries = entries;
  }

  #close() {
    if (this.#cache !== undefined) closeSync(this.#cache);
    this.#cache = undefined;
    this.#entries = {};
  }

  /** Returns the content of a cache with the cached and the added files. */
  #merge() {
    /** @type {Record<string, Entry>} */
    const entries = {};
    /** @type {Buffer[]} */
    const texts = [];
    let size = 0;
    /** @param {string} name @param {number} checksum @param {number} sourceLength @param {Buffer} text */
    const add = (name, checksum, sourceLength, text) => {
      entries[name] = [checksum, sourceLength, size, text.length];
      texts.push(text);
      size += text.length;
    };
    for (const [name, entry] of Object.entries(this.#entries))
      if (!this.#added.has(name)) add(name, entry[0], entry[1], Buffer.from(this.#textOf(entry)));
    for (const [name, { checksum, sourceLength, text }] of this.#added) add(name, checksum, sourceLength, text);
    const index = Buffer.from(JSON.stringify({ size, entries }));
    const prefix = Buffer.alloc(prefixLength);
    prefix.writeUInt32LE(index.length);
    return Buffer.concat([prefix, index, ...texts]);
  }

  /** Returns the stripped text of a cached file, which is valid until the next read. @param {Entry} entry */
  #textOf([, , position, length]) {
    return this.#read(/** @type {number} */ (this.#cache), length, this.#textsAt + position);
  }

  /** Returns the content of a file, which is valid until the next read. @param {string} file */
  #readFile(file) {
    const descriptor = openSync(file, 'r');
    try {
      return this.#read(descriptor, fstatSync(descriptor).size, 0);
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Returns bytes of a file, which are valid until the next read. Throws if the file is shorter.
   * @param {number} descriptor
   * @param {number} length
   * @param {number} position
   */
  #read(descriptor, length, position) {
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(length);
    if (readSync(descriptor, this.#buffer, 0, length, position) < length) throw new Error('The file is too short.');
    return this.#buffer.subarray(0, length);
  }
}

/** Returns TypeScript without its types. Lines and columns do not change. @param {string} source */
function stripTypes(source) {
  // Node.js prints at the first call that the function is experimental. It strips the same way when it loads a file.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return module.stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
