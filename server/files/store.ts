// Where uploaded files are kept: a folder or a bucket. Files are written once, whole, and never changed.
import type { Readable } from 'node:stream';

/** A stored file, opened to be read once, whole or in part. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** The bytes from `start` to `end`, both included. */
  read(start: number, end: number): Readable | Promise<Readable>;
  /** Ends it; needed where nothing is read. */
  close(): Promise<void>;
}

/**
 * A store of files by their paths: `2026/11/name.jpg`. Errors: StoreFull, StoreUnavailable.
 */
export interface FileStore {
  /** A folder of this machine for files being received or made. */
  readonly workplace: string;
  /** The folder that the files are in; absent: they are not on this machine. */
  readonly folder?: string;
  /** Stores a file of the workplace, which is moved or copied. False where the path is taken; then nothing is changed. */
  put(path: string, from: string, type: string): Promise<boolean>;
  /** Opens a file; undefined where there is none. */
  open(path: string): Promise<StoredFile | undefined>;
  /** Gives a file of this machine with the bytes of a stored one, which must not be changed or removed; undefined where there is none. */
  local(path: string): Promise<LocalFile | undefined>;
  /** Removes a file; it need not be there. */
  remove(path: string): Promise<void>;
}

export interface LocalFile {
  readonly path: string;
  /** To be called when it is needed no longer. */
  release(): Promise<void>;
}

/** The store has no room left. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The store cannot be reached or used at present. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

const piece = /^[^/\\\0]{1,255}$/;

/** Whether a path can be that of a stored file: plain names between slashes, none of which begins with a dot. */
export const isStorePath = (path: string): boolean =>
  path.length <= 1000 && path.split('/').every((each) => piece.test(each) && !each.startsWith('.'));
