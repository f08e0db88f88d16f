// What a theme provides: its settings and styles over the built-in ones (templates-and-styles.md §8).
import { Refusal } from '../../refusal.ts';
import type { Theme } from '../../theme/theme.ts';
import { type Configuration, merged, shownSettings, shownStyles } from '../global-styles/configuration.ts';
import { defaultConfiguration } from './default-configuration.ts';

/** Settings and styles of a theme or of one of its variations, as they are shown. */
export interface ThemeStyles extends Configuration {
  readonly stylesheet: string;
  readonly version?: number;
  readonly title?: string;
  readonly slug?: string;
}

/** The settings and styles of a theme. */
export const stylesOfTheme = ({ name, settings, styles }: Theme): ThemeStyles => ({
  stylesheet: name,
  settings: merged(shownSettings(defaultConfiguration.settings, 'default'), shownSettings(settings, 'theme')),
  styles: merged(shownStyles(defaultConfiguration.styles), shownStyles(styles)),
});

/** The variations of a theme. */
export const variationsOfTheme = ({ name, variations }: Theme): ThemeStyles[] =>
  variations.map(({ version, title, slug, settings, styles }) => ({
    stylesheet: name,
    version,
    title,
    settings: shownSettings(settings, 'theme'),
    styles: shownStyles(styles),
    slug,
  }));

/** Throws Refusal 404 `rest_theme_not_found` where an address names another theme than the active one. */
export function requireActive({ name }: Theme, address: string | undefined): void {
  if (address !== name) throw new Refusal('rest_theme_not_found', 404, 'The site does not use a theme of this name.');
}
