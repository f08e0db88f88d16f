// Reads the stored form of global styles: JSON in the content of an entry.
import { readData } from '../entries/data-entry.ts';
import { type Configuration, normalizeSettings, normalizeStyles } from './configuration.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';

/** Styles and settings in their stored form, before normalization. A property that was never submitted is absent. */
export interface StoredStyles {
  readonly styles?: JsonObject;
  readonly settings?: JsonObject;
}

/** Parses the content of an entry. Omits `styles` and `settings` if they are not objects. */
export function parseStoredStyles(content: string): StoredStyles {
  const { styles, settings } = readData(content);
  return { ...(isJsonObject(styles) && { styles }), ...(isJsonObject(settings) && { settings }) };
}

/**
 * Normalizes stored styles. This is done when the styles are read, not when they are written, so that properties that only a later
 * version of the service knows are not lost.
 */
export const normalizeConfiguration = ({ styles, settings }: StoredStyles): Configuration => ({
  settings: normalizeSettings(settings, 'custom'),
  styles: normalizeStyles(styles),
});
