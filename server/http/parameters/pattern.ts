// Matches the patterns of declarations (protocol.md §4.3), which are Unicode expressions and unanchored unless they contain anchors.

/** Unnecessary escapes, which JavaScript rejects in Unicode expressions and other engines ignore. */
const unnecessaryEscapes = /\\([%&~,;:'"<>=!@#`_ ])/g;

const compiled = new Map<string, RegExp>();

/** Whether a string matches the pattern of a declaration. Patterns are never taken from requests. */
export function matches(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(withoutOuterWildcards(pattern).replace(unnecessaryEscapes, '$1'), 'u');
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}

// `.*` at either end of an unanchored pattern does not change its meaning but makes matching quadratic.
function withoutOuterWildcards(pattern: string): string {
  return pattern.includes('|') ? pattern : pattern.replace(/^(?:\.\*)+(?![?+{])/, '').replace(/(?<!\\)\.\*$/, '');
}
