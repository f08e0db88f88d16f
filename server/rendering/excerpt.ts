import { type Block, hasBlocks, parseBlocks } from './blocks/parse.ts';
import { isHidden, renderStaticBlocks } from './blocks/render.ts';
import { classesOf } from './blocks/tags.ts';
import { stripTags, tokenizeMarkup } from './markup.ts';
import { addParagraphs } from './paragraphs.ts';
import { removeShortcodes } from './shortcodes.ts';
import { applyTypography } from './typography.ts';

const textBlocks: ReadonlySet<string | null> = new Set([
  null,
  ...'freeform heading html list media-text paragraph preformatted pullquote quote table verse'
    .split(' ')
    .map((name) => `core/${name}`),
]);
/** A pattern that matches a page break at the beginning of content, with or without its block comments. */
const emptyFirstPage = /^(?:<!-- wp:nextpage -->)?\n?<!--nextpage-->(?:\n?<!-- \/wp:nextpage -->)?/;
const wrapperBlocks: ReadonlySet<string | null> = new Set(['core/group', 'core/columns', 'core/column']);

/**
 * Returns the excerpt of an entry whose stored excerpt is empty, as HTML text without paragraphs (rendering.md §8): the first
 * `words` words of the content's plain text before the `more` comment or a page break, followed by ` [&hellip;]` when it is
 * truncated. With 0 words, only this suffix remains; a negative number drops the last word (posts-and-pages.md §11). Returns `''` for
 * content without text.
 */
export function generateExcerpt(content: string, words = 55): string {
  const textHtml = removeFootnoteReferences(renderTextBlocks(removeShortcodes(contentBeforeMore(content))));
  const all = renderFirstWords(textHtml, words);
  if (all.length === 0) return '';
  if (words >= all.length) return all.join(' ');
  return `${all.slice(0, words < 0 ? -1 : words).join(' ')} [&hellip;]`;
}

/** Number of characters per requested word that are rendered first, and the minimum total number. */
const CHARACTERS_PER_WORD = 32;
const MIN_CHARACTERS = 16_384;

/**
 * Returns all words of HTML, or its first words, at least one more than `words`. Long HTML is rendered in growing prefixes
 * until one suffices. In the worst case, this costs a third more than rendering it completely.
 */
function renderFirstWords(html: string, words: number): string[] {
  let length = Math.max(MIN_CHARACTERS, words * CHARACTERS_PER_WORD);
  for (; words >= 0 && length < html.length; length *= 4) {
    const end = endOfToken(html, length);
    const found = end < 2 * length ? renderWords(html.slice(0, end), words + 2) : [];
    if (found.length > words + 1) return found;
  }
  return renderWords(html, words < 0 ? Number.POSITIVE_INFINITY : words + 1);
}

/** Returns the first words of HTML, at most `max`. Splitting a whole text would take longer than rendering it. */
function renderWords(html: string, max: number): string[] {
  const plain = stripTags(addParagraphs(applyTypography(html)));
  const words: string[] = [];
  for (let start = 0; start < plain.length && words.length < max; ) {
    let end = start;
    while (end < plain.length && !isBlank(plain.charCodeAt(end))) end += 1;
    if (end > start) words.push(plain.slice(start, end));
    start = end + 1;
  }
  return words;
}

/** Whether this character separates words: a line feed, a carriage return, a tab or a space. */
const isBlank = (code: number): boolean => code === 0x20 || code === 0xa || code === 0xd || code === 0x9;

/** Returns the end of the tag, comment or text at a position; in a long text, the end of the word at the position. */
function endOfToken(html: string, position: number): number {
  let at = 0;
  while (at < position) {
    const open = html.indexOf('<', at);
    if (open < 0 || open > 2 * position) return endOfWord(html, Math.max(at, position));
    if (open >= position) return open;
    const delimiter = html.startsWith('<!--', open) ? '-->' : '>';
    const end = html.indexOf(delimiter, open + (delimiter === '>' ? 1 : 4));
    at = end < 0 ? html.length : end + delimiter.length;
  }
  return at;
}

function endOfWord(html: string, position: number): number {
  const space = /[\n\r\t ]/g;
  space.lastIndex = position;
  return space.exec(html)?.index ?? html.length;
}

/** Returns the content of the first page before the `more` comment. A page break at the very beginning is ignored. */
function contentBeforeMore(content: string): string {
  const firstPage = content.replace(emptyFirstPage, '');
  const more = findMoreOrPageBreak(firstPage);
  return more < 0 ? firstPage : firstPage.slice(0, more);
}

/** Returns the position of the first `<!--more…-->` or `<!--nextpage-->`; -1 when there is none. */
function findMoreOrPageBreak(content: string): number {
  const lastEnd = content.lastIndexOf('-->');
  for (let at = content.indexOf('<!--'); at >= 0 && at < lastEnd; at = content.indexOf('<!--', at + 4)) {
    if (content.startsWith('more', at + 4) || content.startsWith('nextpage-->', at + 4)) return at;
  }
  return -1;
}

/** Returns the rendered text blocks of the content, including those in wrapper blocks. */
function renderTextBlocks(content: string): string {
  if (!hasBlocks(content)) return content;
  const foundBlocks: Block[] = [];
  const stack: { block: Block; nested: boolean }[] = [];
  const pushBlocks = (blocks: Block[], nested: boolean) => {
    for (const block of blocks.toReversed()) stack.push({ block, nested });
  };
  pushBlocks(parseBlocks(content), false);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { block, nested } = next;
    const inner = block.innerContent.filter((part) => typeof part !== 'string');
    if (isHidden(block) || !(textBlocks.has(block.name) || wrapperBlocks.has(block.name))) continue;
    if (wrapperBlocks.has(block.name) && inner.length > 0) pushBlocks(inner, true);
    else if (
      inner.every((one) => textBlocks.has(one.name) && one.innerContent.every((part) => typeof part === 'string'))
    ) {
      foundBlocks.push(block);
    } else if (nested) pushBlocks(inner, true);
  }
  return renderStaticBlocks(foundBlocks);
}

/** Removes the `sup.fn` elements, which reference footnotes. */
function removeFootnoteReferences(html: string): string {
  if (!html.includes('<sup')) return html;
  let inside = false;
  return tokenizeMarkup(html)
    .filter((piece) => {
      const isSuperscript = piece.name === 'sup';
      if (isSuperscript && !piece.isClosing && classesOf(piece.text).includes('fn')) inside = true;
      const kept = !inside;
      if (isSuperscript && piece.isClosing) inside = false;
      return kept;
    })
    .map((piece) => piece.text)
    .join('');
}
