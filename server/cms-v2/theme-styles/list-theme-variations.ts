// GET on the variations of a theme.
import type { Operation } from '../../http/room.ts';
import type { Theme } from '../../theme/theme.ts';
import { requireActive, variationsOfTheme } from './theme-styles.ts';

/** Answers with all variations of the active theme, on one page. */
export function listThemeVariations({ theme }: { readonly theme: Theme }): Operation {
  const rows = variationsOfTheme(theme);
  return {
    async run({ path }) {
      requireActive(theme, path.stylesheet);
      return { kind: 'list', rows };
    },
  };
}
