// Creates folders and their missing parents, without the `recursive` option of Node.js.
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its missing parents; returns whether the folder was missing.
 *
 * Throws the system error when the folder cannot be created. (The `recursive` option of Node.js never returns when a
 * folder exists and the system still returns ENOENT for a new folder in it, as `/proc` does.)
 */
export async function createFolder(folder: string, mode?: number): Promise<boolean> {
  try {
    return await createOne(folder, mode);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    await createFolder(parent, mode);
    return createOne(folder, mode);
  }
}

async function createOne(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (error) {
    if (await isFolder(folder)) return false;
    throw error;
  }
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
