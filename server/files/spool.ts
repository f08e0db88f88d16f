// Files while they are received: streamed to the workplace, measured and hashed on the way, synced at the end.
import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { faultOfDisk } from './disk-store.ts';

/** A file that was received. */
export interface SpooledFile {
  /** Where it is on this machine. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal, lower case. */
  readonly md5: string;
}

/** What is received is larger than what is taken. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The sender has gone away before the end. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** A new name in the workplace. */
export const workName = (workplace: string, ending = ''): string => path.join(workplace, randomUUID() + ending);

/**
 * Writes a stream into a new file of the workplace; nothing stays of one that fails.
 *
 * Throws TooLarge beyond `most` bytes, CutOff where the stream breaks, StoreFull, StoreUnavailable.
 */
export async function spool(stream: AsyncIterable<Uint8Array>, workplace: string, most: number): Promise<SpooledFile> {
  const place = workName(workplace);
  const hash = createHash('md5');
  const handle = await open(place, 'wx').catch((error: unknown) => {
    throw faultOfDisk(error);
  });
  try {
    let size = 0;
    for await (const chunk of cutOff(stream)) {
      size += chunk.length;
      if (size > most) throw new TooLarge(`more than ${most} bytes`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    await handle.close();
    return { path: place, size, md5: hash.digest('hex') };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(place, { force: true });
    throw faultOfDisk(error);
  }
}

async function* cutOff(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new CutOff('the sender has broken off', { cause: error });
  }
}

/** How old a file of the workplace is that nobody works on any longer. Milliseconds. */
const stale = 24 * 60 * 60 * 1000;

/** Removes what crashed processes have left in the workplace. */
export async function clearWorkplace(workplace: string, now: number): Promise<void> {
  for (const name of await readdir(workplace)) {
    const place = path.join(workplace, name);
    const found = await stat(place).catch(() => undefined);
    if (found && now - found.mtimeMs > stale) await rm(place, { force: true, recursive: true });
  }
}
