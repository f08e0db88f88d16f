// Merges changed settings and styles with the settings and styles of a theme, in the format of theme files.
import type { Configuration } from '../../theme/theme.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges styles: objects are merged recursively, other values are replaced. */
export function mergedStyles(base: Configuration, overrides: JsonObject): JsonObject {
  return mergeObjects(base, overrides, (baseValue, override) =>
    isJsonObject(baseValue) && isJsonObject(override) ? mergedStyles(baseValue, override) : override,
  );
}

/**
 * Merges settings. In lists of presets, the changed list of the theme (`theme`) replaces the original list, and added presets
 * (`custom`, or a plain list) replace the presets with the same slug or are appended (templates-and-styles.md §8).
 */
export function mergedSettings(base: Configuration, overrides: JsonObject): JsonObject {
  return mergeObjects(base, overrides, (baseValue, override) => {
    const themePresets = Array.isArray(baseValue) ? baseValue : [];
    if (arePresets(override)) return deduplicateBySlug([...themePresets, ...override]);
    if (isJsonObject(override) && (Array.isArray(override.custom) || Array.isArray(override.theme)))
      return deduplicateBySlug([...(asList(override.theme) ?? themePresets), ...(asList(override.custom) ?? [])]);
    return isJsonObject(baseValue) && isJsonObject(override)
      ? mergedSettings(baseValue, override)
      : withoutOrigins(override);
  });
}

/** Returns settings that the theme does not define, without the origin keys (`theme`, `custom`) of presets. */
const withoutOrigins = (value: unknown): unknown => (isJsonObject(value) ? mergedSettings({}, value) : value);

function mergeObjects(
  base: JsonObject,
  overrides: JsonObject,
  mergeValue: (baseValue: unknown, override: unknown) => unknown,
): JsonObject {
  const names = [...new Set([...Object.keys(base), ...Object.keys(overrides)])];
  return Object.fromEntries(
    names.map((name) => [name, overrides[name] === undefined ? base[name] : mergeValue(base[name], overrides[name])]),
  );
}

const asList = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

const arePresets = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => isJsonObject(each) && typeof each.slug === 'string');

/** Removes presets without a slug and duplicates. The last preset with a slug is returned at the position of the first one. */
function deduplicateBySlug(presets: readonly unknown[]): unknown[] {
  const named = presets.filter((each): each is JsonObject => isJsonObject(each) && typeof each.slug === 'string');
  return [...new Map(named.map((each) => [each.slug, each])).values()];
}
