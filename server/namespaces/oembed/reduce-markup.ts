// Reduces markup from other sites to a blockquote and a sandboxed iframe (media-fonts-and-oembed.md, C2). The markup is parsed with
// the tokenizer of parse5, not with regular expressions.
import { type Token, html as vocabulary } from 'parse5';
import { escapeAttributeValue } from '../../cms-v2/media/image-element.ts';
import { HtmlTokenReader } from '../../fetch/html-reader.ts';
import { sanitize } from '../../rendering/sanitise/sanitise.ts';

/**
 * Trust in a site: `listed` providers keep their origin in the sandbox and may open windows; `found` (discovered) providers may only
 * run scripts.
 */
export type Trust = 'listed' | 'found';

const sandboxes: Readonly<Record<Trust, string>> = {
  listed: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  found: 'allow-scripts',
};

/** Sanitizing policy for blockquotes. */
const blockquotePolicy = {
  label: 'quotations from other sites',
  allowsDataAttributes: false,
  elements: new Map(
    ['blockquote', 'p', 'br', 'em', 'strong', 'b', 'i'].map((name): [string, ReadonlySet<string>] => [name, new Set()]),
  ).set('a', new Set(['href'])),
};

/**
 * Returns the first blockquote and the first iframe of HTML markup, rebuilt; empty if it contains neither. Iframes with a URL
 * for which `isSiteUrl` returns true are omitted, because pages of this site could access the embedding page.
 */
export function reduceMarkup(html: string, trust: Trust, isSiteUrl: (url: URL) => boolean): string {
  const reader = new BlockquoteReader().read(html);
  const blockquote = reader.quotation === '' ? '' : sanitize(reader.quotation, blockquotePolicy);
  return blockquote + buildIframe(reader.frame, trust, isSiteUrl);
}

function buildIframe(
  iframe: ReadonlyMap<string, string> | undefined,
  trust: Trust,
  isSiteUrl: (url: URL) => boolean,
): string {
  const source = iframe?.get('src')?.trim() ?? '';
  const text = source.startsWith('//') ? `https:${source}` : source;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!iframe || !url || !['http:', 'https:'].includes(url.protocol) || isSiteUrl(url)) return '';
  const sizes = ['width', 'height'].flatMap((name) => {
    const value = iframe.get(name) ?? '';
    return /^\d{1,5}%?$/.test(value) ? [` ${name}="${value}"`] : [];
  });
  const title = iframe.get('title') ?? '';
  const rest = trust === 'found' ? ' security="restricted"' : ' allowfullscreen';
  return `<iframe sandbox="${sandboxes[trust]}"${rest} src="${escapeAttributeValue(url.href)}"${sizes.join('')} title="${escapeAttributeValue(title)}" frameborder="0" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
}

/** A reader that collects the first blockquote, as tags and text only, and the attributes of the first iframe. */
class BlockquoteReader extends HtmlTokenReader {
  quotation = '';
  frame: ReadonlyMap<string, string> | undefined;
  #depth = 0;
  #ended = false;

  protected startTag({ tagName, attrs }: Token.TagToken): void {
    if (tagName === vocabulary.TAG_NAMES.IFRAME) this.frame ??= new Map(attrs.map(({ name, value }) => [name, value]));
    if (tagName === 'blockquote' && !this.#ended) this.#depth += 1;
    if (this.#depth === 0 || !blockquotePolicy.elements.has(tagName)) return;
    const href = attrs.find(({ name }) => name === 'href')?.value ?? '';
    this.quotation += tagName === 'a' ? `<a href="${escapeAttributeValue(href)}">` : `<${tagName}>`;
  }

  protected endTag(name: string): void {
    if (this.#depth === 0) return;
    if (blockquotePolicy.elements.has(name)) this.quotation += `</${name}>`;
    if (name === 'blockquote') this.#depth -= 1;
    this.#ended ||= this.#depth === 0;
  }

  /** Adds text to the blockquote, except text inside `script` and similar elements. */
  protected text(chunk: string, element: string): void {
    if (this.#depth > 0 && element === '') this.quotation += escapeAttributeValue(chunk);
  }
}
