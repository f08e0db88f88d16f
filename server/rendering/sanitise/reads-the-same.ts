import { type Token, type TokenHandler, Tokenizer } from 'parse5';

/**
 * Whether a value is as harmless as what filtering made of it: both are read as the same text and tags, so that filtering
 * has only escaped, put quotes around attributes or closed elements at the end. False where that depends on the place:
 * the value ends in the middle of a tag or of a formula, or it holds a text area or brackets in attributes.
 */
export function readsTheSame(value: string, filtered: string): boolean {
  if (value === filtered) return true;
  if (!value.includes('<')) return !control.test(value);
  const [tokens, others] = [tokensOf(value), tokensOf(filtered)];
  if (!tokens || !others || tokens.length > others.length) return false;
  return others.every((token, at) => (at < tokens.length ? tokens[at] === token : closesOrdinary.test(token)));
}

const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const closesOrdinary = /^<\/(?!math$)/;

/** The tokens of a text as strings to be compared; undefined for a text that cannot stay as it is whatever it reads as. */
function tokensOf(text: string): string[] | undefined {
  const reader = new Reader();
  new Tokenizer({ sourceCodeLocationInfo: true }, reader).write(text, true);
  return reader.isWhole && reader.readTo === text.length ? reader.tokens : undefined;
}

/** Collects tokens: tags with their brackets, text behind a quote. Neighbouring text is one token. */
class Reader implements TokenHandler {
  readonly tokens: string[] = [];
  isWhole = true;
  readTo = 0;
  #text = '';

  onStartTag(token: Token.TagToken): void {
    this.#end(token);
    if (token.tagName === 'textarea' || token.attrs.some(({ value }) => /[<>]/.test(value))) this.isWhole = false;
    const attributes = token.attrs.map(({ name, value }) => [name, name === 'style' ? declarations(value) : value]);
    this.tokens.push(`<${token.tagName}${token.selfClosing ? '/' : ''}${JSON.stringify(attributes)}`);
  }

  onEndTag(token: Token.TagToken): void {
    this.#end(token);
    this.tokens.push(`</${token.tagName}`);
  }

  onComment(token: Token.CommentToken): void {
    this.#end(token);
    this.isWhole = false;
  }

  onDoctype(token: Token.DoctypeToken): void {
    this.#end(token);
    this.isWhole = false;
  }

  onCharacter(token: Token.CharacterToken): void {
    this.#text += token.chars;
    this.readTo = token.location?.endOffset ?? this.readTo;
  }

  onNullCharacter(): void {
    this.isWhole = false;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  /** A bracket at the end would make a tag of what follows. */
  onEof(): void {
    if (this.#text.endsWith('<')) this.isWhole = false;
    this.#endText();
  }

  #end(token: Token.Token): void {
    this.#endText();
    this.readTo = token.location?.endOffset ?? this.readTo;
  }

  #endText(): void {
    if (this.#text !== '') this.tokens.push(`"${this.#text}`);
    this.#text = '';
  }
}

/** A style as filtering writes one of which everything may stay. */
const declarations = (style: string): string =>
  style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== '')
    .join(';');
