// The file store of a service without configured file storage. It is empty; `put` and `workFolder` throw StoreUnavailableError.
import { type FileStore, StoreUnavailableError } from './store.ts';

const rejectWrite = async (): Promise<never> => {
  throw new StoreUnavailableError('no file storage is configured');
};

export const noStore: FileStore = {
  get workFolder(): never {
    throw new StoreUnavailableError('no file storage is configured');
  },
  put: rejectWrite,
  open: async () => undefined,
  openLocal: async () => undefined,
  move: rejectWrite,
  delete: async () => undefined,
};
