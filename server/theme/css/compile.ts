// Compiles settings and styles in the format of theme.json to a style sheet (docs/themes.md, Style sheet).
import { isRecord } from '../../rendering/blocks/parse.ts';
import { cleanCss } from './custom-css.ts';
import { fontRules } from './fonts.ts';
import { layoutRules, layoutVariables } from './layout.ts';
import { presetClasses, presetVariables } from './presets.ts';
import { hasDarkRules, ruleOf } from './rules.ts';
import { blockSelectors } from './selectors.ts';
import { compileStyles } from './styles.ts';
import { objectAt, type ThemeConfiguration } from './values.ts';

/**
 * Returns the style sheet of a theme: fonts, custom properties of presets, layouts, styles, the CSS of its file style.css, classes of
 * presets and custom CSS, in this order. It is minified, and the same for the same configuration.
 *
 * Settings and styles may be hostile: unsafe values are omitted, so that the style sheet contains only known properties outside of
 * custom CSS, and cannot end the `style` element in which it is embedded. It loads fonts and images only by http, https and data URLs.
 * Never throws.
 */
export function compileThemeCss(configuration: ThemeConfiguration, themeCss = ''): string {
  const { settings, styles } = configuration;
  const variables = [...presetVariables(settings, settings), ...layoutVariables(configuration)];
  const rules = ruleOf(':root', variables) + layoutRules(configuration) + compileStyles(configuration);
  const scheme = hasDarkRules(rules) ? ':root{color-scheme:light dark}' : '';
  const css = typeof styles.css === 'string' ? cleanCss(styles.css) : '';
  const blocks = blockPresets(configuration);
  return [
    ...[fontRules(settings), scheme, rules, blocks.variables, cleanCss(themeCss)],
    ...[presetClasses(settings, settings), blocks.classes, css],
  ].join('');
}

/** Returns the presets that the settings of single blocks add. */
function blockPresets({ settings }: ThemeConfiguration): { variables: string; classes: string } {
  const blocks = Object.entries(objectAt(settings, 'blocks')).flatMap(([name, own]) => {
    const root = blockSelectors(name)?.root;
    return root !== undefined && isRecord(own) ? [{ root, own }] : [];
  });
  return {
    variables: blocks.map(({ root, own }) => ruleOf(root, presetVariables(own, settings))).join(''),
    classes: blocks.map(({ root, own }) => presetClasses(own, settings, root)).join(''),
  };
}
