// Provides the style sheet of the active theme with the site's changes, for public pages.
import type { ReadHandle } from '../../database/handle.ts';
import type { SiteContext } from '../../site-context.ts';
import { compileThemeCss } from '../../theme/css/compile.ts';
import { mergeConfigurations } from '../global-styles/configuration.ts';
import { findGlobalStylesContent } from '../global-styles/store.ts';
import { normalizeConfiguration, readStoredStyles } from '../global-styles/stored-styles.ts';
import { themeConfigurationOf } from './theme-configuration.ts';

/**
 * Returns a function that returns the style sheet of the active theme, merged with the site's global styles. Each call runs one statement.
 * The style sheet is compiled again only if the global styles have changed since the previous call. Malformed global styles are ignored.
 */
export function createThemeCss(read: ReadHandle, { theme }: Pick<SiteContext, 'theme'>): () => Promise<string> {
  const themeConfiguration = themeConfigurationOf(theme);
  let compiled: { readonly content: string; readonly css: string } | undefined;
  return async () => {
    const content = (await findGlobalStylesContent(read, theme.name)) ?? '';
    if (compiled?.content !== content) {
      compiled = { content, css: compileThemeCss(configurationOf(content), theme.styleSheet) };
    }
    return compiled.css;
  };

  function configurationOf(content: string) {
    const { settings, styles } = normalizeConfiguration(readStoredStyles(content));
    return {
      settings: mergeConfigurations(themeConfiguration.settings, settings),
      styles: mergeConfigurations(themeConfiguration.styles, styles),
    };
  }
}
