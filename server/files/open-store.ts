// The store that is configured.
import { openDiskStore } from './disk-store.ts';
import type { FileStore } from './store.ts';

/** Opens the store of files: the folder given. Throws StoreUnavailable. */
export const openStore = (place: string): Promise<FileStore> => openDiskStore(place);
