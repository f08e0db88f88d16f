// The settings in force.
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type SpamfilterSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** The settings in force, the key among them: never answer with them as they are. */
export const readSettings = async (
  { settings: own }: ExtensionServices,
  handle?: ReadHandle,
): Promise<SpamfilterSettings> => (await own.read(handle)) as unknown as SpamfilterSettings;

/** A key as it is shown: nobody reads a secret back. */
export const shownKey = (key: string): string | null => (key === '' ? null : `••••••••${key.slice(-4)}`);
