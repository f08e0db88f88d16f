// Reads the consent settings, and calculates the version of the consent text and categories.
import { createHash } from 'node:crypto';
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type ConsentSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** Returns the current settings. */
export const readSettings = async (
  { settings: extensionSettings }: ExtensionServices,
  handle?: ReadHandle,
): Promise<ConsentSettings> => (await extensionSettings.read(handle)) as unknown as ConsentSettings;

/** Returns the version of the consent text and the categories: a hash of both. When it changes, earlier consents are no longer valid. */
export const versionOf = ({ text, categories }: ConsentSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([text, categories]))
    .digest('hex')
    .slice(0, 12);
