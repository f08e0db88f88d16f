// GET /cms-site-health/v1/directory-sizes: returns the sizes of the site's folders and database.
import path from 'node:path';
import type { HealthDeps } from './deps.ts';
import { folderSize } from './folder-size.ts';
import { formatBytes } from './format-bytes.ts';
import type { DirectorySizesRow, HealthOperations } from './operations.ts';
import { databaseSize } from './store.ts';

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
      theme_size: await sizeOf(deps.themeFolder, signal),
    };
    const total = Object.values(sizes).reduce((sum, { raw }) => sum + raw, 0);
    return { kind: 'record', row: { ...sizes, total_size: toSize(total) } };
  },
});

/** Returns the paths that are reported separately: uploads, theme, and the files of the embedded database. */
function separatePaths({ dataFolder = '', files, themeFolder }: HealthDeps): Set<string> {
  const database = ['', '-wal', '-shm'].map((end) => path.join(dataFolder, `octavo.sqlite${end}`));
  return new Set(
    [...database, ...[files?.folder, themeFolder].flatMap((each) => each ?? [])].map((each) => path.resolve(each)),
  );
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
