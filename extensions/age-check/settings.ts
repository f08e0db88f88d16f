// Reads the settings of the age check.
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type AgeCheckSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** Returns the current settings. */
export const readSettings = async (
  { settings: extensionSettings }: ExtensionServices,
  handle?: ReadHandle,
): Promise<AgeCheckSettings> => (await extensionSettings.read(handle)) as unknown as AgeCheckSettings;
