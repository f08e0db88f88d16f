// Calculates the size of a folder.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the total size, in bytes, of all files in a folder and its subfolders, except the paths in `excluded`. Symbolic links are
 * not followed. Returns undefined if the signal aborts first, and 0 if there is no such folder.
 */
export async function folderSize(
  folder: string,
  signal: AbortSignal,
  excluded: ReadonlySet<string> = new Set(),
): Promise<number | undefined> {
  let sum = 0;
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (signal.aborted) return undefined;
    const entries = await readdir(next, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      const entryPath = path.join(next, entry.name);
      if (excluded.has(entryPath)) continue;
      if (entry.isDirectory()) pending.push(entryPath);
      else sum += (await lstat(entryPath).catch(() => undefined))?.size ?? 0;
      if (signal.aborted) return undefined;
    }
  }
  return sum;
}
