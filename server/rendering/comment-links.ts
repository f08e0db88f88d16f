import { type Token, type TokenHandler, Tokenizer } from 'parse5';
import { type Piece, splitMarkup } from './markup.ts';
import { protocols } from './sanitise/protocols.ts';

/** In these, and in links, addresses stay text. */
const literal: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'script', 'style']);

// An address begins at the start, after a space or after punctuation, not after a quotation mark; what names no protocol and
// mail addresses after a space only. Each expression takes what it finds whole, so that the text is read once.
const address = /(?<![^\s(<.,;:!?])\w{1,20}:\/\/[^\s<>"`{}|\\^]+|(?<![^\s>])(?:www|ftp)\.[^\s<>"'`{}|\\^()!*]+/gi;
const mail = /(?<![^\s>])[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z0-9]{2,}/gi;

/** Where an address ends though the run goes on: at a quotation mark or bracket that is written as an entity. */
const ends = /&(?:quot|lt|gt|#0?39|#8220|#8221|#8216|#8217);/i;

/**
 * Makes links of the web and mail addresses in some HTML (rendering.md §9): `http://` goes before `www.` and `ftp.`, signs
 * at the end stay outside. What stands in `a`, `code`, `pre`, `script` and `style` stays as it is.
 */
export function linkAddresses(html: string): string {
  if (!/:\/\/|www\.|ftp\.|@/i.test(html)) return html;
  let inside = '';
  return splitMarkup(html)
    .map((piece) => {
      if (piece.kind === 'text') return inside ? piece.text : linkText(piece.text);
      inside = follow(piece, inside);
      return piece.text;
    })
    .join('');
}

/** The innermost element that is looked for the end of. */
function follow({ kind, name, closes }: Piece, inside: string): string {
  const element = name.toLowerCase();
  if (kind !== 'tag' || !literal.has(element)) return inside;
  if (inside === '') return closes ? '' : element;
  return closes && element === inside ? '' : inside;
}

function linkText(text: string): string {
  let out = '';
  let at = 0;
  for (const { 0: run, index } of text.matchAll(address)) {
    out += linkMail(text.slice(at, index));
    const found = trimmed(run);
    at = index + found.length;
    out += isWhole(found) ? linkTo(found) : found;
  }
  return out + linkMail(text.slice(at));
}

const linkMail = (text: string): string =>
  text.includes('@') ? text.replace(mail, (found) => `<a href="mailto:${found}">${found}</a>`) : text;

/** Whether an address names something, by a protocol that addresses may have. */
function isWhole(found: string): boolean {
  const [protocol = '', rest] = found.split('://', 2);
  return rest === undefined ? /^(?:www|ftp)\.[^.]/i.test(found) : rest !== '' && protocols.has(protocol.toLowerCase());
}

function linkTo(found: string): string {
  const whole = found.includes('://') ? found : `http://${found}`;
  const href = whole.replace(/&(?:amp;|(?![a-z0-9#]+;))/gi, '&#038;').replaceAll("'", '&#039;');
  return `<a href="${href}" rel="nofollow ugc">${href}</a>`;
}

/**
 * An address without the signs behind it. A closing bracket belongs to it where the opening one does; where one does not, the
 * address ends before it.
 */
function trimmed(run: string): string {
  let end = ends.exec(run)?.index ?? run.length;
  let unopened = countOf(run, end, ')') - countOf(run, end, '(');
  for (; end > 0; end -= 1) {
    const last = run[end - 1] ?? '';
    const isEntity = last === ';' && /&[a-z0-9#]+;$/i.test(run.slice(Math.max(0, end - 12), end));
    if (unopened <= 0 && (isEntity || !/['.,;:!?]/.test(last))) break;
    if (last === ')') unopened -= 1;
    if (last === '(') unopened += 1;
  }
  return run.slice(0, end);
}

const countOf = (text: string, end: number, sign: string) => text.slice(0, end).split(sign).length;

/** Gives every link `rel="nofollow ugc"`, whatever it had (rendering.md §9: on save, for all roles and addresses). */
export function markLinks(html: string): string {
  return /<a[\s/>]/i.test(html) ? new LinkMarker(html).run() : html;
}

/** Reads a text tag by tag, as browsers do, and writes the relation into its links; all else is copied. */
class LinkMarker implements TokenHandler {
  readonly #source: string;
  readonly #out: string[] = [];
  #readTo = 0;

  constructor(html: string) {
    this.#source = html;
  }

  run(): string {
    new Tokenizer({ sourceCodeLocationInfo: true }, this).write(this.#source, true);
    return this.#out.join('') + this.#source.slice(this.#readTo);
  }

  onStartTag({ tagName, location, selfClosing }: Token.TagToken): void {
    const place = location as Token.LocationWithAttributes | null;
    if (tagName !== 'a' || !place) return;
    const rel = place.attrs?.rel;
    const end = place.endOffset - (selfClosing ? 2 : 1);
    const before = rel ? this.#source.slice(this.#readTo, rel.startOffset).trimEnd() : '';
    const tag = rel
      ? before + this.#source.slice(rel.endOffset, end).trimEnd()
      : this.#source.slice(this.#readTo, end).trimEnd();
    this.#out.push(tag, ' rel="nofollow ugc"', selfClosing ? ' /' : '');
    this.#readTo = place.endOffset - 1;
  }

  onEndTag(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
  onCharacter(): void {}
  onNullCharacter(): void {}
  onWhitespaceCharacter(): void {}
}
