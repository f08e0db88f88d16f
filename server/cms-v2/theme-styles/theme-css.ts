// Provides the style sheet of the active theme with the site's changes, for the pages of the site.

import type { SiteContext } from '../../site-context.ts';
import { compileThemeCss } from '../../theme/css/compile.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { mergeConfigurations } from '../global-styles/configuration.ts';
import { findGlobalStylesContent } from '../global-styles/store.ts';
import { normalizeConfiguration, readStoredStyles } from '../global-styles/stored-styles.ts';
import { themeConfigurationOf } from './theme-configuration.ts';

/** The latest style sheet of each theme, with the stored global styles from which it was compiled. */
type CompiledSheets = WeakMap<Theme, { readonly stored: string; readonly css: string }>;

const compiledSheets: CompiledSheets = new WeakMap();

/** The latest style sheet of each theme in a preview of changed global styles. It must not replace the one of visitors. */
const previewedSheets: CompiledSheets = new WeakMap();

/**
 * Returns the style sheet of the active theme, merged with the published global styles of the site, or with those of a preview. Runs at most
 * one statement. The style sheet is compiled only if the global styles have changed since the previous call. Damaged global styles are
 * ignored.
 */
export async function themeCssOf({ database, site: { theme, design } }: ThemeCssDeps): Promise<string> {
  const changed = design?.globalStyles;
  if (changed?.theme === theme.name) return compile(theme, changed.content, previewedSheets);
  return compile(theme, (await findGlobalStylesContent(database.read, theme.name)) ?? '', compiledSheets);
}

/** Dependencies of `themeCssOf`. */
interface ThemeCssDeps extends Pick<EntryDeps, 'database'> {
  readonly site: Pick<SiteContext, 'theme' | 'design'>;
}

function compile(theme: Theme, stored: string, sheets: CompiledSheets): string {
  const compiled = sheets.get(theme);
  if (compiled?.stored === stored) return compiled.css;
  const css = compileThemeCss(mergeGlobalStyles(theme, stored), theme.styleSheet);
  sheets.set(theme, { stored, css });
  return css;
}

function mergeGlobalStyles(theme: Theme, stored: string) {
  const base = themeConfigurationOf(theme);
  const own = normalizeConfiguration(readStoredStyles(stored));
  return {
    settings: mergeConfigurations(base.settings, own.settings),
    styles: mergeConfigurations(base.styles, own.styles),
  };
}
