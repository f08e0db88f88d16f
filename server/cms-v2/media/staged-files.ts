// Stages files that replace stored ones. A replacement is committed in the database before the files are replaced, because several files cannot
// be replaced at once: the new files are first stored at paths of their own, which are assigned to the media item in the transaction that
// updates it, and are then moved over the previous files. If that is interrupted, maintenance completes it.
import { randomUUID } from 'node:crypto';
import { copyFile, link, rm } from 'node:fs/promises';
import { mapDiskErrors } from '../../files/disk-store.ts';
import { workFilePath } from '../../files/spool.ts';
import type { FileStore } from '../../files/store.ts';
import { deletePath, findStagedPaths, isAssignedPath, reservePath, stagedFolder } from './store.ts';
import type { StoreFilesDeps } from './store-files.ts';

/** Whether a path is that of a staged file, not that of a file with a public URL. */
export const isStagedPath = (path: string): boolean => path.startsWith(stagedFolder);

/** Returns the path that a staged file gets. */
const targetOf = (staged: string): string => staged.slice(staged.indexOf('/', stagedFolder.length) + 1);

/** A local file in the work folder, and the path of the stored file that it replaces. */
interface FileToStage {
  readonly source: string;
  readonly path: string;
}

/**
 * Stores local files as staged files. Their paths are reserved but not assigned; `onStage` receives them before anything is stored, so that the
 * caller can discard the files after an error. The local files remain, because they may be stored at several paths.
 *
 * Throws StoreFullError and StoreUnavailableError.
 */
export async function stageFiles(
  { entries: { database, site }, files }: StoreFilesDeps,
  filesToStage: readonly FileToStage[],
  type: string,
  onStage: (paths: readonly string[]) => void,
): Promise<void> {
  const folder = `${stagedFolder}${randomUUID()}/`;
  const reserved = Math.floor(site.clock() / 1000);
  const paths = filesToStage.map(({ path }) => folder + path);
  onStage(paths);
  await database.transaction(async (tx) => {
    for (const path of paths) await reservePath(tx, path, reserved);
  });
  for (const { source, path } of filesToStage)
    await withCopy(files, source, async (copy) => {
      if (!(await files.put(folder + path, copy, type))) throw new Error(`the new path ${folder + path} is taken`);
    });
}

/** Runs `work` with a copy of a file in the work folder, which `work` may move. Throws StoreFullError and StoreUnavailableError. */
export async function withCopy<T>(files: FileStore, from: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = workFilePath(files.workFolder);
  try {
    // Files in the work folder are never changed, so a hard link is as good as a copy.
    await link(from, copy).catch(() => mapDiskErrors(() => copyFile(from, copy)));
    return await work(copy);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Maximum time for replacing files during a request, in milliseconds. Maintenance replaces the remaining ones. */
const maxRequestMs = 5 * 60_000;

/**
 * Age in seconds from which maintenance completes a replacement. It exceeds `maxRequestMs` by more than the timeout of a file store, so that a
 * replacement is never completed by two processes at the same time.
 */
const maxReplacementSeconds = 20 * 60;

/** Moves staged files that are assigned to a media item over the files that they replace. Throws StoreFullError and StoreUnavailableError. */
export async function publishStagedFiles(deps: StoreFilesDeps, stagedPaths: readonly string[]): Promise<void> {
  const { entries, files } = deps;
  const start = performance.now();
  for (const staged of stagedPaths) {
    if (performance.now() - start > maxRequestMs) return;
    const target = targetOf(staged);
    await files.move(staged, target);
    const isInUse = await entries.database.transaction(async (tx) => {
      await deletePath(tx, staged);
      return isAssignedPath(tx, target);
    });
    // The media item was deleted while its file was being moved.
    if (!isInUse) await files.delete(target);
  }
}

const batchSize = 100;

/** Completes replacements that were interrupted, such as by a crash. Returns the number of files that were replaced. */
export async function completeReplacements(deps: StoreFilesDeps): Promise<number> {
  const { database, site } = deps.entries;
  const before = Math.floor(site.clock() / 1000) - maxReplacementSeconds;
  const paths = await findStagedPaths(database.read, before, batchSize);
  await publishStagedFiles(deps, paths);
  return paths.length;
}
