// GET /cms/v2/global-styles/themes/<stylesheet>: returns the settings and styles of a theme.
import type { Theme } from '../../theme/theme.ts';
import type { ThemeStylesOperations } from './operations.ts';
import { requireActiveTheme, themeStylesOf } from './theme-styles.ts';

/** Responds with the settings and styles of the active theme. Throws ApiError 404 `rest_theme_not_found` for other themes. */
export function getThemeStyles({ theme }: { readonly theme: Theme }): ThemeStylesOperations['get-theme-styles'] {
  const row = themeStylesOf(theme);
  return {
    async run({ path }) {
      requireActiveTheme(theme, path.stylesheet);
      return { kind: 'record', row };
    },
  };
}
