// Which of the site's files and folders other accounts of the machine could use. What Octavo creates is for its account alone
// (server/command-line/run.ts); what was there before, or was made by others, stays as it is.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file or folder that other accounts can read, change or enter. */
export interface ExposedPlace {
  readonly path: string;
  /** Its permissions, in octal: `755`. */
  readonly mode: string;
}

/** The places of a site's data on this machine. */
export interface DataPlaces {
  /** The data folder. */
  readonly data: string;
  /** Further folders, as far as they are on this machine. */
  readonly others: readonly string[];
}

/**
 * Returns what other accounts can use of the data folder, the database and other folders. Permissions count that a folder above
 * does not take away again. Places that do not exist are left out, and on Windows, whose permissions are others, all are.
 */
export async function findExposed({ data, others }: DataPlaces): Promise<ExposedPlace[]> {
  if (process.platform === 'win32') return [];
  const database = ['', '-wal', '-shm'].map((end) => path.join(data, `octavo.sqlite${end}`));
  const exposed: ExposedPlace[] = [];
  for (const place of new Set([data, ...database, ...others].map((each) => path.resolve(each)))) {
    const mode = await exposedMode(place).catch(() => undefined);
    if (mode !== undefined) exposed.push({ path: place, mode: mode.toString(8) });
  }
  return exposed;
}

/** The permissions of the group and of others, and what a folder needs of them to let them through. */
const classes = [
  { all: 0o070, enter: 0o010 },
  { all: 0o007, enter: 0o001 },
] as const;

/** The permissions of a place where it is exposed, else undefined. Throws the error of the system where it does not exist. */
async function exposedMode(place: string): Promise<number | undefined> {
  const real = await realpath(place);
  const { mode } = await stat(real);
  const above = await Promise.all(foldersAbove(real).map((folder) => stat(folder)));
  const isExposed = classes.some(
    ({ all, enter }) => (mode & all) !== 0 && above.every((folder) => (folder.mode & enter) !== 0),
  );
  return isExposed ? mode & 0o777 : undefined;
}

function foldersAbove(place: string): string[] {
  const above = path.dirname(place);
  return above === place ? [] : [above, ...foldersAbove(above)];
}
