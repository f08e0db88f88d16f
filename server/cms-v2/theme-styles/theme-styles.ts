// Computes the effective configuration of a theme, in which its settings and styles override the defaults
// (templates-and-styles.md §8).
import { ApiError } from '../../api-error.ts';
import type { Theme } from '../../theme/theme.ts';
import {
  type Configuration,
  mergeConfigurations,
  normalizeSettings,
  normalizeStyles,
} from '../global-styles/configuration.ts';
import { defaultConfiguration } from './default-configuration.ts';

/** Normalized settings and styles of a theme or of one of its variations. */
export interface ThemeStyles extends Configuration {
  readonly stylesheet: string;
  readonly version?: number;
  readonly title?: string;
  readonly slug?: string;
}

/** Returns the settings and styles of a theme, merged with the defaults. */
export const themeStylesOf = ({ name, settings, styles }: Theme): ThemeStyles => ({
  stylesheet: name,
  settings: mergeConfigurations(
    normalizeSettings(defaultConfiguration.settings, 'default'),
    normalizeSettings(settings, 'theme'),
  ),
  styles: mergeConfigurations(normalizeStyles(defaultConfiguration.styles), normalizeStyles(styles)),
});

/** Returns the style variations of a theme. They are not merged with the defaults. */
export const themeVariationsOf = ({ name, variations }: Theme): ThemeStyles[] =>
  variations.map(({ version, title, slug, settings, styles }) => ({
    stylesheet: name,
    version,
    title,
    settings: normalizeSettings(settings, 'theme'),
    styles: normalizeStyles(styles),
    slug,
  }));

/** Throws ApiError 404 `rest_theme_not_found` unless the path names the active theme. */
export function requireActiveTheme({ name }: Theme, pathStylesheet: string | undefined): void {
  if (pathStylesheet !== name) throw new ApiError('rest_theme_not_found', 404, 'No active theme with this name.');
}
