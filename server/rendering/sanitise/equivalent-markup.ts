import { type Token, type TokenHandler, Tokenizer } from 'parse5';

/**
 * Whether a value is as harmless as its sanitized form, because both have the same tokens: sanitizing has only escaped text, quoted
 * attributes or closed elements at the end. False if this depends on the context, because the value ends inside a tag or a `math`
 * element, or contains a comment, a doctype, a null character, a `textarea` or an attribute value with `<` or `>`.
 */
export function isEquivalentMarkup(value: string, filtered: string): boolean {
  if (value === filtered) return true;
  if (!value.includes('<')) return !control.test(value);
  const [tokens, others] = [tokenize(value), tokenize(filtered)];
  if (!tokens || !others || tokens.length > others.length) return false;
  return others.every((token, at) => (at < tokens.length ? tokens[at] === token : ordinaryEndTag.test(token)));
}

const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const ordinaryEndTag = /^<\/(?!math$)/;

/** Returns the tokens of a value as comparable strings; undefined for a value that is never safe without sanitizing. */
function tokenize(text: string): string[] | undefined {
  const reader = new TokenCollector();
  new Tokenizer({ sourceCodeLocationInfo: true }, reader).write(text, true);
  return reader.isComparable && reader.readTo === text.length ? reader.tokens : undefined;
}

/** A collector of tokens as strings, which begin with `<` for tags and with `"` for text. Adjacent text is a single token. */
class TokenCollector implements TokenHandler {
  readonly tokens: string[] = [];
  isComparable = true;
  readTo = 0;
  #text = '';

  onStartTag(token: Token.TagToken): void {
    this.#end(token);
    if (token.tagName === 'textarea' || token.attrs.some(({ value }) => /[<>]/.test(value))) this.isComparable = false;
    const attributes = token.attrs.map(({ name, value }) => [name, name === 'style' ? normalizeStyle(value) : value]);
    this.tokens.push(`<${token.tagName}${token.selfClosing ? '/' : ''}${JSON.stringify(attributes)}`);
  }

  onEndTag(token: Token.TagToken): void {
    this.#end(token);
    this.tokens.push(`</${token.tagName}`);
  }

  onComment(token: Token.CommentToken): void {
    this.#end(token);
    this.isComparable = false;
  }

  onDoctype(token: Token.DoctypeToken): void {
    this.#end(token);
    this.isComparable = false;
  }

  onCharacter(token: Token.CharacterToken): void {
    this.#text += token.chars;
    this.readTo = token.location?.endOffset ?? this.readTo;
  }

  onNullCharacter(): void {
    this.isComparable = false;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  /** Rejects a trailing `<`, because it could begin a tag together with the text after the value. */
  onEof(): void {
    if (this.#text.endsWith('<')) this.isComparable = false;
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

/** Returns a style in the form in which sanitizing writes it if all declarations are allowed. */
const normalizeStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => declaration !== '')
    .join(';');
