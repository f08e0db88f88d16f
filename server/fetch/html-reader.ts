import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

/** Tokenizer modes of elements whose content is not markup. */
const rawTextModes: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
  ...['title', 'textarea'].map((name) => [name, TokenizerMode.RCDATA] as const),
  ['script', TokenizerMode.SCRIPT_DATA],
]);

/**
 * Base class of readers that receive the tags and the text of HTML in document order. Malformed HTML is tokenized as in a browser.
 * No tree is built, so deep nesting has no cost.
 */
export abstract class HtmlTokenReader implements TokenHandler {
  readonly #tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this);
  #surrounding = '';

  protected abstract startTag(tag: Token.TagToken): void;
  protected abstract endTag(name: string): void;
  /** Receives a text fragment. `surrounding` names the enclosing element if its content is not markup, such as `title`; otherwise ''. */
  protected abstract text(fragment: string, surrounding: string): void;

  /** Tokenizes the complete HTML of a page or fragment. */
  read(html: string): this {
    this.#tokenizer.write(html, true);
    return this;
  }

  onStartTag(tag: Token.TagToken): void {
    const mode = rawTextModes.get(tag.tagName);
    if (mode !== undefined) {
      this.#tokenizer.state = mode;
      this.#surrounding = tag.tagName;
    }
    this.startTag(tag);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === this.#surrounding) this.#surrounding = '';
    this.endTag(tagName);
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.text(chars, this.#surrounding);
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}
