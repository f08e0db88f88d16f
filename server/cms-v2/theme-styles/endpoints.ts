// Implements the endpoints of theme styles: the settings, styles and style variations of a theme
// (templates-and-styles.md §8). The settings and styles of a theme override the defaults.
import { type ThemeStylesFields, themeStylesModule } from '../../../contract/cms-v2/global-styles.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import {
  type Configuration,
  mergeConfigurations,
  normalizeSettings,
  normalizeStyles,
} from '../global-styles/configuration.ts';
import { isWriter } from '../users/conditions.ts';

const preset = (slug: string, name: string, value: object) => ({ slug, name, ...value });

/** Settings and styles that apply unless the theme overrides them (templates-and-styles.md §8, What the theme provides). */
const defaultConfiguration: Configuration = {
  settings: {
    useRootPaddingAwareAlignments: false,
    background: { backgroundImage: false, backgroundSize: false, gradient: false },
    border: { color: false, radius: false, style: false, width: false },
    color: {
      background: true,
      button: true,
      caption: true,
      custom: true,
      customDuotone: true,
      customGradient: true,
      defaultDuotone: true,
      defaultGradients: true,
      defaultPalette: true,
      heading: true,
      link: false,
      text: true,
      palette: [
        preset('black', 'Black', { color: '#000000' }),
        preset('white', 'White', { color: '#ffffff' }),
        preset('grey', 'Grey', { color: '#8b8f94' }),
        preset('red', 'Red', { color: '#b3261e' }),
        preset('orange', 'Orange', { color: '#c25e00' }),
        preset('yellow', 'Yellow', { color: '#f2c037' }),
        preset('green', 'Green', { color: '#2e7d46' }),
        preset('blue', 'Blue', { color: '#1f5fae' }),
        preset('purple', 'Purple', { color: '#6a3fa0' }),
      ],
      gradients: [
        preset('dawn', 'Dawn', { gradient: 'linear-gradient(135deg,#c25e00 0%,#f2c037 100%)' }),
        preset('dusk', 'Dusk', { gradient: 'linear-gradient(135deg,#1f5fae 0%,#6a3fa0 100%)' }),
      ],
      duotone: [preset('dark-grayscale', 'Dark grayscale', { colors: ['#000000', '#8b8f94'] })],
    },
    dimensions: {
      aspectRatio: false,
      defaultAspectRatios: true,
      height: false,
      minHeight: false,
      minWidth: false,
      width: false,
      aspectRatios: [
        preset('square', 'Square', { ratio: '1' }),
        preset('4-3', 'Standard', { ratio: '4/3' }),
        preset('3-2', 'Classic', { ratio: '3/2' }),
        preset('16-9', 'Wide', { ratio: '16/9' }),
      ],
    },
    position: { fixed: false, sticky: false },
    shadow: {
      defaultPresets: true,
      presets: [preset('natural', 'Natural', { shadow: '6px 6px 9px rgba(0, 0, 0, 0.2)' })],
    },
    spacing: {
      blockGap: false,
      customSpacingSize: true,
      defaultSpacingSizes: true,
      margin: false,
      padding: false,
      units: ['px', 'em', 'rem', 'vh', 'vw', '%'],
      spacingSizes: [
        preset('20', '1', { size: '0.44rem' }),
        preset('30', '2', { size: '0.67rem' }),
        preset('40', '3', { size: '1rem' }),
        preset('50', '4', { size: '1.5rem' }),
        preset('60', '5', { size: '2.25rem' }),
      ],
    },
    typography: {
      customFontSize: true,
      defaultFontSizes: true,
      dropCap: true,
      fluid: false,
      fontStyle: true,
      fontWeight: true,
      letterSpacing: true,
      lineHeight: false,
      textAlign: true,
      textColumns: false,
      textDecoration: true,
      textIndent: false,
      textTransform: true,
      writingMode: false,
      fontSizes: [
        preset('small', 'Small', { size: '13px' }),
        preset('medium', 'Medium', { size: '20px' }),
        preset('large', 'Large', { size: '36px' }),
        preset('x-large', 'Extra large', { size: '42px' }),
      ],
    },
  },
  styles: {
    spacing: { blockGap: '24px' },
    elements: {
      button: {
        color: { background: '#32373c', text: '#fff' },
        spacing: { padding: 'calc(0.667em + 2px) calc(1.333em + 2px)' },
        typography: { textDecoration: 'none' },
      },
      link: { typography: { textDecoration: 'underline' } },
    },
  },
};

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
