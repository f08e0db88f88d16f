// The file store of a service without configured file storage: it is empty and read-only.
import { type FileStore, StoreUnavailable } from './store.ts';

const rejectWrite = async (): Promise<never> => {
  throw new StoreUnavailable('no file storage is configured');
};

export const noStore: FileStore = {
  get workFolder(): never {
    throw new StoreUnavailable('no file storage is configured');
  },
  put: rejectWrite,
  open: async () => undefined,
  openLocal: async () => undefined,
  delete: async () => undefined,
};
