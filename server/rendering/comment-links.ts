import { type Token, type TokenHandler, Tokenizer } from 'parse5';
import { type MarkupToken, tokenizeMarkup } from './markup.ts';
import { allowedProtocols } from './protocols.ts';

/** Elements in which URLs are not linked. */
const literalElements: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'script', 'style']);

// A URL begins at the start, after whitespace or after punctuation, but not after a quotation mark. URLs without a protocol, and
// email addresses, begin only at the start, after whitespace or after `>`. Each expression consumes its match
// entirely, so that the text is scanned once.
const urlPattern = /(?<![^\s(<.,;:!?])\w{1,20}:\/\/[^\s<>"`{}|\\^]+|(?<![^\s>])(?:www|ftp)\.[^\s<>"'`{}|\\^()!*]+/gi;
const emailPattern = /(?<![^\s>])[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z0-9]{2,}/gi;

/** A pattern that matches quotation marks and angle brackets that are written as entities. They end a URL. */
const urlEndPattern = /&(?:quot|lt|gt|#0?39|#8220|#8221|#8216|#8217);/i;

/**
 * Converts URLs and email addresses in HTML to links (rendering.md §9). `www.` and `ftp.` get the prefix `http://`, and trailing
 * punctuation is excluded. The content of `a`, `code`, `pre`, `script` and `style` is unchanged.
 */
export function linkUrls(html: string): string {
  if (!/:\/\/|www\.|ftp\.|@/i.test(html)) return html;
  let openElement = '';
  return tokenizeMarkup(html)
    .map((token) => {
      if (token.kind === 'text') return openElement ? token.text : linkText(token.text);
      openElement = nextOpenElement(token, openElement);
      return token.text;
    })
    .join('');
}

/** Returns the name of the literal element that is open after a token; empty if none is. */
function nextOpenElement({ kind, name, isClosing }: MarkupToken, openElement: string): string {
  const element = name.toLowerCase();
  if (kind !== 'tag' || !literalElements.has(element)) return openElement;
  if (openElement === '') return isClosing ? '' : element;
  return isClosing && element === openElement ? '' : openElement;
}

function linkText(text: string): string {
  let out = '';
  let at = 0;
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    out += linkEmailAddresses(text.slice(at, index));
    const url = trimUrl(match);
    at = index + url.length;
    out += isCompleteUrl(url) ? linkHtml(url) : url;
  }
  return out + linkEmailAddresses(text.slice(at));
}

const linkEmailAddresses = (text: string): string =>
  text.includes('@') ? text.replace(emailPattern, (found) => `<a href="mailto:${found}">${found}</a>`) : text;

/** Whether a match is a complete URL with an allowed protocol. */
function isCompleteUrl(found: string): boolean {
  const [protocol = '', rest] = found.split('://', 2);
  return rest === undefined
    ? /^(?:www|ftp)\.[^.]/i.test(found)
    : rest !== '' && allowedProtocols.has(protocol.toLowerCase());
}

function linkHtml(found: string): string {
  const whole = found.includes('://') ? found : `http://${found}`;
  const href = whole.replace(/&(?:amp;|(?![a-z0-9#]+;))/gi, '&#038;').replaceAll("'", '&#039;');
  return `<a href="${href}" rel="nofollow ugc">${href}</a>`;
}

/**
 * Returns a URL without trailing punctuation. A closing parenthesis belongs to the URL only if its opening parenthesis does;
 * otherwise, the URL ends before it.
 */
function trimUrl(run: string): string {
  let end = urlEndPattern.exec(run)?.index ?? run.length;
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

const countOf = (text: string, end: number, character: string) => text.slice(0, end).split(character).length;

/** Sets `rel="nofollow ugc"` on every link, for all roles and URLs (rendering.md §9). Used when a comment is saved. */
export function setLinkRelations(html: string): string {
  return /<a[\s/>]/i.test(html) ? new LinkRelationWriter(html).run() : html;
}

/** A writer that tokenizes HTML as browsers do, and sets the `rel` attribute of its links. Everything else is copied. */
class LinkRelationWriter implements TokenHandler {
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
    const tagLocation = location as Token.LocationWithAttributes | null;
    if (tagName !== 'a' || !tagLocation) return;
    const rel = tagLocation.attrs?.rel;
    const end = tagLocation.endOffset - (selfClosing ? 2 : 1);
    const before = rel ? this.#source.slice(this.#readTo, rel.startOffset).trimEnd() : '';
    const tag = rel
      ? before + this.#source.slice(rel.endOffset, end).trimEnd()
      : this.#source.slice(this.#readTo, end).trimEnd();
    this.#out.push(tag, ' rel="nofollow ugc"', selfClosing ? ' /' : '');
    this.#readTo = tagLocation.endOffset - 1;
  }

  onEndTag(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
  onCharacter(): void {}
  onNullCharacter(): void {}
  onWhitespaceCharacter(): void {}
}
