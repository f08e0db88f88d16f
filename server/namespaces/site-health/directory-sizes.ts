// Calculates the sizes of the site's folders and database.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DirectorySizesRow, HealthDeps, HealthOperations } from './finding.ts';
import { databaseSize } from './store.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Returns a byte count such as `512 B` or `1.5 MB`, with at most one decimal place. */
export function formatBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}

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

// GET /cms-site-health/v1/directory-sizes: returns the sizes of the site's folders and database.

/** Timeout for calculating the sizes of all folders, in milliseconds. */
const timeoutMs = 8000;

/** A size: formatted, with details for support requests, and in bytes. */
type Size = DirectorySizesRow['total_size'];

/** Responds with the sizes of folders and database. The size of an unknown folder is empty, and so is one that times out. */
export const getDirectorySizes = (deps: HealthDeps): HealthOperations['get-directory-sizes'] => ({
  async run() {
    const signal = AbortSignal.timeout(timeoutMs);
    const sizes = {
      data_size: await sizeOf(deps.dataFolder, signal, separatePaths(deps)),
      database_size: toSize(await databaseSize(deps.database.read)),
      uploads_size: await sizeOf(deps.files?.folder, signal),
      theme_size: await sizeOf(deps.site.theme.folder, signal),
    };
    const total = Object.values(sizes).reduce((sum, { raw }) => sum + raw, 0);
    return { kind: 'record', row: { ...sizes, total_size: toSize(total) } };
  },
});

/** Returns the paths that are reported separately: uploads, theme, and the files of the embedded database. */
function separatePaths({ dataFolder = '', files, site }: HealthDeps): Set<string> {
  const database = ['', '-wal', '-shm'].map((end) => path.join(dataFolder, `octavo.sqlite${end}`));
  return new Set([...database, files?.folder ?? [], site.theme.folder].flat().map((each) => path.resolve(each)));
}

async function sizeOf(folder: string | undefined, signal: AbortSignal, excluded?: ReadonlySet<string>): Promise<Size> {
  if (folder === undefined) return { size: '', debug: 'not available', raw: 0 };
  const bytes = await folderSize(path.resolve(folder), signal, excluded);
  return bytes === undefined ? { size: '', debug: 'timeout while calculating', raw: 0 } : toSize(bytes);
}

const toSize = (bytes: number): Size => ({
  size: formatBytes(bytes),
  debug: `${formatBytes(bytes)} (${bytes} bytes)`,
  raw: bytes,
});
