// Reads the settings of the spam filter.
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type SpamfilterSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** Returns the current settings, including the key. Responses must not contain the key (get-settings.ts, `maskKey`). */
export const readSettings = async (
  { settings: extensionSettings }: ExtensionServices,
  handle?: ReadHandle,
): Promise<SpamfilterSettings> => (await extensionSettings.read(handle)) as unknown as SpamfilterSettings;

/** Returns a key for responses, masked except for its last four characters; null if it is empty. */
export const maskKey = (key: string): string | null => (key === '' ? null : `••••••••${key.slice(-4)}`);
