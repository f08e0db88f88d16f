// Reads the settings of the spam filter.
import type { ExtensionServices, ReadHandle, SettingsOf } from 'octavo/extension';
import type { settings } from './contract.ts';

export type SpamfilterSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;

/** Returns the current settings, including the key. Responses must not contain the key (get-settings.ts, `maskKey`). */
export const readSettings = (
  { settings: extensionSettings }: Services,
  handle?: ReadHandle,
): Promise<SpamfilterSettings> => extensionSettings.read(handle);

/** Returns a key for responses, masked except for its last four characters; null if it is empty. */
export const maskKey = (key: string): string | null => (key === '' ? null : `••••••••${key.slice(-4)}`);
