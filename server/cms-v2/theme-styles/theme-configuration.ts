// Determines the settings and styles of a theme, which override the defaults (templates-and-styles.md §8).
import type { Theme } from '../../theme/theme.ts';
import {
  type Configuration,
  mergeConfigurations,
  normalizeSettings,
  normalizeStyles,
} from '../global-styles/configuration.ts';

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

/** Returns the normalized settings and styles of a theme, merged with the defaults. */
export const themeConfigurationOf = ({ settings, styles }: Pick<Theme, 'settings' | 'styles'>): Configuration => ({
  settings: mergeConfigurations(
    normalizeSettings(defaultConfiguration.settings, 'default'),
    normalizeSettings(settings, 'theme'),
  ),
  styles: mergeConfigurations(normalizeStyles(defaultConfiguration.styles), normalizeStyles(styles)),
});
