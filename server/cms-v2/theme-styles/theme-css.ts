// Provides the style sheet of the active theme with the site's changes, for the pages of the site.
import { compileThemeCss } from '../../theme/css/compile.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { mergeConfigurations } from '../global-styles/configuration.ts';
import { findGlobalStylesContent } from '../global-styles/store.ts';
import { normalizeConfiguration, readStoredStyles } from '../global-styles/stored-styles.ts';
import { themeConfigurationOf } from './theme-configuration.ts';

/** The latest style sheet of each theme, with the stored global styles from which it was compiled. */
const compiledSheets = new WeakMap<Theme, { readonly stored: string; readonly css: string }>();

/**
 * Returns the style sheet of the active theme, merged with the published global styles of the site. Runs one statement. The style sheet is
 * compiled only if the global styles have changed since the previous call. Damaged global styles are ignored.
 */
export async function themeCssOf({ database, site: { theme } }: ThemeCssDeps): Promise<string> {
  const stored = (await findGlobalStylesContent(database.read, theme.name)) ?? '';
  const compiled = compiledSheets.get(theme);
  if (compiled?.stored === stored) return compiled.css;
  const css = compileThemeCss(mergeGlobalStyles(theme, stored), theme.styleSheet);
  compiledSheets.set(theme, { stored, css });
  return css;
}

/** Dependencies of `themeCssOf`. */
interface ThemeCssDeps extends Pick<EntryDeps, 'database'> {
  readonly site: { readonly theme: Theme };
}

function mergeGlobalStyles(theme: Theme, stored: string) {
  const base = themeConfigurationOf(theme);
  const own = normalizeConfiguration(readStoredStyles(stored));
  return {
    settings: mergeConfigurations(base.settings, own.settings),
    styles: mergeConfigurations(base.styles, own.styles),
  };
}
