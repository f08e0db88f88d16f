// Reads the stored form of global styles: JSON in the content of an entry.
import { parseStoredObject, type StoredObject } from '../../database/stored-json.ts';
import { readData } from '../entries/data-entry.ts';
import { type Configuration, normalizeSettings, normalizeStyles } from './configuration.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';

/** Styles and settings in their stored form, before normalization. A property that was never submitted is absent. */
export interface StoredStyles {
  readonly styles?: JsonObject;
  readonly settings?: JsonObject;
}

/** Reads the content of an entry for presentation. Omits `styles` and `settings` if they are not objects. */
export const readStoredStyles = (content: string): StoredStyles => stylesIn(readData(content));

/**
 * Parses the content of an entry for an update, which replaces it. Omits `styles` and `settings` if they are not objects.
 * @throws DatabaseUnusable when it is not a JSON object
 */
export const parseStoredStyles = (content: string): StoredStyles => stylesIn(parseStoredObject(content));

function stylesIn({ styles, settings }: StoredObject): StoredStyles {
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
