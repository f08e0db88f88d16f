// How global styles are stored: as the content of an entry, in JSON.
import { readData } from '../entries/data-entry.ts';
import { type Configuration, shownSettings, shownStyles } from './configuration.ts';
import { isMembers, type Members } from './filter-known.ts';

/** What is stored, as it was sent. Absent: nothing of it was ever set. */
export interface StoredStyles {
  readonly styles?: Members;
  readonly settings?: Members;
}

/** What the content of an entry holds; nothing where it cannot be read. */
export function readStyles(content: string): StoredStyles {
  const { styles, settings } = readData(content);
  return { ...(isMembers(styles) && { styles }), ...(isMembers(settings) && { settings }) };
}

/** What is stored as it is shown: filtered when it is read, so that what is unknown today may be known tomorrow. */
export const shownConfiguration = ({ styles, settings }: StoredStyles): Configuration => ({
  settings: shownSettings(settings, 'custom'),
  styles: shownStyles(styles),
});
