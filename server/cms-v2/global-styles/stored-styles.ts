// Storage format of global styles: the content of an entry, as JSON.
import { readData } from '../entries/data-entry.ts';
import { type Configuration, normalizeSettings, normalizeStyles } from './configuration.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';

/** The submitted styles and settings; absent properties were never set. */
export interface StoredStyles {
  readonly styles?: JsonObject;
  readonly settings?: JsonObject;
}

/** Parses the content of an entry; returns an empty object if it is damaged. */
export function parseStoredStyles(content: string): StoredStyles {
  const { styles, settings } = readData(content);
  return { ...(isJsonObject(styles) && { styles }), ...(isJsonObject(settings) && { settings }) };
}

/** Normalises stored styles on reading rather than writing, so that properties that become known later are not lost. */
export const normalizeConfiguration = ({ styles, settings }: StoredStyles): Configuration => ({
  settings: normalizeSettings(settings, 'custom'),
  styles: normalizeStyles(styles),
});
