// Reads the settings of the age check.
import type { ExtensionServices, ReadHandle, SettingsOf } from 'octavo/extension';
import type { settings } from './contract.ts';

export type AgeCheckSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;

/** Returns the current settings. */
export const readSettings = (
  { settings: extensionSettings }: Services,
  handle?: ReadHandle,
): Promise<AgeCheckSettings> => extensionSettings.read(handle);
