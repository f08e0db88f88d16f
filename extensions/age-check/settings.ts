// The settings in force.
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type AgeCheckSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** The settings in force. */
export const readSettings = async (
  { settings: own }: ExtensionServices,
  handle?: ReadHandle,
): Promise<AgeCheckSettings> => (await own.read(handle)) as unknown as AgeCheckSettings;
