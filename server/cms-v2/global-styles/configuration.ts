// Normalizes settings and styles for presentation: removes unknown properties and converts the others to a uniform notation
// (templates-and-styles.md §8).
import { filterKnown, isJsonObject, type JsonObject } from './filter-known.ts';
import { appearanceTools, knownSettings } from './known-settings.ts';
import { knownStyles } from './known-styles.ts';

export interface Configuration {
  readonly settings: JsonObject;
  readonly styles: JsonObject;
}

/** Normalizes settings. Preset lists without an origin are assigned to `origin`, which is `custom`, `theme` or `default`. */
export function normalizeSettings(settings: unknown, origin: string): JsonObject {
  const known = knownSettingsOf(origin);
  if (!isJsonObject(settings)) return {};
  const expanded = expandAppearanceTools(settings);
  const blocks = isJsonObject(expanded.blocks)
    ? {
        blocks: Object.fromEntries(
          Object.entries(expanded.blocks).map(([name, blockSettings]) => [name, expandAppearanceTools(blockSettings)]),
        ),
      }
    : {};
  return filterKnown({ ...expanded, ...blocks }, known);
}

const knownByOrigin = new Map<string, ReturnType<typeof knownSettings>>();

function knownSettingsOf(origin: string) {
  const known = knownByOrigin.get(origin) ?? knownSettings(origin);
  knownByOrigin.set(origin, known);
  return known;
}

/** Replaces `appearanceTools`, if true, with the settings that it enables. Settings that are set explicitly are not changed. */
function expandAppearanceTools(settings: unknown): JsonObject {
  if (!isJsonObject(settings) || settings.appearanceTools !== true) return isJsonObject(settings) ? settings : {};
  const tools = Object.entries(appearanceTools).map(([group, names]): [string, JsonObject] => [
    group,
    { ...Object.fromEntries(names.map((name) => [name, true])), ...(isJsonObject(settings[group]) && settings[group]) },
  ]);
  const { appearanceTools: _replaced, ...others } = settings;
  return { ...others, ...Object.fromEntries(tools) };
}

/** Normalizes styles. References to presets are converted to CSS variables. */
export const normalizeStyles = (styles: unknown): JsonObject => filterKnown(resolvePresets(styles, 0), knownStyles);

/** Maximum nesting depth at which preset references are converted. No known property is nested more deeply. */
const maxDepth = 12;

/** Converts references to presets: `var:preset|color|base` becomes `var(--wp--preset--color--base)`. */
function resolvePresets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.startsWith('var:') ? toCssVariable(value) : value;
  if (!isJsonObject(value) || depth > maxDepth) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, resolvePresets(property, depth + 1)]),
  );
}

const toCssVariable = (text: string): string => `var(--wp--${text.slice('var:'.length).split('|').join('--')})`;

/**
 * Merges two configurations. Objects are merged property by property; any other value in `overrides` replaces the
 * value in `base`.
 */
export function mergeConfigurations(base: JsonObject, overrides: JsonObject): JsonObject {
  const names = new Set([...Object.keys(base), ...Object.keys(overrides)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [baseValue, overrideValue] = [base[name], overrides[name]];
      if (isJsonObject(baseValue) && isJsonObject(overrideValue))
        return [name, mergeConfigurations(baseValue, overrideValue)];
      return [name, overrideValue === undefined ? baseValue : overrideValue];
    }),
  );
}
