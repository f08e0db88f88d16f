// Reads the consent settings, and calculates the version of the consent text and categories.
import { createHash } from 'node:crypto';
import type { ExtensionServices, ReadHandle, SettingsOf } from 'octavo/extension';
import type { settings } from './contract.ts';

export type ConsentSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;

/** Returns the current settings. */
export const readSettings = (
  { settings: extensionSettings }: Services,
  handle?: ReadHandle,
): Promise<ConsentSettings> => extensionSettings.read(handle);

/** Returns the version of the consent text and the categories: a hash of both. When it changes, earlier consents are no longer valid. */
export const versionOf = ({ text, categories }: ConsentSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([text, categories]))
    .digest('hex')
    .slice(0, 12);
