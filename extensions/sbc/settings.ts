// The settings in force, and the version of what visitors agree to.
import { createHash } from 'node:crypto';
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import type { settings } from './contract.ts';

export type ConsentSettings = { readonly [K in keyof typeof settings]: Static<(typeof settings)[K]> };

/** The settings in force. */
export const readSettings = async (
  { settings: own }: ExtensionServices,
  handle?: ReadHandle,
): Promise<ConsentSettings> => (await own.read(handle)) as unknown as ConsentSettings;

/** Names what visitors are asked: another text or other categories are another version, which nobody has agreed to yet. */
export const versionOf = ({ text, categories }: ConsentSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([text, categories]))
    .digest('hex')
    .slice(0, 12);
