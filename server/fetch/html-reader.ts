import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

/** Elements whose content is no markup. */
const raw: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
  ...['title', 'textarea'].map((name) => [name, TokenizerMode.RCDATA] as const),
  ['script', TokenizerMode.SCRIPT_DATA],
]);

/**
 * Tells the tags and texts of some HTML one after the other, as a browser comes upon them, however broken it is. Nothing
 * nests, so nothing is deep.
 */
export abstract class HtmlReader implements TokenHandler {
  readonly #tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this);
  #inside = '';

  protected abstract startTag(tag: Token.TagToken): void;
  protected abstract endTag(name: string): void;
  /** A piece of text. `inside`: the element around it whose content is no markup, `script` or `title`; empty: none. */
  protected abstract text(piece: string, inside: string): void;

  /** Reads it from beginning to end. */
  read(html: string): this {
    this.#tokenizer.write(html, true);
    return this;
  }

  onStartTag(tag: Token.TagToken): void {
    const mode = raw.get(tag.tagName);
    if (mode !== undefined) {
      this.#tokenizer.state = mode;
      this.#inside = tag.tagName;
    }
    this.startTag(tag);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === this.#inside) this.#inside = '';
    this.endTag(tagName);
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.text(chars, this.#inside);
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}
