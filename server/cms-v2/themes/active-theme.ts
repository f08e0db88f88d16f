// Loads the active theme of the site.
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findGlobalStylesId } from '../global-styles/store.ts';

/** The active theme, with the ID of its global styles record; 0 if there is none. */
export interface ActiveTheme extends Theme {
  readonly globalStyles: number;
}

/** Returns the active theme with the ID of its global styles record. */
export const getActiveTheme = async ({ theme, database }: EntryDeps): Promise<ActiveTheme> => ({
  ...theme,
  globalStyles: (await findGlobalStylesId(database.read, theme.name)) ?? 0,
});
