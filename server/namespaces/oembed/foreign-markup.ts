// The markup of other sites, reduced to a quotation and a frame in which nothing can reach the page around it
// (media-fonts-and-oembed.md, C2). Read from parse5's tokens, never by expressions.
import { type Token, html as vocabulary } from 'parse5';
import { attribute } from '../../cms-v2/media/shown-picture.ts';
import { HtmlReader } from '../../fetch/html-reader.ts';
import { sanitise } from '../../rendering/sanitise/sanitise.ts';

/** How far a site is trusted: one of the list may keep what is its own, and open windows. */
export type Trust = 'listed' | 'found';

const sandboxes: Readonly<Record<Trust, string>> = {
  listed: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  found: 'allow-scripts',
};

/** What a quotation may consist of. */
const quoted = {
  label: 'quotations of other sites',
  data: false,
  elements: new Map(
    ['blockquote', 'p', 'br', 'em', 'strong', 'b', 'i'].map((name): [string, ReadonlySet<string>] => [name, new Set()]),
  ).set('a', new Set(['href'])),
};

/**
 * The first quotation and the first frame of some HTML, made anew; empty where it has neither. `isOwn` says whether an address
 * is of this site, of which nothing may be framed: what is there could reach the page around it.
 */
export function reducedMarkup(html: string, trust: Trust, isOwn: (url: URL) => boolean): string {
  const reader = new Reader().read(html);
  const quotation = reader.quotation === '' ? '' : sanitise(reader.quotation, quoted);
  return quotation + frameOf(reader.frame, trust, isOwn);
}

function frameOf(frame: ReadonlyMap<string, string> | undefined, trust: Trust, isOwn: (url: URL) => boolean): string {
  const source = frame?.get('src')?.trim() ?? '';
  const text = source.startsWith('//') ? `https:${source}` : source;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!frame || !url || !['http:', 'https:'].includes(url.protocol) || isOwn(url)) return '';
  const sizes = ['width', 'height'].flatMap((name) => {
    const value = frame.get(name) ?? '';
    return /^\d{1,5}%?$/.test(value) ? [` ${name}="${value}"`] : [];
  });
  const title = frame.get('title') ?? '';
  const rest = trust === 'found' ? ' security="restricted"' : ' allowfullscreen';
  return `<iframe sandbox="${sandboxes[trust]}"${rest} src="${attribute(url.href)}"${sizes.join('')} title="${attribute(title)}" frameborder="0" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
}

/** Finds the first quotation, as tags and text alone, and the first frame. */
class Reader extends HtmlReader {
  quotation = '';
  frame: ReadonlyMap<string, string> | undefined;
  #depth = 0;
  #ended = false;

  protected startTag({ tagName, attrs }: Token.TagToken): void {
    if (tagName === vocabulary.TAG_NAMES.IFRAME) this.frame ??= new Map(attrs.map(({ name, value }) => [name, value]));
    if (tagName === 'blockquote' && !this.#ended) this.#depth += 1;
    if (this.#depth === 0 || !quoted.elements.has(tagName)) return;
    const href = attrs.find(({ name }) => name === 'href')?.value ?? '';
    this.quotation += tagName === 'a' ? `<a href="${attribute(href)}">` : `<${tagName}>`;
  }

  protected endTag(name: string): void {
    if (this.#depth === 0) return;
    if (quoted.elements.has(name)) this.quotation += `</${name}>`;
    if (name === 'blockquote') this.#depth -= 1;
    this.#ended ||= this.#depth === 0;
  }

  /** Of text inside `script` and the like nothing is for people. */
  protected text(piece: string, inside: string): void {
    if (this.#depth > 0 && inside === '') this.quotation += attribute(piece);
  }
}
