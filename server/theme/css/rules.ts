// Writes rules of a style sheet in the shortest form.
import type { CssValue } from './values.ts';

/** A property, and its value in both color schemes. */
export type Declaration = readonly [property: string, value: CssValue];

/** Begins the media query of rules for the dark color scheme. */
const darkMedia = '@media (prefers-color-scheme:dark)';

/**
 * Returns a rule, followed by a rule for the dark color scheme if a value depends on the scheme. Returns `''` if there are no
 * declarations. Of several declarations of a property, the last one is used.
 */
export function ruleOf(selector: string, declarations: readonly Declaration[]): string {
  if (declarations.length === 0) return '';
  const unique = [...new Map(declarations)];
  const light = unique.map(([property, value]) => `${property}:${value.light}`);
  const dark = unique.flatMap(([property, value]) => (value.dark === value.light ? [] : `${property}:${value.dark}`));
  const darkRule = dark.length === 0 ? '' : `${darkMedia}{${selector}{${dark.join(';')}}}`;
  return `${selector}{${light.join(';')}}${darkRule}`;
}

/** Whether compiled rules depend on the color scheme. */
export const hasDarkRules = (css: string): boolean => css.includes(darkMedia);

/** Returns the declaration of a property with a constant value. */
export const constant = (property: string, text: string): Declaration => [property, { light: text, dark: text }];
