// Reads the stored form of global styles: JSON in the content of an entry.
import { readData } from '../entries/data-entry.ts';
import { type Configuration, normalizeSettings, normalizeStyles } from './configuration.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';

/** Styles and settings as they were submitted. A property that was never submitted is absent. */
export interface StoredStyles {
  readonly styles?: JsonObject;
  readonly settings?: JsonObject;
}

/** Parses the content of an entry. Returns an empty object if the content is not valid. */
export function parseStoredStyles(content: string): StoredStyles {
  const { styles, settings } = readData(content);
  return { ...(isJsonObject(styles) && { styles }), ...(isJsonObject(settings) && { settings }) };
}

/**
 * Normalizes stored styles. This is done when they are read, not when they are written, so that properties that become known
 * later are not lost.
 */
export const normalizeConfiguration = ({ styles, settings }: StoredStyles): Configuration => ({
  settings: normalizeSettings(settings, 'custom'),
  styles: normalizeStyles(styles),
});
