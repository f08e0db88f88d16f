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
 * Reports the tags and texts of HTML in the order of a browser's tokenizer, however malformed it is. It builds no tree, so
 * nesting has no cost.
 */
export abstract class HtmlTokenReader implements TokenHandler {
  readonly #tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this);
  #surrounding = '';

  protected abstract startTag(tag: Token.TagToken): void;
  protected abstract endTag(name: string): void;
  /** A text fragment. `surrounding` is the surrounding element whose content is not markup, such as `script` or `title`, or empty. */
  protected abstract text(fragment: string, surrounding: string): void;

  /** Tokenizes HTML completely. */
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
