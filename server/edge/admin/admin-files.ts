// Finds the files of the admin, which is built and released separately (admin/README.md). The service only serves them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BrotliFile } from '../brotli-file.ts';

/** The files of the admin. */
export interface AdminFiles {
  /** The page, in which `%BASE%` stands for the path of the home URL. */
  readonly page: string;
  /** The hashes of inline scripts that the page of the editor contains, for a content security policy. */
  readonly inlineScripts: readonly string[];
  /** The scripts, style sheets and other files, by name. */
  readonly assets: ReadonlyMap<string, BrotliFile>;
}

/** Media types by the extensions of the names. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=UTF-8'],
  ['.css', 'text/css; charset=UTF-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=UTF-8'],
]);

/** The name of the page in the folder. */
const pageName = 'index.html';

/** Whether a folder contains a built admin. */
export const isAdminFolder = (folder: string): boolean => existsSync(path.join(folder, pageName));

/** Reads which files a folder with a built admin contains. Returns undefined if the folder contains none. */
export function findAdminFiles(folder: string): AdminFiles | undefined {
  const page = readIfPresent(path.join(folder, pageName));
  if (page === undefined) return undefined;
  const inlineScripts: unknown = JSON.parse(readFileSync(path.join(folder, 'inline-scripts.json'), 'utf8'));
  const names = readdirSync(path.join(folder, 'assets')).filter((name) => name.endsWith('.br'));
  return {
    page,
    inlineScripts: Array.isArray(inlineScripts) ? inlineScripts.map(String) : [],
    assets: new Map(names.map((name) => assetOf(path.join(folder, 'assets', name)))),
  };
}

/**
 * Returns a function that returns the files of a folder in which an admin is being developed: they are read again when the page, which a
 * build writes last, has changed.
 */
export function readChangingAdminFiles(folder: string): () => AdminFiles | undefined {
  let files: AdminFiles | undefined;
  let readAt: number | undefined;
  return () => {
    const changedAt = statSync(path.join(folder, pageName), { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt !== readAt) files = findAdminFiles(folder);
    readAt = changedAt;
    return files;
  };
}

function assetOf(file: string): readonly [name: string, BrotliFile] {
  const name = path.basename(file, '.br');
  return [name, new BrotliFile(file, mediaTypes.get(path.extname(name)) ?? 'application/octet-stream')];
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
