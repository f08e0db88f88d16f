import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';
import { compactAttributes } from '../blocks/attributes.ts';
import { parseBlockComment } from '../blocks/parse.ts';
import { escapeText, escapeValue } from '../entities.ts';
import type { AllowedMarkup } from './allowed-markup.ts';
import { type SanitizeRules, writeAttributes } from './attributes.ts';
import { isEquivalentMarkup } from './equivalent-markup.ts';
import { fieldFilters, type MarkupField } from './fields.ts';
import { isMathmlElement } from './mathml.ts';
import { OpenElements } from './open-elements.ts';
import { SlicedOutput } from './sliced-output.ts';

const voidElements: ReadonlySet<string> = new Set('area br col hr img track wbr'.split(' '));
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;
const omittedBlockAttributes: ReadonlySet<string> = new Set(['style.css']);

/**
 * Sanitizes HTML by a list of allowed markup (rendering.md §10). Tags of other elements are removed but their text is kept,
 * attributes with unsafe URLs are removed, and the text of `1 < 2 and 3 > 2` is preserved (README decision 11). Plain comments and
 * block comments are kept, with sanitized block attributes. The output is balanced, every `<` in it belongs to an allowed tag or a
 * comment, and the function is idempotent. Decisions are based on the tokens of parse5. `uploads` is the URL prefix of the uploads
 * of this site; without it, no documents are allowed in an `object`.
 */
export function sanitize(html: string, markup: AllowedMarkup, uploads?: string): string {
  return sanitizeText(html, { markup, uploads }, true);
}

/** Sanitizes the value of a field by the allowed markup of the field (`fields.ts`). The caller checks whether the author is exempt. */
export function sanitizeField(field: MarkupField, text: string, uploads?: string): string {
  return sanitize(text, fieldFilters[field].markup, uploads);
}

/**
 * Sanitizes the texts of an entry for roles without `unfiltered_html` (rendering.md §10). The small list applies to the title, and
 * the large list to the content and the excerpt.
 */
export function sanitizeEntry<Entry extends { title: string; content: string; excerpt: string }>(
  entry: Entry,
  uploads?: string,
): Entry {
  return {
    ...entry,
    title: sanitizeField('title', entry.title),
    content: sanitizeField('content', entry.content, uploads),
    excerpt: sanitizeField('excerpt', entry.excerpt, uploads),
  };
}

/** Sanitizes a string. It is tokenized only if it contains `<`, `>` or `&`. */
function sanitizeText(html: string, rules: SanitizeRules, shouldKeepComments: boolean): string {
  const source = html.toWellFormed().replace(control, '');
  return /[<>&]/.test(source) ? new Sanitizer(source, rules, shouldKeepComments).run() : source;
}

/**
 * A sanitizer that processes HTML token by token. Text is sliced from the source, so that existing character references are not decoded.
 */
class Sanitizer implements TokenHandler {
  readonly #source: string;
  readonly #rules: SanitizeRules;
  readonly #keepsComments: boolean;
  readonly #tokenizer: Tokenizer;
  readonly #open = new OpenElements();
  readonly #out: SlicedOutput;
  /** Start of the text that has not been written yet; -1 when there is none. */
  #textStart = -1;
  #readTo = 0;

  constructor(source: string, rules: SanitizeRules, shouldKeepComments: boolean) {
    this.#source = source;
    this.#out = new SlicedOutput(source);
    this.#rules = rules;
    this.#keepsComments = shouldKeepComments;
    this.#tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this);
  }

  run(): string {
    this.#tokenizer.write(this.#source, true);
    return this.#out.toString();
  }

  onStartTag(token: Token.TagToken): void {
    const start = this.#endText(token);
    const { tagName } = token;
    if (!this.#rules.markup.elements.has(tagName)) return;
    const tagNameAsWritten = this.#source.slice(start + 1, start + 1 + tagName.length);
    const isVoid = voidElements.has(tagName) || (token.selfClosing && this.#open.inFormula && isMathmlElement(tagName));
    this.#out.add(this.#open.pass(tagName));
    if (!isVoid && !this.#open.open(tagName, tagNameAsWritten)) return;
    const attributes = token.attrs.length === 0 ? '' : writeAttributes(token, this.#source, this.#rules);
    this.#out.write(`<${tagNameAsWritten}${attributes}${isVoid && token.selfClosing ? ' />' : '>'}`, start);
    if (tagName === 'textarea') this.#tokenizer.state = TokenizerMode.RCDATA;
  }

  onEndTag(token: Token.TagToken): void {
    const start = this.#endText(token);
    this.#out.write(this.#open.close(token.tagName), start);
  }

  onComment(token: Token.CommentToken): void {
    const start = this.#endText(token);
    if (!this.#keepsComments || !this.#source.startsWith('<!--', start)) return;
    this.#out.write(
      sanitizeBlockComment(token.data, this.#rules) ?? sanitizePlainComment(token.data, this.#rules),
      start,
    );
  }

  onDoctype(token: Token.DoctypeToken): void {
    this.#endText(token);
  }

  onCharacter(token: Token.CharacterToken): void {
    if (!token.location) return;
    if (this.#textStart < 0) this.#textStart = token.location.startOffset;
    this.#readTo = token.location.endOffset;
  }

  onNullCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  /** Writes an incomplete tag as text. */
  onEof(): void {
    this.#writeText();
    this.#out.write(escapeValue(this.#source.slice(this.#readTo)), this.#readTo);
    this.#out.add(this.#open.closeAll());
  }

  /** Writes the text before a token. Returns the start of the token. */
  #endText(token: Token.Token): number {
    this.#writeText();
    this.#readTo = token.location?.endOffset ?? this.#readTo;
    return token.location?.startOffset ?? this.#readTo;
  }

  #writeText(): void {
    const start = this.#textStart;
    if (start >= 0) this.#out.write(escapeText(this.#source.slice(start, this.#readTo)), start);
    this.#textStart = -1;
  }
}

/**
 * Returns the stored form of a block comment, with sanitized attributes; undefined for a plain comment. Strings from which
 * sanitizing would remove nothing are kept as submitted (additions.md).
 */
function sanitizeBlockComment(data: string, rules: SanitizeRules): string | undefined {
  const parsedComment = parseBlockComment(data);
  if (!parsedComment) return undefined;
  const mapString = (value: string) => {
    const filtered = sanitizeText(value, rules, true);
    return isEquivalentMarkup(value, filtered) ? value : filtered;
  };
  const json = compactAttributes(parsedComment.json, { mapString, omit: omittedBlockAttributes });
  const name = parsedComment.name.replace(/^core\//, '');
  if (parsedComment.kind === 'closer') return `<!-- /wp:${name} -->`;
  return `<!-- wp:${name}${json && ` ${json}`}${parsedComment.kind === 'void' ? ' /' : ' '}-->`;
}

/**
 * Returns a sanitized plain comment, in which `<` and `>` are entities and nothing can end the comment. If sanitizing turns it into a
 * block comment, it is sanitized as one.
 */
function sanitizePlainComment(data: string, rules: SanitizeRules): string {
  const inner = sanitizeText(data, rules, false);
  const text = escapeText(inner).replace(/-{2,}/g, '-').replace(/-$/, '');
  return text === '' ? '' : (sanitizeBlockComment(text, rules) ?? `<!--${text}-->`);
}
