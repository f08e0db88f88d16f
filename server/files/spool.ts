// Streams received files to the workplace, with size and hash, and syncs them to disk.
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { toStoreError } from './disk-store.ts';

/** A received file in the workplace. */
export interface SpooledFile {
  /** Local path. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** MD5 hash in lower-case hexadecimal. */
  readonly md5: string;
}

/** The received file exceeds the maximum size. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** The client disconnected before the end of the file. */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}

/** Returns a new unique path in the workplace. */
export const workFilePath = (workplace: string, suffix = ''): string => path.join(workplace, randomUUID() + suffix);

/**
 * Writes a stream to a new file in the workplace, which is deleted on failure.
 *
 * Throws FileTooLarge above the maximum size in bytes, UploadInterrupted when the stream fails, StoreFull, StoreUnavailable.
 */
export async function spool(
  stream: AsyncIterable<Uint8Array>,
  workplace: string,
  maxBytes: number,
): Promise<SpooledFile> {
  const filePath = workFilePath(workplace);
  const hash = createHash('md5');
  const handle = await open(filePath, 'wx').catch((error: unknown) => {
    throw toStoreError(error);
  });
  try {
    let size = 0;
    for await (const chunk of mapStreamErrors(stream)) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`);
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

/** Age from which a file in the workplace is considered abandoned, in milliseconds. */
const STALE_AGE_MS = 24 * 60 * 60 * 1000;

/** Deletes files that crashed processes left in the workplace. */
export async function pruneWorkFolder(workplace: string, now: number): Promise<void> {
  for (const name of await readdir(workplace)) {
    const filePath = path.join(workplace, name);
    const found = await stat(filePath).catch(() => undefined);
    if (found && now - found.mtimeMs > STALE_AGE_MS) await rm(filePath, { force: true, recursive: true });
  }
}
