// Cleans the CSS texts of authors (`css` in theme.json): they keep their rules, but cannot leave their place in the style sheet or load
// anything by a protocol other than `http`, `https` and `data`.
import { isLoadableUrl, isUrlArgument, type Token, tokensOf } from './tokens.ts';

/**
 * Returns CSS that is safe inside a rule or at the end of a style sheet: brackets are balanced, strings are closed, and comments,
 * `@import`, `@charset`, and URLs with other protocols are removed. It contains neither `</` nor `<!--`. Whitespace is collapsed.
 */
export function cleanCss(css: string): string {
  const cleaner = new CssCleaner();
  const tokens = tokensOf(css);
  for (const [at, token] of tokens.entries()) cleaner.add(withoutUnsafeUrl(tokens, token, at));
  return cleaner.text();
}

/** Returns a token, or its replacement if it is an unsafe quoted URL or begins a URL that is not quoted properly. */
function withoutUnsafeUrl(tokens: readonly Token[], token: Token, at: number): Token {
  if (token.kind === 'string')
    return isUrlArgument(tokens, at) && !isLoadableUrl(token.value) ? { ...token, text: '""' } : token;
  // The string that begins here is not closed, and is removed. What follows would then be read as an unquoted URL.
  const next = tokens[at + 1]?.kind === 'space' ? tokens[at + 2] : tokens[at + 1];
  const isBroken = token.kind === 'function' && token.value === 'url' && next?.kind !== 'string';
  return isBroken ? { kind: 'other', text: '(', value: '' } : token;
}

const closings: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** At-rules that are removed, because they load or interpret other style sheets. */
const removedRules = new Set(['@import', '@charset', '@namespace']);

/** Whether whitespace between two tokens separates them or has a meaning. */
function isSpaceNeeded(before: string, after: string): boolean {
  if (before === '' || before === ':' || before.endsWith('(') || after === ')') return false;
  // Without the space, `-->` would be a token of its own.
  return before.endsWith('--') || !(isCompact(before) || isCompact(after));
}

/** Characters next to which whitespace has no meaning. */
const isCompact = (text: string): boolean => /^[{};,>]$/.test(text);

class CssCleaner {
  readonly #out: string[] = [];
  /** Closing brackets of the open brackets. */
  readonly #open: string[] = [];
  /** Positions of each closing bracket among the open ones. */
  readonly #positions: Readonly<Record<string, number[]>> = { '}': [], ')': [], ']': [] };
  #hasSpace = false;
  /** Number of open brackets at the beginning of a removed at-rule; -1 if no rule is being removed. */
  #removedAt = -1;

  /** Returns the CSS, with all open brackets closed. */
  text(): string {
    const open = this.#removedAt < 0 ? this.#open : this.#open.slice(0, this.#removedAt);
    return this.#out.join('') + open.toReversed().join('');
  }

  add(token: Token): void {
    const { kind, text, value } = token;
    if (kind === 'at' && removedRules.has(value) && this.#removedAt < 0) this.#removedAt = this.#open.length;
    else if (kind === 'function') this.#openBracket(text, '(');
    else if (kind === 'other') this.#addOther(text);
    else if (kind === 'url') this.#emit(isLoadableUrl(value) && !/<[/!]/.test(text) ? text : 'url()');
    else if (kind === 'string') this.#emit(text.replace(/<(?=[/!])/g, '\\3c '));
    else if (kind === 'name' || kind === 'at') this.#emit(text.replaceAll('\\<', '\\3c '));
    else this.#hasSpace = true;
  }

  #addOther(text: string): void {
    if (text in closings) this.#openBracket(text, text);
    else if (text === '}' || text === ')' || text === ']') this.#close(text);
    else if (text === ';' && this.#removedAt === this.#open.length) this.#endRemoval();
    else if (text === '<!--' || text === '-->' || text === '\\') this.#hasSpace = true;
    else this.#emit(text);
  }

  #openBracket(text: string, bracket: string): void {
    this.#emit(text);
    const closing = closings[bracket] ?? '';
    this.#positions[closing]?.push(this.#open.length);
    this.#open.push(closing);
  }

  /** Closes a bracket, and those inside it. Ignores it if none is open, or if it would close an enclosing block, too. */
  #close(text: string): void {
    const at = this.#positions[text]?.at(-1) ?? -1;
    if (at < 0 || at < (this.#positions['}']?.at(-1) ?? -1)) {
      this.#hasSpace = true;
      return;
    }
    while (this.#open.length > at) {
      const bracket = this.#open.pop() ?? '';
      this.#positions[bracket]?.pop();
      if (this.#removedAt > this.#open.length) this.#endRemoval();
      this.#emit(bracket);
      if (this.#removedAt === this.#open.length && bracket === '}') this.#endRemoval();
    }
  }

  #endRemoval(): void {
    this.#removedAt = -1;
    this.#hasSpace = true;
  }

  #emit(text: string): void {
    if (this.#removedAt >= 0) return;
    const last = this.#out.at(-1) ?? '';
    if (text === '}' && last === ';') this.#out.pop();
    // The space after `<` keeps it apart from `/`, with which it would form an end tag.
    if ((this.#hasSpace && isSpaceNeeded(last, text)) || (last === '<' && text !== '=')) this.#out.push(' ');
    this.#out.push(text);
    this.#hasSpace = false;
  }
}
