import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';
import { compactAttributes } from '../blocks/attributes.ts';
import { readBlockMark } from '../blocks/grammar.ts';
import type { AllowedMarkup } from './allowed-markup.ts';
import { type AttributeRules, writeAttributes } from './attributes.ts';
import { escapeText, escapeValue } from './entities.ts';
import { fieldFilters, type MarkupField } from './fields.ts';
import { isFormula } from './formulas.ts';
import { OpenElements } from './open-elements.ts';
import { Output } from './output.ts';
import { readsTheSame } from './reads-the-same.ts';

const voids: ReadonlySet<string> = new Set('area br col hr img track wbr'.split(' '));
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;
const cssOfBlock: ReadonlySet<string> = new Set(['style.css']);

/**
 * Filters HTML by a list of what may stay (rendering.md §10). Of other elements only the tags go, their text stays;
 * unsafe addresses take their attribute with them and `1 < 2 and 3 > 2` keeps its words (README decision 11). Plain and
 * block comments stay, block attributes are filtered too. The output is balanced, every `<` in it belongs to an allowed
 * tag or a comment, and filtering it again changes nothing. Decisions are made on the tokens as parse5 reads them.
 * `uploads` is the address under which this site's uploads lie; without it no document may be shown in an `object`.
 */
export function sanitise(html: string, markup: AllowedMarkup, uploads?: string): string {
  return filter(html, { markup, uploads }, true);
}

/** Filters a text by the list of its field (`fields.ts`). Whether its author is to be filtered is for the caller to ask. */
export function sanitiseField(field: MarkupField, text: string, uploads?: string): string {
  return sanitise(text, fieldFilters[field].markup, uploads);
}

/**
 * Filters the texts of an entry for roles without `unfiltered_html` (rendering.md §10): the small list for the title,
 * the large one for content and excerpt.
 */
export function sanitiseEntry<Entry extends { title: string; content: string; excerpt: string }>(
  entry: Entry,
  uploads?: string,
): Entry {
  return {
    ...entry,
    title: sanitiseField('title', entry.title),
    content: sanitiseField('content', entry.content, uploads),
    excerpt: sanitiseField('excerpt', entry.excerpt, uploads),
  };
}

/** What may stay of a text; that without any sign of markup is read by nobody. */
function filter(html: string, rules: AttributeRules, keepsComments: boolean): string {
  const source = html.toWellFormed().replace(control, '');
  return /[<>&]/.test(source) ? new Filter(source, rules, keepsComments).run() : source;
}

/** Reads a text token by token and writes what may stay. Text is cut from the source, so that it stays as written. */
class Filter implements TokenHandler {
  readonly #source: string;
  readonly #rules: AttributeRules;
  readonly #keepsComments: boolean;
  readonly #tokenizer: Tokenizer;
  readonly #open = new OpenElements();
  readonly #out: Output;
  /** Where text begins that has not been written yet, -1 when there is none. */
  #textStart = -1;
  #readTo = 0;

  constructor(source: string, rules: AttributeRules, keepsComments: boolean) {
    this.#source = source;
    this.#out = new Output(source);
    this.#rules = rules;
    this.#keepsComments = keepsComments;
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
    const written = this.#source.slice(start + 1, start + 1 + tagName.length);
    const isVoid = voids.has(tagName) || (token.selfClosing && this.#open.inFormula && isFormula(tagName));
    this.#out.add(this.#open.pass(tagName));
    if (!isVoid && !this.#open.open(tagName, written)) return;
    const attributes = token.attrs.length === 0 ? '' : writeAttributes(token, this.#source, this.#rules);
    this.#out.write(`<${written}${attributes}${isVoid && token.selfClosing ? ' />' : '>'}`, start);
    if (tagName === 'textarea') this.#tokenizer.state = TokenizerMode.RCDATA;
  }

  onEndTag(token: Token.TagToken): void {
    const start = this.#endText(token);
    this.#out.write(this.#open.close(token.tagName), start);
  }

  onComment(token: Token.CommentToken): void {
    const start = this.#endText(token);
    if (!this.#keepsComments || !this.#source.startsWith('<!--', start)) return;
    this.#out.write(blockComment(token.data, this.#rules) ?? plainComment(token.data, this.#rules), start);
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

  /** A tag that never ends is text. */
  onEof(): void {
    this.#writeText();
    this.#out.write(escapeValue(this.#source.slice(this.#readTo)), this.#readTo);
    this.#out.add(this.#open.closeAll());
  }

  /** Writes the text before a token. Gives the place where the token begins. */
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
 * A block comment with its attributes filtered, in the form in which it is stored; undefined for a plain comment. A string
 * of which filtering takes nothing away stays as it was submitted (additions.md).
 */
function blockComment(data: string, rules: AttributeRules): string | undefined {
  const mark = readBlockMark(data);
  if (!mark) return undefined;
  const string = (value: string) => {
    const filtered = filter(value, rules, true);
    return readsTheSame(value, filtered) ? value : filtered;
  };
  const json = compactAttributes(mark.json, { string, omit: cssOfBlock });
  const name = mark.name.replace(/^core\//, '');
  if (mark.kind === 'closer') return `<!-- /wp:${name} -->`;
  return `<!-- wp:${name}${json && ` ${json}`}${mark.kind === 'void' ? ' /' : ' '}-->`;
}

/**
 * A plain comment: what it holds is filtered, brackets become entities, and nothing in it can end it. One that filtering
 * makes a block comment of is filtered as one.
 */
function plainComment(data: string, rules: AttributeRules): string {
  const inner = filter(data, rules, false);
  const text = escapeText(inner).replace(/-{2,}/g, '-').replace(/-$/, '');
  return text === '' ? '' : (blockComment(text, rules) ?? `<!--${text}-->`);
}
