// Parses the lists of names in the reserved parameters `_fields` and `_embed` (protocol.md §3.3).

/** Returns the names in a parameter: a string split at commas and whitespace, or an array or object of such strings (§3.2). */
export function namesIn(value: unknown): readonly string[] {
  const items = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return items.flatMap((item) => (typeof item === 'string' ? item.split(/[\s,]+/) : [])).filter((name) => name !== '');
}
