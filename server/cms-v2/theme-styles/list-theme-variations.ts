// GET /cms/v2/global-styles/themes/<stylesheet>/variations: lists the style variations of a theme.
import type { Theme } from '../../theme/theme.ts';
import type { ThemeStylesOperations } from './operations.ts';
import { requireActiveTheme, themeVariationsOf } from './theme-styles.ts';

/**
 * Responds with all variations of the active theme, without pagination. Throws ApiError 404 `rest_theme_not_found` for other
 * themes.
 */
export function listThemeVariations({
  theme,
}: {
  readonly theme: Theme;
}): ThemeStylesOperations['list-theme-variations'] {
  const rows = themeVariationsOf(theme);
  return {
    async run({ path }) {
      requireActiveTheme(theme, path.stylesheet);
      return { kind: 'list', rows };
    },
  };
}
