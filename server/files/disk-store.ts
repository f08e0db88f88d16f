// Stores files in a local folder.
import { access, type FileHandle, link, open, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../create-folder.ts';
import { type FileStore, isStorePath, type StoredFile, StoreFullError, StoreUnavailableError } from './store.ts';

/** Subfolder of the store for unfinished files. It is on the same file system as the store, so a file is moved without being copied. */
const workFolderName = '.work';

/** Opens the store in a folder, and creates the folder if it does not exist. Throws StoreFullError or StoreUnavailableError. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const root = path.resolve(folder);
  const workFolder = path.join(root, workFolderName);
  await mapDiskErrors(() => createFolder(workFolder, 0o700));
  const pathOf = (name: string) => {
    if (!isStorePath(name)) throw new Error(`${JSON.stringify(name)} is not a valid file path`);
    return path.join(root, ...name.split('/'));
  };
  return {
    workFolder,
    folder: root,
    put: (name, from) => mapDiskErrors(() => put(pathOf(name), from)),
    open: async (name) => (isStorePath(name) ? mapDiskErrors(() => openFile(pathOf(name), workFolder)) : undefined),
    openLocal: async (name) => {
      const file = await mapDiskErrors(() => openFile(pathOf(name), workFolder));
      await file?.close();
      return file && { path: pathOf(name), release: async () => undefined };
    },
    move: (from, to) => mapDiskErrors(() => move(root, pathOf(from), pathOf(to))),
    delete: (name) => mapDiskErrors(() => rm(pathOf(name), { force: true })),
  };
}

/**
 * Moves a file to its path in the store; returns false if the path is taken. `link` fails if the path exists, so only one of two
 * concurrent writers succeeds. On file systems without hard links, this is not guaranteed.
 */
async function put(filePath: string, from: string): Promise<boolean> {
  await createFolder(path.dirname(filePath), 0o700);
  try {
    await link(from, filePath);
    await unlink(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK') throw error;
    // The file system does not support hard links.
    if (await fileExists(filePath)) return false;
    await rename(from, filePath);
  }
  await syncFolder(path.dirname(filePath));
  return true;
}

/**
 * Moves a file within the store and replaces the file at `to`; returns false if there is no file at `from`. Deletes the folders of `from` that
 * are empty afterwards, except for those directly below the root, in which other files may be stored at the same time.
 */
async function move(root: string, from: string, to: string): Promise<boolean> {
  await createFolder(path.dirname(to), 0o700);
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  await syncFolder(path.dirname(to));
  let folder = path.dirname(from);
  while (path.relative(root, folder).includes(path.sep)) {
    const isDeleted = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isDeleted) break;
    folder = path.dirname(folder);
  }
  return true;
}

/** Syncs a folder to disk. Otherwise, the name of a new file could be lost in a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch((error: NodeJS.ErrnoException) => {
      // Some operating systems do not support this and do not need it.
      if (error.code !== 'EINVAL' && error.code !== 'EPERM' && error.code !== 'EISDIR') throw error;
    });
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file; returns undefined if it does not exist. Throws if the work folder is missing too, because then the disk is probably
 * not mounted.
 */
async function openFile(filePath: string, workFolder: string): Promise<StoredFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(filePath, 'r');
  } catch (error) {
    if (!notFoundCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await access(workFolder);
    return undefined;
  }
  try {
    const found = await handle.stat();
    if (found.isFile())
      return {
        size: found.size,
        modified: found.mtimeMs,
        read: (start, end) => handle.createReadStream({ start, end }),
        close: () => handle.close(),
      };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** Error codes of `open` that mean that there is no file at the path. */
const notFoundCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR']);

const fileExists = (filePath: string) =>
  stat(filePath).then(
    (found) => found.isFile(),
    () => false,
  );

/** Runs a disk operation and maps its errors to StoreFullError and StoreUnavailableError. */
export async function mapDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const unavailableCodes = new Set([
  ...['EACCES', 'EEXIST', 'EIO', 'ELOOP', 'EMFILE', 'ENAMETOOLONG', 'ENFILE', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'],
]);

/** Returns StoreFullError or StoreUnavailableError for a disk error, and any other error unchanged. */
export function toStoreError(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (fullCodes.has(code)) return new StoreFullError('the disk of the file store is full', { cause: error });
  if (unavailableCodes.has(code)) return new StoreUnavailableError(`the file store failed (${code})`, { cause: error });
  return error;
}
