// What a page says of itself in its head.
import type { Token } from 'parse5';
import { HtmlReader } from './html-reader.ts';

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
export const readHead = (html: string): HtmlHead => new HeadReader().read(html);

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

class HeadReader extends HtmlReader implements HtmlHead {
  readonly links: HeadElement[] = [];
  readonly metas: HeadElement[] = [];
  title = '';
  base: string | undefined;
  #inTitle = false;
  #done = false;

  protected startTag({ tagName, attrs }: Token.TagToken): void {
    if (tagName === 'body') this.#done = true;
    if (this.#done) return;
    this.#inTitle = tagName === 'title' && this.title === '';
    const attributes = () => Object.fromEntries(attrs.map(({ name, value }) => [name.toLowerCase(), value]));
    if (tagName === 'link' && this.links.length < most) this.links.push(attributes());
    if (tagName === 'meta' && this.metas.length < most) this.metas.push(attributes());
    if (tagName === 'base') this.base ??= attributes().href;
  }

  protected endTag(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (name === 'head') this.#done = true;
  }

  protected text(piece: string): void {
    if (this.#inTitle) this.title += piece;
  }
}
