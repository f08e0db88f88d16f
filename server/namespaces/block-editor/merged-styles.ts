// Settings and styles that were changed over those of a theme, in the form in which themes are written.
import type { Configuration } from '../../theme/theme.ts';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Styles over styles: members of objects are joined, everything else is replaced. */
export function mergedStyles(under: Configuration, over: Members): Members {
  return joined(under, over, (below, above) =>
    isMembers(below) && isMembers(above) ? mergedStyles(below, above) : above,
  );
}

/**
 * Settings over settings. Lists of presets are joined by their slugs: what was changed of the theme's own (`theme`) stands in
 * their place, what was added (`custom`, or a plain list) behind them (templates-and-styles.md §8).
 */
export function mergedSettings(under: Configuration, over: Members): Members {
  return joined(under, over, (below, above) => {
    const own = Array.isArray(below) ? below : [];
    if (arePresets(above)) return bySlug([...own, ...above]);
    if (isMembers(above) && (Array.isArray(above.custom) || Array.isArray(above.theme)))
      return bySlug([...(listIn(above.theme) ?? own), ...(listIn(above.custom) ?? [])]);
    return isMembers(below) && isMembers(above) ? mergedSettings(below, above) : withoutOrigins(above);
  });
}

/** Settings that the theme says nothing of; lists of presets among them lose their origins too. */
const withoutOrigins = (value: unknown): unknown => (isMembers(value) ? mergedSettings({}, value) : value);

function joined(under: Members, over: Members, join: (below: unknown, above: unknown) => unknown): Members {
  const names = [...new Set([...Object.keys(under), ...Object.keys(over)])];
  return Object.fromEntries(
    names.map((name) => [name, over[name] === undefined ? under[name] : join(under[name], over[name])]),
  );
}

const listIn = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

const arePresets = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isMembers(each) && typeof each.slug === 'string');

/** Of several with the same slug the last, in the place of the first. */
function bySlug(presets: readonly unknown[]): unknown[] {
  const named = presets.filter((each): each is Members => isMembers(each) && typeof each.slug === 'string');
  return [...new Map(named.map((each) => [each.slug, each])).values()];
}
