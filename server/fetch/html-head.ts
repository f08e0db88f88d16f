// What a page says of itself in its head. Read from parse5's tokens: nothing nests, so nothing is deep.
import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';

/** One `link` or `meta`: its attributes by their names in lower case. */
export type HeadElement = Readonly<Record<string, string>>;

export interface HtmlHead {
  readonly title: string;
  readonly links: readonly HeadElement[];
  readonly metas: readonly HeadElement[];
  /** The address that others are counted from, where the page names one. */
  readonly base: string | undefined;
}

/** How many links and metas are looked at. */
const most = 500;

/** The head of a page of HTML, however broken it is. */
export function readHead(html: string): HtmlHead {
  const reader = new HeadReader();
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, reader);
  reader.follow(tokenizer);
  tokenizer.write(html, true);
  return reader;
}

/** The values of the first of these metas (`name` or `property`) that says anything. */
export function metaOf({ metas }: HtmlHead, ...names: readonly string[]): string {
  for (const name of names) {
    const found = metas.find((meta) => (meta.property ?? meta.name)?.toLowerCase() === name && meta.content?.trim());
    if (found?.content) return found.content.trim();
  }
  return '';
}

/** The words of a link's relation. */
export const relationsOf = ({ rel = '' }: HeadElement): readonly string[] =>
  rel.toLowerCase().split(/\s+/).filter(Boolean);

/** Elements whose content is no markup. */
const raw: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
]);

class HeadReader implements TokenHandler, HtmlHead {
  readonly links: HeadElement[] = [];
  readonly metas: HeadElement[] = [];
  title = '';
  base: string | undefined;
  #tokenizer: Tokenizer | undefined;
  #inTitle = false;
  #done = false;

  follow(tokenizer: Tokenizer): void {
    this.#tokenizer = tokenizer;
  }

  onStartTag({ tagName, attrs }: Token.TagToken): void {
    if (tagName === 'body') this.#done = true;
    const mode = raw.get(tagName);
    if (mode !== undefined && this.#tokenizer) this.#tokenizer.state = mode;
    if (this.#done) return;
    this.#inTitle = tagName === 'title' && this.title === '';
    const attributes = () => Object.fromEntries(attrs.map(({ name, value }) => [name.toLowerCase(), value]));
    if (tagName === 'link' && this.links.length < most) this.links.push(attributes());
    if (tagName === 'meta' && this.metas.length < most) this.metas.push(attributes());
    if (tagName === 'base') this.base ??= attributes().href;
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (tagName === 'title') this.#inTitle = false;
    if (tagName === 'head') this.#done = true;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#inTitle) this.title += chars;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}
