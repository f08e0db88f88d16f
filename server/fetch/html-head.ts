// Reads the metadata in the head of an HTML page.
import type { Token } from 'parse5';
import { HtmlTokenReader } from './html-reader.ts';

/** The attributes of a `link` or `meta` element, keyed by their name in lower case. */
export type HeadElement = Readonly<Record<string, string>>;

export interface HtmlHead {
  readonly title: string;
  readonly links: readonly HeadElement[];
  readonly metas: readonly HeadElement[];
  /** The base URL, if the page declares one. */
  readonly base: string | undefined;
}

/** Maximum number of `link` elements, and of `meta` elements, that are read. */
const maxElements = 500;

/** Returns the metadata in the head of an HTML page, which may be malformed. */
export const readHead = (html: string): HtmlHead => new HeadReader().read(html);

/**
 * Returns the content of a `meta` element. The names, in lower case, are compared with `property` or `name`. The first one with a
 * non-empty content is used; returns `''` if there is none.
 */
export function metaContentOf({ metas }: HtmlHead, ...names: readonly string[]): string {
  for (const name of names) {
    const found = metas.find((meta) => (meta.property ?? meta.name)?.toLowerCase() === name && meta.content?.trim());
    if (found?.content) return found.content.trim();
  }
  return '';
}

/** Returns the relation types of a `link` element, in lower case. */
export const relationTypesOf = ({ rel = '' }: HeadElement): readonly string[] =>
  rel.toLowerCase().split(/\s+/).filter(Boolean);

class HeadReader extends HtmlTokenReader implements HtmlHead {
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
    if (tagName === 'link' && this.links.length < maxElements) this.links.push(attributes());
    if (tagName === 'meta' && this.metas.length < maxElements) this.metas.push(attributes());
    if (tagName === 'base') this.base ??= attributes().href;
  }

  protected endTag(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (name === 'head') this.#done = true;
  }

  protected text(fragment: string): void {
    if (this.#inTitle) this.title += fragment;
  }
}
