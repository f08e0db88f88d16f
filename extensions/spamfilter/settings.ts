// Settings of the spam filter.
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type SpamfilterSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** Returns the current settings including the key; do not return them in responses. */
export const readSettings = async (
  { settings: extensionSettings }: ExtensionServices,
  handle?: ReadHandle,
): Promise<SpamfilterSettings> => (await extensionSettings.read(handle)) as unknown as SpamfilterSettings;

/** Returns the masked key for responses; null if none is set. */
export const maskKey = (key: string): string | null => (key === '' ? null : `••••••••${key.slice(-4)}`);
