// Splits CSS into tokens (CSS Syntax Module Level 3, §4). Values and style sheets of authors are checked by their tokens, so that the
// check reads them as a browser does, including escapes, strings and unquoted URLs.

/** A token. `text` is the token as written; tokens together are the whole text. */
export interface Token {
  /**
   * `name` includes numbers, units, hashes and custom properties; `function` ends with its opening parenthesis; `at` is an at-keyword;
   * `url` is a complete unquoted `url(…)`; `bad` is a string or URL that is not closed, or a function whose name is not ASCII.
   */
  readonly kind: 'space' | 'comment' | 'string' | 'name' | 'function' | 'at' | 'url' | 'bad' | 'other';
  readonly text: string;
  /** Decoded name in lower case (`name`, `function`, `at`), decoded URL (`url`), or decoded content (`string`); otherwise `''`. */
  readonly value: string;
}

const hexEscape = String.raw`\\[\da-fA-F]{1,6}[ \t\n]?`;
const escapeSequence = String.raw`(?:${hexEscape}|\\[^\n\da-fA-F])`;

const pattern = new RegExp(
  [
    String.raw`(?<space>[ \t\n]+)`,
    String.raw`(?<comment>/\*[^]*?(?:\*/|$))`,
    '(?<cd><!--|-->)',
    String.raw`(?<string>"[^"\\\n]*(?:\\[^][^"\\\n]*)*"|'[^'\\\n]*(?:\\[^][^'\\\n]*)*')`,
    String.raw`(?<open>["'][^\n]*)`,
    String.raw`(?<name>[#@]?(?:[-\w\u0080-\u{10ffff}]+|${escapeSequence})+)(?<call>\(?)`,
    '(?<other>[^])',
  ].join('|'),
  'uy',
);

const urlCharacters = String.raw`[^"'()\\ \t\n\0-\x08\x0b\x0e-\x1f\x7f]*`;
/** The rest of an unquoted URL after `url(`. */
const urlRest = new RegExp(
  String.raw`[ \t\n]*(${urlCharacters}(?:${escapeSequence}${urlCharacters})*)[ \t\n]*\)`,
  'uy',
);
const badUrlRest = /[^\\)]*(?:\\[\s\S][^\\)]*)*(?:\)|$)/uy;

/** Converts characters that the standard replaces before tokens are read. */
const preprocess = (css: string): string => css.replace(/\r\n?|\f/g, '\n').replaceAll('\0', '\ufffd');

const escapes = /\\(?:([\da-fA-F]{1,6})[ \t\n]?|(\n)|([\s\S]))/gu;

/** Decodes the escapes in a name, string or URL. */
const decode = (text: string): string =>
  text.includes('\\')
    ? text.replace(escapes, (_, hex?: string, line?: string, character?: string) => {
        if (hex === undefined) return line === undefined ? (character ?? '') : '';
        const code = Number.parseInt(hex, 16);
        return code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
      })
    : text;

/** Returns the tokens of CSS, in linear time. Never throws. */
export function tokensOf(css: string): Token[] {
  const text = preprocess(css);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const groups = pattern.exec(text)?.groups ?? {};
    const token = tokenOf(groups, text, at) ?? { kind: 'other', text: text.slice(at, at + 1), value: '' };
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenOf(groups: Record<string, string | undefined>, css: string, at: number): Token | undefined {
  const { space, comment, cd, string, open, name, call, other } = groups;
  if (space !== undefined) return { kind: 'space', text: space, value: '' };
  if (comment !== undefined) return { kind: 'comment', text: comment, value: '' };
  if (string !== undefined) return { kind: 'string', text: string, value: decode(string.slice(1, -1)) };
  if (open !== undefined) return { kind: 'bad', text: open, value: '' };
  if (name !== undefined) return nameToken(name, call === '(', css, at);
  const text = cd ?? other;
  return text === undefined ? undefined : { kind: 'other', text, value: '' };
}

function nameToken(name: string, isCall: boolean, css: string, at: number): Token {
  const value = decode(name).toLowerCase();
  if (name.startsWith('@')) return { kind: 'at', text: name, value };
  // A hash before a parenthesis is not a function, so the parenthesis is a token of its own.
  if (!isCall || name.startsWith('#')) return { kind: 'name', text: name, value };
  const text = `${name}(`;
  // Versions of the standard disagree about the characters of names. As the name of a function, a difference would matter.
  if (/[^\0-\x7f]/.test(name)) return { kind: 'bad', text, value: '' };
  return value === 'url' && !/[ \t\n]*["']/y.test(css.slice(at + text.length, at + text.length + 100))
    ? urlToken(text, css, at)
    : { kind: 'function', text, value };
}

function urlToken(start: string, css: string, at: number): Token {
  urlRest.lastIndex = at + start.length;
  const found = urlRest.exec(css);
  if (found) return { kind: 'url', text: start + found[0], value: decode(found[1] ?? '') };
  badUrlRest.lastIndex = at + start.length;
  return { kind: 'bad', text: start + (badUrlRest.exec(css)?.[0] ?? ''), value: '' };
}

/** Whether a style sheet may load a URL: it is relative, or its protocol is `http`, `https` or `data`. */
export const isLoadableUrl = (url: string): boolean => {
  const protocol = /^([^/?#:]*):/.exec(url.replace(/[\0-\x20\x7f-\xa0]/g, ''))?.[1];
  return protocol === undefined || /^(?:https?|data)$/i.test(protocol);
};

/** Whether a string token is the URL of `url(…)` or `src(…)`. */
export function isUrlArgument(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at - 1], tokens[at - 2]];
  const previous = first?.kind === 'space' || first?.kind === 'comment' ? second : first;
  return previous?.kind === 'function' && /^(?:url|src)$/.test(previous.value);
}
