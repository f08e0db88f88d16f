// Keeping of styles and settings what is known, by key and not by value (templates-and-styles.md §8).

export type Members = Readonly<Record<string, unknown>>;

/** What an object may have: members with any value, members with members of their own, members that are made anew. */
export interface Known {
  readonly [key: string]: true | Known | ((value: unknown) => unknown);
}

/** Whether a value is an object with members. */
export const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The members that are known; objects that end up empty, and what is no object where one belongs, are left out. */
export function filterKnown(value: unknown, known: Known): Members {
  if (!isMembers(value)) return {};
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const rule = Object.hasOwn(known, key) ? known[key] : undefined;
    const made = rule && keep(member, rule);
    if (made !== undefined) kept[key] = made;
  }
  return kept;
}

function keep(member: unknown, rule: Known[string]): unknown {
  if (rule === true) return member;
  if (typeof rule === 'function') return rule(member);
  const inner = filterKnown(member, rule);
  return Object.keys(inner).length > 0 ? inner : undefined;
}

/** Members named in a text that are known with any value. */
export const anyOf = (names: string): Known => Object.fromEntries(names.split(' ').map((name) => [name, true]));
