// GET on the settings and styles of a theme.
import type { Operation } from '../../http/room.ts';
import type { Theme } from '../../theme/theme.ts';
import { requireActive, stylesOfTheme } from './theme-styles.ts';

/** Answers with what the active theme provides. */
export function getThemeStyles({ theme }: { readonly theme: Theme }): Operation {
  const row = stylesOfTheme(theme);
  return {
    async run({ path }) {
      requireActive(theme, path.stylesheet);
      return { kind: 'record', row };
    },
  };
}
