/** A token of stored HTML: text, a tag including its brackets, or a comment. */
export interface MarkupToken {
  kind: 'text' | 'tag' | 'comment';
  text: string;
  /** Name of a tag as written; `''` for other tokens and when no name follows the bracket. */
  name: string;
  /** Whether the token is an end tag. */
  isClosing: boolean;
}

// These functions run for every tag, so they compare character codes.
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const endsName = (code: number): boolean =>
  code === 0x3e ||
  code === 0x2f ||
  code === 0x20 ||
  (code >= 0x9 && code <= 0xd) ||
  (code >= 0xa0 && isOtherSpace(code));
const isOtherSpace = (code: number): boolean => /\s/.test(String.fromCharCode(code));

/**
 * Splits stored HTML into text, tags and comments by the rules of rendering.md §2. `<!--` begins a comment, which extends to
 * `-->` or to the end. Every other `<` begins a tag, which extends to the next `>` or to the end. The concatenated tokens equal the input.
 * Not suitable for sanitizing (see `sanitise/`).
 */
export function tokenizeMarkup(html: string): MarkupToken[] {
  const tokens: MarkupToken[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open !== at) tokens.push(text(html.slice(at, open < 0 ? html.length : open)));
    if (open < 0) break;
    const comment = html.startsWith('<!--', open);
    const end = comment ? endOf(html, '-->', open + 4) : endOf(html, '>', open + 1);
    tokens.push(comment ? commentToken(html.slice(open, end)) : tagToken(html.slice(open, end)));
    at = end;
  }
  return tokens;
}

/** Returns a text token. */
export function text(value: string): MarkupToken {
  return { kind: 'text', text: value, name: '', isClosing: false };
}

function endOf(html: string, delimiter: string, from: number): number {
  const found = html.indexOf(delimiter, from);
  return found < 0 ? html.length : found + delimiter.length;
}

function commentToken(value: string): MarkupToken {
  return { kind: 'comment', text: value, name: '', isClosing: false };
}

/** Returns the name of a tag as written; `''` when no letter follows the bracket. */
function nameOf(tag: string): string {
  const start = tag[1] === '/' ? 2 : 1;
  if (!isLetter(tag.charCodeAt(start))) return '';
  let end = start + 1;
  while (end < tag.length && !endsName(tag.charCodeAt(end))) end++;
  return tag.slice(start, end);
}

function tagToken(value: string): MarkupToken {
  return { kind: 'tag', text: value, name: nameOf(value), isClosing: value[1] === '/' };
}

const looseAmpersand = /&(?!#\d+;|#x[0-9a-f]+;|[a-z1-4]{1,8};)/gi;

/**
 * Replaces every `&` that does not begin an entity with `&#038;` (rendering.md §2, last row). An entity is `&`, a name of up to eight
 * letters or digits from 1 to 4 or a decimal or hexadecimal number after `#`, and a semicolon.
 */
export function escapeLooseAmpersands(html: string): string {
  return html.includes('&') ? html.replace(looseAmpersand, '&#038;') : html;
}

/** Escapes a value for an attribute in double quotes. Existing character references are kept. */
export function escapeAttribute(value: string): string {
  return value
    .replace(/&(?!#?\w{1,31};)/g, '&#038;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const rawTextElements = new Set(['script', 'style']);

/**
 * Returns the text of HTML. Tags and comments are removed, and so are `script` and `style` elements with their content
 * (rendering.md §8). Entities, and each `<` that does not begin a tag, are kept. The result is not safe HTML: callers must escape
 * `<` and `>` before they insert it into a page.
 */
export function stripTags(html: string): string {
  if (!html.includes('<')) return html;
  const lower = html.toLowerCase();
  let out = '';
  let textStart = 0;
  for (let open = html.indexOf('<'); open >= 0; ) {
    if (!startsTag(html.charCodeAt(open + 1))) {
      open = html.indexOf('<', open + 1);
      continue;
    }
    out += html.slice(textStart, open);
    textStart = endOfTag(html, lower, open);
    open = html.indexOf('<', textStart);
  }
  return out + html.slice(textStart);
}

/** Whether a character after `<` begins a tag: a letter, `/`, `!` or `?`. */
const startsTag = (code: number): boolean =>
  code === 0x2f || code === 0x21 || code === 0x3f || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** Returns the end of a tag or comment, or of the complete element for `script` and `style`. */
function endOfTag(html: string, lower: string, open: number): number {
  if (html.startsWith('<!--', open)) return endOf(html, '-->', open + 4);
  const end = endOf(html, '>', open + 1);
  const name = nameOf(lower.slice(open, Math.min(end, open + 8)));
  if (html[open + 1] === '/' || !rawTextElements.has(name)) return end;
  const closing = lower.indexOf(`</${name}`, end);
  return closing < 0 ? html.length : endOf(html, '>', closing);
}
