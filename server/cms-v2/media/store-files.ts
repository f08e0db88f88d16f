// Stores files so that none is left without an entry. The paths are reserved in the database first, and assigned to the entry in
// the transaction that inserts or updates the entry. Files whose path is not assigned are deleted, immediately or by pruning.
import { rm } from 'node:fs/promises';
import { DatabaseUnavailable } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { candidateNames, type FileName, isNameTaken, splitName } from '../../files/names.ts';
import { pruneWorkFolder } from '../../files/spool.ts';
import type { FileStore } from '../../files/store.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import type { MediaDeps } from './deps.ts';
import { nameOf } from './details.ts';
import type { ParentEntry } from './rows.ts';
import { deletePath, findPathsWithPrefix, findUnassignedPaths, reservePath } from './store.ts';

const folderOfDate = (date: string) => `${date.slice(0, 4)}/${date.slice(5, 7)}/`;

/** Returns the folder of the current month in the timezone of the site. */
export const folderOfNow = ({ entries: { site } }: MediaDeps): string =>
  folderOfDate(toSiteTime(now(site.clock), site.settings.values.timezone));

/**
 * Returns the folder for the date of the parent entry. Without a parent entry, or if it is a page, returns the folder of the
 * current month.
 */
export const folderOfUpload = (deps: MediaDeps, parent: ParentEntry | undefined): string =>
  parent && parent.type !== 'page' ? folderOfDate(parent.date) : folderOfNow(deps);

/** Dependencies of the functions that store and delete files. */
export type StoreFilesDeps = Pick<MediaDeps, 'entries' | 'files'>;

/** A file in the work folder that is to be stored. */
interface FileToStore {
  readonly path: string;
  /** Suffix of this file after the common name: empty, `-300x225`, `-scaled`. */
  readonly ending: string;
  readonly type: string;
}

/** The name and the paths under which files were stored. */
export interface StoredFiles {
  /** The common name that was chosen for the files. */
  readonly name: FileName;
  /** Paths in the file store, keyed by suffix. */
  readonly paths: ReadonlyMap<string, string>;
}

/** The requested folder and name. `first` is the first numeric suffix to try; 0 means no suffix. */
interface NameRequest {
  readonly folder: string;
  readonly name: FileName;
  readonly first?: number;
}

/** Stores files under a common name in a folder. The name is the first candidate that is free for all of the files. */
export async function storeFiles(
  deps: StoreFilesDeps,
  request: NameRequest,
  filesToStore: readonly FileToStore[],
): Promise<StoredFiles> {
  let first = request.first;
  for (;;) {
    const { name, n } = await reserveName(deps, { ...request, ...(first !== undefined && { first }) }, filesToStore);
    const paths = new Map(filesToStore.map(({ ending }) => [ending, pathOf(request.folder, name, ending)]));
    if (await putAll(deps, filesToStore, paths)) return { name, paths };
    // The file store contains a file that is missing from the database, so the next name is tried.
    first = n + 1;
  }
}

const pathOf = (folder: string, { stem, extension }: FileName, ending: string) =>
  `${folder}${stem}${ending}.${extension}`;

async function reserveName(
  { entries: { database, site } }: StoreFilesDeps,
  { folder, name, first }: NameRequest,
  filesToStore: readonly FileToStore[],
) {
  return database.transaction(async (tx) => {
    await tx.lock(`uploads ${folder}`);
    const existing = new Set((await findPathsWithPrefix(tx, folder + name.stem)).map(nameOf));
    const reserved = Math.floor(site.clock() / 1000);
    for (const candidate of candidateNames(name, first)) {
      if (isNameTaken(candidate, existing)) continue;
      const chosenName = splitName(candidate);
      const paths = filesToStore.map(({ ending }) => pathOf(folder, chosenName, ending));
      if (paths.some((path) => existing.has(nameOf(path)))) continue;
      for (const path of paths) await reservePath(tx, path, reserved);
      const suffix = chosenName.stem === name.stem ? 0 : Number(/\d+$/.exec(chosenName.stem)?.[0] ?? 0);
      return { name: chosenName, n: suffix };
    }
    throw new Error('no free file name was found');
  });
}

/** Stores all files or none. Returns false if a path is already taken in the file store. */
async function putAll(
  { entries: { database }, files }: StoreFilesDeps,
  filesToStore: readonly FileToStore[],
  paths: ReadonlyMap<string, string>,
): Promise<boolean> {
  const storedPaths: string[] = [];
  try {
    for (const { path, ending, type } of filesToStore) {
      const to = paths.get(ending) ?? '';
      if (await files.put(to, path, type)) storedPaths.push(to);
      else break;
    }
    if (storedPaths.length === filesToStore.length) return true;
  } catch (error) {
    // The failed file may have been stored nevertheless. A file that cannot be deleted now stays reserved, and is pruned later.
    const attempted = [...paths.values()].slice(0, storedPaths.length + 1);
    await deleteFilesAndReservations(database, files, [...paths.values()], attempted).catch(() => undefined);
    throw error;
  }
  // The stored files were moved from the work folder. They are copied back, to be stored under another name.
  for (const { path, ending } of filesToStore) {
    const to = paths.get(ending) ?? '';
    if (storedPaths.includes(to)) await copyBack(files, to, path);
  }
  await deleteFilesAndReservations(database, files, [...paths.values()], storedPaths);
  return false;
}

async function copyBack(files: FileStore, from: string, to: string): Promise<void> {
  const { copyFile } = await import('node:fs/promises');
  const local = await files.openLocal(from);
  if (!local) throw new Error(`the stored file ${from} was not found`);
  await copyFile(local.path, to);
  await local.release();
}

/**
 * Deletes stored files and their reservations, because `error` has prevented that they are assigned. Files that cannot be deleted now
 * are pruned later.
 *
 * If the error is DatabaseUnavailable, nothing is deleted: the connection may have been lost after the commit, so that the files
 * may be assigned. If they are not, they are pruned later.
 */
export async function discardFiles(
  { entries: { database }, files }: StoreFilesDeps,
  { paths }: Pick<StoredFiles, 'paths'>,
  error: unknown,
): Promise<void> {
  if (error instanceof DatabaseUnavailable) return;
  const discarded = [...paths.values()];
  await deleteFilesAndReservations(database, files, discarded, discarded).catch(() => undefined);
}

/**
 * Deletes files, then their reservations. In this order, an interruption leaves a reservation without a file, which pruning
 * finds; it would not find a file without a reservation.
 */
async function deleteFilesAndReservations(
  database: Database,
  files: FileStore,
  reserved: readonly string[],
  stored: readonly string[],
): Promise<void> {
  for (const path of stored) await files.delete(path);
  await database.transaction(async (tx) => {
    for (const path of reserved) await deletePath(tx, path);
  });
}

/** Deletes stored files and their paths in the database. */
export const deleteFiles = (
  { entries: { database }, files }: StoreFilesDeps,
  paths: readonly string[],
): Promise<void> => deleteFilesAndReservations(database, files, paths, paths);

/** Deletes files from the work folder. */
export async function deleteWorkFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/**
 * Maximum time between the reservation of a path and the creation of its entry, in seconds. After this time, the upload counts as
 * interrupted.
 */
const maxUploadSeconds = 3600;
const batchSize = 100;

/**
 * Deletes a batch of files that belong to no entry, and expired files in the work folder. Returns the number of files in the
 * batch.
 */
export async function pruneFiles(deps: StoreFilesDeps): Promise<number> {
  const { database, site } = deps.entries;
  const now = site.clock();
  const paths = await findUnassignedPaths(database.read, Math.floor(now / 1000) - maxUploadSeconds, batchSize);
  if (paths.length > 0) await deleteFiles(deps, paths);
  await pruneWorkFolder(deps.files.workFolder, now);
  return paths.length;
}
