// Divides the content of an entry into pages at its page breaks.
import { type BlockTag, tagsOf } from '../rendering/blocks/tags.ts';

/** The page break in rendered content, with the paragraph around it in text without blocks. */
const pageBreak = /<p>\s*<!--nextpage-->\s*<\/p>|<!--nextpage-->/g;

/** Elements without content. */
const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** One page of the content of an entry. */
export interface ContentPage {
  readonly html: string;
  /** Number of pages, at least 1. */
  readonly pages: number;
}

/**
 * Returns a page of content, from 1; undefined if there is no such page. Elements that are open at a page break are closed on the page before
 * it and opened again on the page after it, so that the pages of balanced content are balanced. A page break at the beginning is ignored.
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
  const after = page === pages ? [] : openElements(content, before, start, end);
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
    const at = isClosing ? elements.findLastIndex((each) => each.name === name) : -1;
    if (at >= 0) elements.length = at;
  }
  return elements;
}
