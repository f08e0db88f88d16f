// The theme that the site uses.
import type { Theme } from '../../theme/theme.ts';
import type { EntryParts } from '../entries/parts.ts';
import { findStylesOf } from '../global-styles/store.ts';

/** A theme with the number of the record that holds what the site changes of it; 0: there is none. */
export interface ActiveTheme extends Theme {
  readonly globalStyles: number;
}

/** The theme that the site uses. */
export const activeTheme = async ({ theme, database }: EntryParts): Promise<ActiveTheme> => ({
  ...theme,
  globalStyles: (await findStylesOf(database.read, theme.name)) ?? 0,
});
