// Patterns of declarations (protocol.md §4.3): unanchored unless they say so, Unicode.

/** A backslash before a sign that means nothing: others pass over it, Unicode expressions refuse it. */
const needless = /\\([%&~,;:'"<>=!@#`_ ])/g;

const compiled = new Map<string, RegExp>();

/** Whether a text matches a declaration's pattern. Patterns come from declarations only, never from requests. */
export function matches(pattern: string, text: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(withoutFrame(pattern).replace(needless, '$1'), 'u');
    compiled.set(pattern, expression);
  }
  return expression.test(text);
}

// `.*` at either end of an unanchored pattern changes nothing but makes long texts cost their square.
function withoutFrame(pattern: string): string {
  return pattern.includes('|') ? pattern : pattern.replace(/^(?:\.\*)+(?![?+{])/, '').replace(/(?<!\\)\.\*$/, '');
}
