// Finds the site's files and folders that other operating-system users can access. The files that Octavo creates are accessible only to the
// user that it runs as, even in programs with another umask; it does not change the permissions of existing files.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file or folder that other operating-system users can read, write or enter. */
export interface ExposedPath {
  readonly path: string;
  /** The permissions, in octal: `755`. */
  readonly mode: string;
}

/** The paths of a site's data on this machine. */
export interface DataPaths {
  /** The data folder. */
  readonly data: string;
  /** Further folders, if they are on this machine. */
  readonly others: readonly string[];
}

/**
 * Checks the data folder, the database files and the folders `others`, and returns the paths that other operating-system users can access.
 * A permission does not count if a parent folder denies access. Skips paths that do not exist or cannot be examined. Returns an empty list
 * on Windows, whose permissions work differently.
 */
export async function findExposedPaths({ data, others }: DataPaths): Promise<ExposedPath[]> {
  if (process.platform === 'win32') return [];
  const database = ['', '-wal', '-shm'].map((end) => path.join(data, `octavo.sqlite${end}`));
  const exposed: ExposedPath[] = [];
  for (const location of new Set([data, ...database, ...others].map((each) => path.resolve(each)))) {
    const mode = await exposedMode(location).catch(() => undefined);
    if (mode !== undefined) exposed.push({ path: location, mode: mode.toString(8) });
  }
  return exposed;
}

/** Permission bits of the group and of all other users, each with the bit that is needed to enter a folder. */
const permissionClasses = [
  { all: 0o070, enter: 0o010 },
  { all: 0o007, enter: 0o001 },
] as const;

/** Returns the permissions of a path if it is exposed, else undefined. Throws the system error if the path cannot be examined. */
async function exposedMode(location: string): Promise<number | undefined> {
  const real = await realpath(location);
  const { mode } = await stat(real);
  const parents = await Promise.all(parentFolders(real).map((folder) => stat(folder)));
  const isExposed = permissionClasses.some(
    ({ all, enter }) => (mode & all) !== 0 && parents.every((folder) => (folder.mode & enter) !== 0),
  );
  return isExposed ? mode & 0o777 : undefined;
}

function parentFolders(location: string): string[] {
  const parent = path.dirname(location);
  return parent === location ? [] : [parent, ...parentFolders(parent)];
}
