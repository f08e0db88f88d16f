// Implements the endpoints of theme styles: the settings, styles and style variations of a theme
// (templates-and-styles.md §8). The settings and styles of a theme override the defaults.

import {
  type ThemeStylesEndpoints,
  type ThemeStylesFields,
  themeStylesModule,
} from '../../../contract/cms-v2/global-styles.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module, PermissionError, Presenter } from '../../http/module.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import {
  type Configuration,
  mergeConfigurations,
  normalizeSettings,
  normalizeStyles,
} from '../global-styles/configuration.ts';
import { isWriter } from '../users/conditions.ts';
import { defaultConfiguration } from './default-configuration.ts';

/** Normalized settings and styles of a theme or of one of its variations. */
interface ThemeStyles extends Configuration {
  readonly stylesheet: string;
  readonly version?: number;
  readonly title?: string;
  readonly slug?: string;
}

/** Returns the settings and styles of a theme, merged with the defaults. */
const themeStylesOf = ({ name, settings, styles }: Theme): ThemeStyles => ({
  stylesheet: name,
  settings: mergeConfigurations(
    normalizeSettings(defaultConfiguration.settings, 'default'),
    normalizeSettings(settings, 'theme'),
  ),
  styles: mergeConfigurations(normalizeStyles(defaultConfiguration.styles), normalizeStyles(styles)),
});

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

/** The operations, keyed by their names in the contract. */
type ThemeStylesOperations = Operations<ThemeStylesEndpoints, object, ThemeStyles>;

const readError: PermissionError = {
  code: 'rest_cannot_read_global_styles',
  message: 'You are not allowed to view the styles of the theme.',
};

/** Returns the permission of theme styles, keyed by its name in the contract. */
const defineThemeStylesPermissions = ({ contract }: EntryDeps): Permissions<ThemeStylesEndpoints, object> => ({
  'read-theme-styles': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : readError) },
});

// GET /cms/v2/global-styles/themes/<stylesheet>: returns the settings and styles of a theme.

/** Responds with the settings and styles of the active theme. Throws ApiError 404 `rest_theme_not_found` for other themes. */
function getThemeStyles({ theme }: { readonly theme: Theme }): ThemeStylesOperations['get-theme-styles'] {
  const row = themeStylesOf(theme);
  return {
    async run({ path }) {
      requireActiveTheme(theme, path.stylesheet);
      return { kind: 'record', row };
    },
  };
}

// GET /cms/v2/global-styles/themes/<stylesheet>/variations: lists the style variations of a theme.

/**
 * Responds with all variations of the active theme, without pagination. Throws ApiError 404 `rest_theme_not_found` for other
 * themes.
 */
function listThemeVariations({ theme }: { readonly theme: Theme }): ThemeStylesOperations['list-theme-variations'] {
  const rows = themeVariationsOf(theme);
  return {
    async run({ path }) {
      requireActiveTheme(theme, path.stylesheet);
      return { kind: 'list', rows };
    },
  };
}

type ThemeStylesPresenter = Presenter<ThemeStylesFields, ThemeStyles, undefined>;

const fields: ThemeStylesPresenter['fields'] = {
  version: ({ version }) => version,
  title: ({ title }) => title,
  settings: ({ settings }) => settings,
  styles: ({ styles }) => styles,
  slug: ({ slug }) => slug,
};

/** Presenter of the styles of themes and of their variations. */
const themeStylesPresenter: ThemeStylesPresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ stylesheet }) => ({ stylesheet }),
};

/** Returns the module of theme styles. */
export function themeStylesEndpoints(deps: EntryDeps): Module {
  return implement(themeStylesModule, {
    permissions: defineThemeStylesPermissions(deps),
    operations: { 'get-theme-styles': getThemeStyles(deps), 'list-theme-variations': listThemeVariations(deps) },
    presenter: themeStylesPresenter,
  });
}
