// GET /spamfilter/v1/key: returns the status of the key.
import type { SpamfilterOperations } from './operations.ts';
import { maskKey, readSettings, type Services, type SpamfilterSettings } from './settings.ts';

/** Responds with the masked key and its status. */
export const getKey = (services: Services): SpamfilterOperations['get-key'] => ({
  run: async () => ({ kind: 'value', value: presentKey(await readSettings(services)) }),
});

/** Returns the masked key and its status as properties of an API response. */
export const presentKey = ({ key, key_status: status }: Pick<SpamfilterSettings, 'key' | 'key_status'>) => ({
  key: maskKey(key),
  status,
});
