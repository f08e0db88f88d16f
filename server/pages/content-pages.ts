// Divides the content of an entry into pages at its page breaks.
import { type BlockTag, tagsOf } from '../rendering/blocks/tags.ts';

/** The page break in rendered content, with the paragraph around it in text without blocks. */
const pageBreak = /<p>\s*<!--nextpage-->\s*<\/p>|<!--nextpage-->/g;

/** Elements without content. */
const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements that browsers continue after the end of the element that contains them. */
const formattingElements: ReadonlySet<string> = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' '),
);

/** Elements whose end also ends the formatting elements in them. */
const markerElements: ReadonlySet<string> = new Set('caption marquee object td template th'.split(' '));

/** Elements in which an end tag ends no element around them. */
const scopeElements: ReadonlySet<string> = new Set(['table', ...markerElements]);

/** Elements whose end tags also end the cells in them. */
const tableElements: ReadonlySet<string> = new Set(['tbody', 'tfoot', 'thead', 'tr', ...scopeElements]);

/** One page of the content of an entry. */
export interface ContentPage {
  readonly html: string;
  /** Number of pages, at least 1. */
  readonly pages: number;
}

/**
 * Returns a page of content, from 1; undefined if there is no such page. Elements that are open at a page break are closed on the page before
 * it and opened again on the page after it, and those that are open at the end of the content are closed, so that no element of the content contains
 * what follows it on the page. A page break at the beginning is ignored.
 */
export function pageOfContent(content: string, page: number): ContentPage | undefined {
  const beginning = content.search(/\S/);
  const breaks = [...content.matchAll(pageBreak)]
    .map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
    .filter(({ start }) => start > beginning);
  const pages = breaks.length + 1;
  if (page > pages) return undefined;
  const start = breaks[page - 2]?.end ?? 0;
  const end = breaks[page - 1]?.start ?? content.length;
  // The tags of the page break itself are those of the paragraph around it, which is left out.
  const before = openElements(content, [], 0, breaks[page - 2]?.start ?? 0);
  const after = pages === 1 ? [] : openElements(content, before, start, end);
  const opening = before.map((tag) => content.slice(tag.start, tag.end)).join('');
  const closing = after.map(({ name }) => `</${name}>`).reverse();
  return { html: opening + content.slice(start, end) + closing.join(''), pages };
}

/** Returns the start tags of the elements that are open at a position, given those that were open at an earlier one. */
function openElements(content: string, open: readonly BlockTag[], from: number, to: number): readonly BlockTag[] {
  const elements = [...open];
  if (from >= to) return elements;
  const html = content.slice(from, to);
  for (const { name, isClosing, start, end } of tagsOf(html)) {
    const isVoid = voidElements.has(name) || html[end - 2] === '/';
    if (!isClosing && !isVoid) elements.push({ name, isClosing, start: from + start, end: from + end });
    const at = isClosing ? endedBy(name, elements) : -1;
    if (at >= 0) elements.push(...remainingOf(name, elements.splice(at).slice(1)));
  }
  return elements;
}

/** Returns the index of the element that an end tag ends; -1 for none. An end tag in a table cell or an object ends no element around it. */
function endedBy(name: string, elements: readonly BlockTag[]): number {
  const at = elements.findLastIndex((each) => each.name === name);
  const scope = elements.findLastIndex((each) => scopeElements.has(each.name));
  return at >= scope || tableElements.has(name) ? at : -1;
}

/**
 * Returns the elements that remain open after an end tag, of those that were opened inside the ended element (HTML, 13.2.6.4.7). Paragraphs that
 * the service adds to text without blocks can end before the formatting elements in them.
 */
function remainingOf(name: string, inner: readonly BlockTag[]): readonly BlockTag[] {
  if (formattingElements.has(name)) return inner;
  if (markerElements.has(name)) return [];
  const end = inner.findIndex((each) => markerElements.has(each.name));
  return (end < 0 ? inner : inner.slice(0, end)).filter((each) => formattingElements.has(each.name));
}
