// Storing files so that none is left without an entry: their paths are claimed in the database before, and given to the
// entry in its transaction. What is claimed and never given is removed, here or by the sweeper.
import { rm } from 'node:fs/promises';
import type { Database } from '../../database/handle.ts';
import { candidates, type FileName, isNameTaken, splitName } from '../../files/names.ts';
import type { FileStore } from '../../files/store.ts';
import { nameOf } from './details.ts';
import type { MediaParts } from './parts.ts';
import { claimPath, dropPath, findPathsFrom } from './store.ts';

/** What storing files takes. */
export type KeepingParts = Pick<MediaParts, 'database' | 'files' | 'clock'>;

/** A file of the workplace that is to be stored. */
export interface Wanted {
  readonly path: string;
  /** What stands behind the name that is chosen for all: empty, `-300x225`, `-scaled`. */
  readonly ending: string;
  readonly type: string;
}

/** Files as they were stored. */
export interface StoredFiles {
  /** The name that was chosen, in two parts. */
  readonly name: FileName;
  /** Paths in the store, by ending. */
  readonly paths: ReadonlyMap<string, string>;
}

/** How to choose among names: the wish, and the number to begin with. */
export interface NameWish {
  readonly folder: string;
  readonly name: FileName;
  readonly first?: number;
}

/** Stores files of one name in a folder, under the first name that is free for all of them. */
export async function keepFiles(parts: KeepingParts, wish: NameWish, wanted: readonly Wanted[]): Promise<StoredFiles> {
  let first = wish.first;
  for (;;) {
    const { name, n } = await claimName(parts, { ...wish, ...(first !== undefined && { first }) }, wanted);
    const paths = new Map(wanted.map(({ ending }) => [ending, pathOf(wish.folder, name, ending)]));
    if (await putAll(parts, wanted, paths)) return { name, paths };
    // A file is there that the database does not know of: the next name is tried.
    first = n + 1;
  }
}

const pathOf = (folder: string, { stem, extension }: FileName, ending: string) =>
  `${folder}${stem}${ending}.${extension}`;

async function claimName(
  { database, clock }: KeepingParts,
  { folder, name, first }: NameWish,
  wanted: readonly Wanted[],
) {
  return database.transaction(async (tx) => {
    await tx.lock(`uploads ${folder}`);
    const there = new Set((await findPathsFrom(tx, folder + name.stem)).map(nameOf));
    const claimed = Math.floor(clock() / 1000);
    for (const candidate of candidates(name, first)) {
      if (isNameTaken(candidate, there)) continue;
      const chosen = splitName(candidate);
      const paths = wanted.map(({ ending }) => pathOf(folder, chosen, ending));
      if (paths.some((path) => there.has(nameOf(path)))) continue;
      for (const path of paths) await claimPath(tx, path, claimed);
      const number = chosen.stem === name.stem ? 0 : Number(/\d+$/.exec(chosen.stem)?.[0] ?? 0);
      return { name: chosen, n: number };
    }
    throw new Error('names never end');
  });
}

/** Stores all or none; false where a path was taken. */
async function putAll(
  { database, files }: KeepingParts,
  wanted: readonly Wanted[],
  paths: ReadonlyMap<string, string>,
): Promise<boolean> {
  const put: string[] = [];
  try {
    for (const { path, ending, type } of wanted) {
      const to = paths.get(ending) ?? '';
      if (await files.put(to, path, type)) put.push(to);
      else break;
    }
    if (put.length === wanted.length) return true;
  } catch (error) {
    // Whether the one that failed is there nobody knows. What cannot be removed now stays claimed, for the sweeper.
    const tried = [...paths.values()].slice(0, put.length + 1);
    await forget(database, files, [...paths.values()], tried).catch(() => undefined);
    throw error;
  }
  // What was moved comes back, to be stored under another name.
  for (const { path, ending } of wanted) {
    const to = paths.get(ending) ?? '';
    if (put.includes(to)) await bringBack(files, to, path);
  }
  await forget(database, files, [...paths.values()], put);
  return false;
}

async function bringBack(files: FileStore, from: string, to: string): Promise<void> {
  const { copyFile } = await import('node:fs/promises');
  const local = await files.local(from);
  if (!local) throw new Error(`${from} is gone that was just stored`);
  await copyFile(local.path, to);
  await local.release();
}

/** Removes stored files and their claims; what cannot be removed now the sweeper removes later. */
export const unkeep = ({ database, files }: KeepingParts, { paths }: Pick<StoredFiles, 'paths'>): Promise<void> =>
  forget(database, files, [...paths.values()], [...paths.values()]).catch(() => undefined);

/** Files first: a claim without a file is found by the sweeper, a file without a claim by nobody. */
async function forget(
  database: Database,
  files: FileStore,
  claimed: readonly string[],
  stored: readonly string[],
): Promise<void> {
  for (const path of stored) await files.remove(path);
  await database.transaction(async (tx) => {
    for (const path of claimed) await dropPath(tx, path);
  });
}

/** Removes the files of an entry that is gone. */
export const removeFiles = ({ database, files }: KeepingParts, paths: readonly string[]): Promise<void> =>
  forget(database, files, paths, paths);

/** Removes what is left in the workplace. */
export async function clear(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
