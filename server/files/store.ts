// Declares the interface of the stores for uploaded files. Files are written and replaced atomically, and never changed in place.
import type { Readable } from 'node:stream';

/** An open file. It can be read once, completely or in part. */
export interface StoredFile {
  /** Size in bytes. */
  readonly size: number;
  /** Modification time in milliseconds since 1970. */
  readonly modified: number;
  /** Identifies the content of the file among those that were stored at its path; absent if `size` and `modified` do. */
  readonly version?: string;
  /** Returns a stream of the bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): Readable | Promise<Readable>;
  /** Closes the file. Must be called if the file is not read. */
  close(): Promise<void>;
}

/** A store of files by path, such as `2026/11/name.jpg`. Its methods throw StoreFullError and StoreUnavailableError. */
export interface FileStore {
  /** Local folder for unfinished files. */
  readonly workFolder: string;
  /** Local folder with the stored files; absent if they are stored in a bucket. */
  readonly folder?: string;
  /** Moves a file from `workFolder` into the store. Returns false, and changes nothing, if the path is taken. */
  put(path: string, sourcePath: string, contentType: string): Promise<boolean>;
  /** Opens a file; returns undefined if it does not exist. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Returns the local path of a stored file or of a copy; undefined if it does not exist. Callers must not change the local file. */
  openLocal(path: string): Promise<LocalFile | undefined>;
  /**
   * Moves a stored file to another path, and replaces the file at that path, if any: it can be read completely, in the old or in the new
   * version, at any time. Returns false, and changes nothing, if there is no file at `from`. If an error is thrown, the file may be at both
   * paths, and the same call completes the move.
   */
  move(from: string, to: string): Promise<boolean>;
  /** Deletes a file if it exists. */
  delete(path: string): Promise<void>;
}

export interface LocalFile {
  readonly path: string;
  /** Releases the file; must be called when it is no longer needed. */
  release(): Promise<void>;
}

/** Error thrown when the store is full. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFull';
}

/** Error thrown when the store is currently unreachable or unusable. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailable';
}

const segment = /^[^/\\\0]{1,255}$/;

/**
 * Returns whether a path is valid in a store. It has at most 1000 characters. Its segments are separated by slashes, have 1 to 255
 * characters, do not begin with a dot, and contain no backslash or null character.
 */
export const isStorePath = (path: string): boolean =>
  path.length <= 1000 && path.split('/').every((each) => segment.test(each) && !each.startsWith('.'));
