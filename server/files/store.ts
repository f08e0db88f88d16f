// The interface of file stores for uploaded files. Files are written once, atomically, and never changed.
import type { Readable } from 'node:stream';

/** An open file, which can be read once, completely or in part. */
export interface StoredFile {
  /** Size in bytes. */
  readonly size: number;
  /** Modification time in milliseconds since 1970. */
  readonly modified: number;
  /** Returns a stream of the bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): Readable | Promise<Readable>;
  /** Closes the file; required when nothing is read. */
  close(): Promise<void>;
}

/**
 * A store of files by path, such as `2026/11/name.jpg`. Methods throw StoreFull and StoreUnavailable.
 */
export interface FileStore {
  /** Local folder for unfinished files. */
  readonly workFolder: string;
  /** Local folder with the stored files; absent when they are not on this machine. */
  readonly folder?: string;
  /** Moves a file of the workplace into the store. Returns false, without a change, when the path is taken. */
  put(path: string, from: string, type: string): Promise<boolean>;
  /** Opens a file; undefined when it does not exist. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Returns a local, read-only copy or original of a stored file; undefined when it does not exist. */
  openLocal(path: string): Promise<LocalFile | undefined>;
  /** Deletes a file if it exists. */
  delete(path: string): Promise<void>;
}

export interface LocalFile {
  readonly path: string;
  /** Releases the file; must be called when it is no longer needed. */
  release(): Promise<void>;
}

/** The store is full. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The store is unreachable or unusable at present. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

const segment = /^[^/\\\0]{1,255}$/;

/** Whether a path is valid in a store: segments separated by slashes, none of which begins with a dot. */
export const isStorePath = (path: string): boolean =>
  path.length <= 1000 && path.split('/').every((each) => segment.test(each) && !each.startsWith('.'));
