// The store of a service that was given no place for files: nothing is there, and nothing can be stored.
import { type FileStore, StoreUnavailable } from './store.ts';

const refuse = async (): Promise<never> => {
  throw new StoreUnavailable('no place for files is configured');
};

export const noStore: FileStore = {
  get workplace(): never {
    throw new StoreUnavailable('no place for files is configured');
  },
  put: refuse,
  open: async () => undefined,
  local: async () => undefined,
  remove: async () => undefined,
};
