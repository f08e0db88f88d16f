// GET key.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings, type SpamfilterSettings, shownKey } from './settings.ts';

/** Answers with what is known of the key, never with the key. */
export const getKey = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: toldKey(await readSettings(services)) }),
});

/** The key as administrators are told of it. */
export const toldKey = ({ key, key_status: status }: Pick<SpamfilterSettings, 'key' | 'key_status'>) => ({
  key: shownKey(key),
  status,
});
