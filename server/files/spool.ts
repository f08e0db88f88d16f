// Streams received files to the work folder, computes their size and hash, and syncs them to disk.
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { toStoreError } from './disk-store.ts';

/** A received file in the work folder. */
export interface SpooledFile {
  /** Local path. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** MD5 hash in lowercase hexadecimal. */
  readonly md5: string;
}

/** Error thrown when a received file exceeds the maximum size. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** Error thrown when the client disconnects before the end of the file. */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}

/** Returns a new unique path in the work folder. */
export const workFilePath = (workFolder: string, suffix = ''): string => path.join(workFolder, randomUUID() + suffix);

/**
 * Writes a stream to a new file in the work folder. The file is deleted on failure.
 *
 * Throws FileTooLarge when the stream has more than `maxBytes` bytes, UploadInterrupted when the stream fails, and StoreFullError or
 * StoreUnavailableError when the file cannot be written.
 */
export async function spool(
  stream: AsyncIterable<Uint8Array>,
  workFolder: string,
  maxBytes: number,
): Promise<SpooledFile> {
  const filePath = workFilePath(workFolder);
  const hash = createHash('md5');
  const handle = await open(filePath, 'wx', 0o600).catch((error: unknown) => {
    throw toStoreError(error);
  });
  try {
    let size = 0;
    for await (const chunk of mapStreamErrors(stream)) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge(`the file has more than ${maxBytes} bytes`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    await handle.close();
    return { path: filePath, size, md5: hash.digest('hex') };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(filePath, { force: true });
    throw toStoreError(error);
  }
}

async function* mapStreamErrors(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new UploadInterrupted('the client disconnected', { cause: error });
  }
}

/** Age above which a file in the work folder is considered abandoned, in milliseconds. */
const STALE_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Deletes files in the work folder that were last changed more than a day before `now`, such as those left by a crashed process. `now`
 * is in milliseconds since 1970.
 */
export async function pruneWorkFolder(workFolder: string, now: number): Promise<void> {
  for (const name of await readdir(workFolder)) {
    const filePath = path.join(workFolder, name);
    const found = await stat(filePath).catch(() => undefined);
    if (found && now - found.mtimeMs > STALE_AGE_MS) await rm(filePath, { force: true, recursive: true });
  }
}
