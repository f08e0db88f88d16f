// Settings and styles as they are shown: known keys only, in one form (templates-and-styles.md §8).
import { filterKnown, isMembers, type Members } from './filter-known.ts';
import { appearanceTools, knownSettings } from './known-settings.ts';
import { knownStyles } from './known-styles.ts';

export interface Configuration {
  readonly settings: Members;
  readonly styles: Members;
}

/** Settings as they are shown; plain lists of presets are those of `origin`: custom, theme or default. */
export function shownSettings(settings: unknown, origin: string): Members {
  const known = settingsOf(origin);
  if (!isMembers(settings)) return {};
  const opened = openTools(settings);
  const blocks = isMembers(opened.blocks)
    ? { blocks: Object.fromEntries(Object.entries(opened.blocks).map(([name, own]) => [name, openTools(own)])) }
    : {};
  return filterKnown({ ...opened, ...blocks }, known);
}

const knownByOrigin = new Map<string, ReturnType<typeof knownSettings>>();

function settingsOf(origin: string) {
  const known = knownByOrigin.get(origin) ?? knownSettings(origin);
  knownByOrigin.set(origin, known);
  return known;
}

/** `appearanceTools` replaced by what it stands for, where that is not said otherwise. */
function openTools(settings: unknown): Members {
  if (!isMembers(settings) || settings.appearanceTools !== true) return isMembers(settings) ? settings : {};
  const tools = Object.entries(appearanceTools).map(([group, names]): [string, Members] => [
    group,
    { ...Object.fromEntries(names.map((name) => [name, true])), ...(isMembers(settings[group]) && settings[group]) },
  ]);
  const { appearanceTools: _replaced, ...others } = settings;
  return { ...others, ...Object.fromEntries(tools) };
}

/** Styles as they are shown; references to presets are in the form of style sheets. */
export const shownStyles = (styles: unknown): Members => filterKnown(resolved(styles, 0), knownStyles);

/** How deep styles are looked into: nothing that is known lies deeper. */
const deepest = 12;

/** `var:preset|color|base` → `var(--wp--preset--color--base)`. */
function resolved(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.startsWith('var:') ? asProperty(value) : value;
  if (!isMembers(value) || depth > deepest) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(member, depth + 1)]));
}

const asProperty = (text: string): string => `var(--wp--${text.slice('var:'.length).split('|').join('--')})`;

/** One configuration over another: members of objects are joined, everything else is replaced. */
export function merged(under: Members, over: Members): Members {
  const names = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [below, above] = [under[name], over[name]];
      if (isMembers(below) && isMembers(above)) return [name, merged(below, above)];
      return [name, above === undefined ? below : above];
    }),
  );
}
