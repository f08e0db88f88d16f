// How much room a folder takes.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * The bytes of all files in a folder and below it, but for those in `without`; links count as themselves. Undefined where
 * it cannot be told before the signal says that it takes too long; 0 where there is no folder.
 */
export async function folderSize(
  folder: string,
  signal: AbortSignal,
  without: ReadonlySet<string> = new Set(),
): Promise<number | undefined> {
  let sum = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (signal.aborted) return undefined;
    const entries = await readdir(next, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      const place = path.join(next, entry.name);
      if (without.has(place)) continue;
      if (entry.isDirectory()) waiting.push(place);
      else sum += (await lstat(place).catch(() => undefined))?.size ?? 0;
      if (signal.aborted) return undefined;
    }
  }
  return sum;
}
