/** A run of stored HTML: text, one tag (brackets included) or one comment. Joined together, the runs give the input. */
export interface Piece {
  kind: 'text' | 'tag' | 'comment';
  text: string;
  /** Of a tag: its name as written, `''` where none follows the bracket. */
  name: string;
  /** Of a tag: whether it is a closing one. */
  closes: boolean;
}

// Looked at for every tag, so by their codes.
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const endsName = (code: number): boolean =>
  code === 0x3e ||
  code === 0x2f ||
  code === 0x20 ||
  (code >= 0x9 && code <= 0xd) ||
  (code >= 0xa0 && isOtherSpace(code));
const isOtherSpace = (code: number): boolean => /\s/.test(String.fromCharCode(code));

/**
 * Cuts stored HTML into text, tags and comments the way the reading rules see it (rendering.md §2): every `<` begins
 * a tag that lasts to the next `>`, or to the end when there is none; a comment lasts to `-->`, or to the end.
 * Joining the texts of the pieces gives the input back. Not meant for decisions of safety: see `sanitise/`.
 */
export function splitMarkup(html: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open !== at) pieces.push(text(html.slice(at, open < 0 ? html.length : open)));
    if (open < 0) break;
    const comment = html.startsWith('<!--', open);
    const end = comment ? endOf(html, '-->', open + 4) : endOf(html, '>', open + 1);
    pieces.push(comment ? commentPiece(html.slice(open, end)) : tagPiece(html.slice(open, end)));
    at = end;
  }
  return pieces;
}

/** A piece of plain text, for callers that put text between pieces. */
export function text(value: string): Piece {
  return { kind: 'text', text: value, name: '', closes: false };
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function commentPiece(value: string): Piece {
  return { kind: 'comment', text: value, name: '', closes: false };
}

/** The name in a tag as written; `''` where no letter follows the bracket. */
function nameOf(tag: string): string {
  const start = tag[1] === '/' ? 2 : 1;
  if (!isLetter(tag.charCodeAt(start))) return '';
  let end = start + 1;
  while (end < tag.length && !endsName(tag.charCodeAt(end))) end++;
  return tag.slice(start, end);
}

function tagPiece(value: string): Piece {
  return { kind: 'tag', text: value, name: nameOf(value), closes: value[1] === '/' };
}

const looseAmpersand = /&(?!#\d+;|#x[0-9a-f]+;|[a-z1-4]{1,8};)/gi;

/**
 * Writes every `&` that begins no entity as `&#038;` (rendering.md §2, last row): an entity is a name of up to eight
 * letters, or a number, and a semicolon.
 */
export function escapeLooseAmpersands(html: string): string {
  return html.includes('&') ? html.replace(looseAmpersand, '&#038;') : html;
}

/** A written value for an attribute in double quotes: references in it stay. */
export function escapeAttribute(value: string): string {
  return value
    .replace(/&(?!#?\w{1,31};)/g, '&#038;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const wordless = new Set(['script', 'style']);

/**
 * The text of some HTML: tags and comments are taken out, script and style with what they contain
 * (rendering.md §8). A `<` that begins no tag stays, entities stay as written. The result is text for people, not
 * safe markup: whoever shows it as HTML escapes `<` and `>` first.
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

/** Whether a character behind `<` makes a tag of it: a letter, `/`, `!` or `?`. */
const startsTag = (code: number): boolean =>
  code === 0x2f || code === 0x21 || code === 0x3f || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** Where a tag ends, with script and style the element. */
function endOfTag(html: string, lower: string, open: number): number {
  if (html.startsWith('<!--', open)) return endOf(html, '-->', open + 4);
  const end = endOf(html, '>', open + 1);
  const name = nameOf(lower.slice(open, Math.min(end, open + 8)));
  if (html[open + 1] === '/' || !wordless.has(name)) return end;
  const closing = lower.indexOf(`</${name}`, end);
  return closing < 0 ? html.length : endOf(html, '>', closing);
}
