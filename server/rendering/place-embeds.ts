// Places embed blocks in rendered HTML where an iframe is allowed and does not break the surrounding elements.
import type { Block } from './blocks/parse.ts';
import { type EmbeddableUrl, embedBlock, renderWithoutEmbed } from './dynamic/shortcodes/embed.ts';
import { type MarkupToken, tokenizeMarkup } from './markup.ts';
import { maxUrlLength, maxUrls } from './standalone-urls.ts';

/** Returns the marker of a URL during rendering. U+0001 is removed from every text, so that authors cannot forge a marker. */
export const urlMarker = (index: number): string => `<!--\u0001@${index}-->`;

const markerPattern = /<!--\u0001@(\d+)-->/;
/** A pattern that matches adjacent lines that each consist of a marked URL, with the tags before and after them. */
const markedLines =
  /(<p(?: [^<>]*)?>[ \t]*|<br \/>\n[ \t]*)?((?:<!--\u0001@\d+-->[ \t]*<br \/>\n[ \t]*)*<!--\u0001@\d+-->)([ \t]*<\/p>|[ \t]*<br \/>\n)?/g;

/**
 * Replaces marked URLs with the placeholders of embed blocks. URLs on adjacent lines of a paragraph share a block, which ends the
 * paragraph if it renders an iframe. URLs in running text, links, headings and similar elements, where iframes are not
 * allowed, become text or links, and so do long URLs and those beyond the first hundred. Runs in linear time.
 */
export function placeEmbeds(
  html: string,
  urls: readonly EmbeddableUrl[],
  createPlaceholder: (block: Block) => string,
): string {
  if (urls.length === 0) return html;
  const contexts = findContexts(html);
  let remaining = maxUrls;
  const tryReserveUrls = (lineUrls: readonly EmbeddableUrl[]): boolean => {
    if (lineUrls.length > remaining || lineUrls.some(({ address }) => address.length > maxUrlLength)) return false;
    remaining -= lineUrls.length;
    return true;
  };
  return html.replace(markedLines, (whole: string, before = '', markers: string, after = '') => {
    const numbers = [...markers.matchAll(new RegExp(markerPattern, 'g'))].map(([, index]) => Number(index));
    const lineUrls = numbers.flatMap((index) => urls[index] ?? []);
    const context = contexts.get(numbers[0] ?? -1);
    if (context === 'paragraph' && tryReserveUrls(lineUrls))
      return createPlaceholder(embedBlock(lineUrls, { before, after }));
    return whole.replace(new RegExp(markerPattern, 'g'), (_mark, index: string) => {
      const address = urls[Number(index)];
      if (!address) return '';
      return context === 'among blocks' && tryReserveUrls([address])
        ? createPlaceholder(embedBlock([address]))
        : renderWithoutEmbed(address);
    });
  });
}

type MarkupContext = 'paragraph' | 'among blocks' | 'among words';

/** Returns the context of each marked URL. */
function findContexts(html: string): Map<number, MarkupContext> {
  const contexts = new Map<number, MarkupContext>();
  const open = new OpenElementTracker();
  for (const token of tokenizeMarkup(html)) {
    const index = token.kind === 'comment' ? markerPattern.exec(token.text)?.[1] : undefined;
    if (index !== undefined) contexts.set(Number(index), open.place());
    if (token.kind === 'tag') open.read(token);
  }
  return contexts;
}

const nameSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const voidElements = nameSet('area base br col embed hr img input link meta param source track wbr');
/** Elements that may contain block elements. */
const blockContainers = nameSet(
  'article aside blockquote center dd details div fieldset figcaption figure footer header li main nav section td th',
);
/** Elements whose children may contain block elements. */
const structuralContainers = nameSet('dl menu ol table tbody tfoot thead tr ul');
/** Elements that end an open paragraph, in addition to all elements above. */
const otherParagraphClosers = nameSet('address dir dt form h1 h2 h3 h4 h5 h6 hgroup hr p pre search summary');

const closesParagraph = (name: string): boolean =>
  blockContainers.has(name) || structuralContainers.has(name) || otherParagraphClosers.has(name);
const allowsBlocks = (name: string): boolean =>
  name === 'p' || blockContainers.has(name) || structuralContainers.has(name);

/** A tracker of the open elements, to determine whether a block element is allowed. */
class OpenElementTracker {
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();
  /** Number of open elements that must not contain block elements. */
  #wordy = 0;

  read({ name: tagName, isClosing }: MarkupToken): void {
    const name = tagName.toLowerCase();
    if (name === '') return;
    if (isClosing) this.#close(name);
    else this.#begin(name);
  }

  place(): MarkupContext {
    const last = this.#open.at(-1);
    if (this.#wordy > 0) return 'among words';
    if (last === 'p') return 'paragraph';
    return last === undefined || blockContainers.has(last) ? 'among blocks' : 'among words';
  }

  #begin(name: string): void {
    if (this.#open.at(-1) === 'p' && closesParagraph(name)) this.#pop();
    if (voidElements.has(name)) return;
    this.#open.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (!allowsBlocks(name)) this.#wordy += 1;
  }

  /** Closes an element. Unmatched end tags are ignored. */
  #close(name: string): void {
    if ((this.#counts.get(name) ?? 0) === 0) return;
    while (this.#pop() !== name);
  }

  #pop(): string | undefined {
    const name = this.#open.pop();
    if (name === undefined) return undefined;
    this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    if (!allowsBlocks(name)) this.#wordy -= 1;
    return name;
  }
}
