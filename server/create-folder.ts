// Creating folders.
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder where it is missing, with those above it; returns whether it was missing.
 *
 * Throws the error of the system where it cannot be created. (Node's own `recursive` tries for ever where a folder
 * exists and the system still answers ENOENT for a new one in it, as `/proc` does.)
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

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
