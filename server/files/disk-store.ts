// Files in a folder of this machine.
import { access, type FileHandle, link, open, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { createFolder } from '../create-folder.ts';
import { type FileStore, isStorePath, type StoredFile, StoreFull, StoreUnavailable } from './store.ts';

/** The folder, within that of the store, for files being received or made: on the same disk, so that moving is instant. */
const workplaceName = '.work';

/** Opens the store in a folder, which is made where it is not there. Throws StoreUnavailable. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const root = path.resolve(folder);
  const workplace = path.join(root, workplaceName);
  await storing(() => createFolder(workplace));
  const placeOf = (name: string) => {
    if (!isStorePath(name)) throw new Error(`${JSON.stringify(name)} is no path of a stored file`);
    return path.join(root, ...name.split('/'));
  };
  return {
    workplace,
    folder: root,
    put: (name, from) => storing(() => put(placeOf(name), from)),
    open: async (name) => (isStorePath(name) ? storing(() => openFile(placeOf(name), workplace)) : undefined),
    local: async (name) => {
      const file = await storing(() => openFile(placeOf(name), workplace));
      await file?.close();
      return file && { path: placeOf(name), release: async () => undefined };
    },
    remove: (name) => storing(() => rm(placeOf(name), { force: true })),
  };
}

/** A link is made only where nothing is, so of two who want one path one gets it. */
async function put(place: string, from: string): Promise<boolean> {
  await createFolder(path.dirname(place));
  try {
    await link(from, place);
    await unlink(from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK') throw error;
    // A disk without links.
    if (await isThere(place)) return false;
    await rename(from, place);
  }
  await syncFolder(path.dirname(place));
  return true;
}

/** The name of a file is on disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch((error: NodeJS.ErrnoException) => {
      // Some systems cannot do this to folders, and need not.
      if (error.code !== 'EINVAL' && error.code !== 'EPERM' && error.code !== 'EISDIR') throw error;
    });
  } finally {
    await handle.close();
  }
}

/** Opens a file; undefined where there is none. Without the workplace the disk of the store is not there either. */
async function openFile(place: string, workplace: string): Promise<StoredFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(place, 'r');
  } catch (error) {
    if (!absent.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await access(workplace);
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

/** What opening a file says where there is none. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR']);

const isThere = (place: string) =>
  stat(place).then(
    (found) => found.isFile(),
    () => false,
  );

/** Does something on the disk; what keeps it from being done is told in the house's words. */
export async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOfDisk(error);
  }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const unusable = new Set([
  ...['EACCES', 'EEXIST', 'EIO', 'ELOOP', 'EMFILE', 'ENAMETOOLONG', 'ENFILE', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'],
]);

/** An error of the disk as the store's; any other as it is. */
export function faultOfDisk(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (full.has(code)) return new StoreFull('there is no room left for files', { cause: error });
  if (unusable.has(code)) return new StoreUnavailable(`files cannot be stored (${code})`, { cause: error });
  return error;
}
