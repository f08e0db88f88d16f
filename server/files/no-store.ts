// The file store of a service without configured file storage. It is empty, and writes throw StoreUnavailable.
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
