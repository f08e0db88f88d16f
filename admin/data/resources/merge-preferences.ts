// Merges the preferences of several tabs and browsers.

/** Preferences by scope and name, such as `core` and `fixedToolbar`. */
export type Preferences = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns stored preferences with the differences between two states of preferences, which another tab may not know. */
export function mergePreferences(stored: Preferences, before: Preferences, after: Preferences): Preferences {
  const scopes = new Set([...Object.keys(stored), ...Object.keys(after)]);
  const mergeScope = (scope: string) => {
    const changed = Object.entries(after[scope] ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[scope]?.[name]),
    );
    return { ...stored[scope], ...Object.fromEntries(changed) };
  };
  return Object.fromEntries([...scopes].map((scope) => [scope, mergeScope(scope)]));
}
