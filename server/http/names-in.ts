// Lists of names in reserved parameters, `_fields` and `_embed` (protocol.md §3.3).

/** The names in a parameter: text split at commas and blanks, or a list of such texts, whatever stands in its brackets (§3.2). */
export function namesIn(value: unknown): readonly string[] {
  const pieces = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return pieces
    .flatMap((piece) => (typeof piece === 'string' ? piece.split(/[\s,]+/) : []))
    .filter((name) => name !== '');
}
