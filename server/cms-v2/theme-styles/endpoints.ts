// Implements the endpoints of theme styles: the settings, styles and style variations of a theme
// (templates-and-styles.md §8).
import { type ThemeStylesFields, themeStylesModule } from '../../../contract/cms-v2/global-styles.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { type Configuration, normalizeSettings, normalizeStyles } from '../global-styles/configuration.ts';
import { isWriter } from '../users/conditions.ts';
import { themeConfigurationOf } from './theme-configuration.ts';

/** Normalized settings and styles of a theme or of one of its variations. */
interface ThemeStyles extends Configuration {
  readonly stylesheet: string;
  readonly version?: number;
  readonly title?: string;
  readonly slug?: string;
}

/** Returns the settings and styles of a theme, merged with the defaults. */
const themeStylesOf = (theme: Theme): ThemeStyles => ({ stylesheet: theme.name, ...themeConfigurationOf(theme) });

/** Returns the style variations of a theme. They are not merged with the defaults. */
const themeVariationsOf = ({ name, variations }: Theme): ThemeStyles[] =>
  variations.map(({ version, title, slug, settings, styles }) => ({
    stylesheet: name,
    version,
    title,
    settings: normalizeSettings(settings, 'theme'),
    styles: normalizeStyles(styles),
    slug,
  }));

/** Throws ApiError 404 `rest_theme_not_found` unless the path names the active theme. */
function requireActiveTheme({ name }: Theme, pathStylesheet: string | undefined): void {
  if (pathStylesheet !== name) throw new ApiError('rest_theme_not_found', 404, 'No active theme with this name.');
}

const forbiddenError = {
  code: 'rest_cannot_read_global_styles',
  message: 'You are not allowed to view the styles of the theme.',
};

const presenter: Presenter<ThemeStylesFields, ThemeStyles, undefined> = {
  prepare: async () => undefined,
  fields: {
    version: ({ version }) => version,
    title: ({ title }) => title,
    settings: ({ settings }) => settings,
    styles: ({ styles }) => styles,
    slug: ({ slug }) => slug,
  },
  facts: ({ stylesheet }) => ({ stylesheet }),
};

/** Returns the module of theme styles. */
export function themeStylesEndpoints({ contract, site: { theme } }: EntryDeps): Module {
  const styles = themeStylesOf(theme);
  const variations = themeVariationsOf(theme);
  return implement(themeStylesModule, {
    permissions: {
      'read-theme-styles': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
    },
    operations: {
      // GET /cms/v2/global-styles/themes/<stylesheet>: returns the settings and styles of a theme.
      /** Responds with the settings and styles of the active theme. Throws ApiError 404 `rest_theme_not_found` for other themes. */
      'get-theme-styles': {
        async run({ path }) {
          requireActiveTheme(theme, path.stylesheet);
          return { kind: 'record', row: styles };
        },
      },

      // GET /cms/v2/global-styles/themes/<stylesheet>/variations: lists the style variations of a theme.
      /**
       * Responds with all variations of the active theme, without pagination. Throws ApiError 404 `rest_theme_not_found` for other
       * themes.
       */
      'list-theme-variations': {
        async run({ path }) {
          requireActiveTheme(theme, path.stylesheet);
          return { kind: 'list', rows: variations };
        },
      },
    },
    presenter,
  });
}
