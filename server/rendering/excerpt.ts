import { type Block, hasBlocks, parseBlocks } from './blocks/grammar.ts';
import { isHidden, renderStaticBlocks } from './blocks/render.ts';
import { classesOf } from './blocks/tags.ts';
import { splitMarkup, stripTags } from './markup.ts';
import { paragraphs } from './paragraphs.ts';
import { removeShortcodes } from './shortcodes.ts';
import { typographic } from './typography.ts';

const texts: ReadonlySet<string | null> = new Set([
  null,
  ...'freeform heading html list media-text paragraph preformatted pullquote quote table verse'
    .split(' ')
    .map((name) => `core/${name}`),
]);
/** A page mark, in its block or alone, with no text before it. */
const emptyFirstPage = /^(?:<!-- wp:nextpage -->)?\n?<!--nextpage-->(?:\n?<!-- \/wp:nextpage -->)?/;
const wrappers: ReadonlySet<string | null> = new Set(['core/group', 'core/columns', 'core/column']);

/**
 * The excerpt of an entry that has none of its own, as HTML text without paragraphs (rendering.md §8): the first
 * `words` words of the content's plain text up to the more mark, with ` [&hellip;]` when something was left out. 0 words
 * leave only that mark, a negative number drops the last word (posts-and-pages.md §11). No text gives `''`.
 */
export function makeExcerpt(content: string, words = 55): string {
  const shown = removeFootnoteMarks(keepTextBlocks(removeShortcodes(upToMore(content))));
  const all = firstWords(shown, words);
  if (all.length === 0) return '';
  if (words >= all.length) return all.join(' ');
  return `${all.slice(0, words < 0 ? -1 : words).join(' ')} [&hellip;]`;
}

/** How much of a text is looked at first for each word that is needed, in characters, and at least. */
const CHARACTERS_PER_WORD = 32;
const MIN_CHARACTERS = 16_384;

/**
 * Returns the words of some HTML from its beginning: all of them, or at least one more than `words`. Only as much of a long
 * text is rendered as holds so many, which costs at most a third more than rendering all of it would.
 */
function firstWords(html: string, words: number): string[] {
  let length = Math.max(MIN_CHARACTERS, words * CHARACTERS_PER_WORD);
  for (; words >= 0 && length < html.length; length *= 4) {
    const end = endOfPiece(html, length);
    const found = end < 2 * length ? wordsOf(html.slice(0, end)) : [];
    if (found.length > words + 1) return found;
  }
  return wordsOf(html);
}

function wordsOf(html: string): string[] {
  const plain = stripTags(paragraphs(typographic(html)));
  return plain.split(/[\n\r\t ]+/).filter((word) => word !== '');
}

/** Where the tag, comment or text ends that stands at a place; a long text ends with the word. */
function endOfPiece(html: string, place: number): number {
  let at = 0;
  while (at < place) {
    const open = html.indexOf('<', at);
    if (open < 0 || open > 2 * place) return endOfWord(html, Math.max(at, place));
    if (open >= place) return open;
    const mark = html.startsWith('<!--', open) ? '-->' : '>';
    const end = html.indexOf(mark, open + (mark === '>' ? 1 : 4));
    at = end < 0 ? html.length : end + mark.length;
  }
  return at;
}

function endOfWord(html: string, place: number): number {
  const space = /[\n\r\t ]/g;
  space.lastIndex = place;
  return space.exec(html)?.index ?? html.length;
}

/** The first page up to the more mark. A page mark at the very beginning parts nothing from what follows it. */
function upToMore(content: string): string {
  const begun = content.replace(emptyFirstPage, '');
  const more = firstMark(begun);
  return more < 0 ? begun : begun.slice(0, more);
}

/** Where the first `<!--more…-->` or `<!--nextpage-->` begins. */
function firstMark(content: string): number {
  const lastEnd = content.lastIndexOf('-->');
  for (let at = content.indexOf('<!--'); at >= 0 && at < lastEnd; at = content.indexOf('<!--', at + 4)) {
    if (content.startsWith('more', at + 4) || content.startsWith('nextpage-->', at + 4)) return at;
  }
  return -1;
}

/** Only blocks of running text contribute, and wrappers by what is in them. */
function keepTextBlocks(content: string): string {
  if (!hasBlocks(content)) return content;
  const kept: Block[] = [];
  const waiting: { block: Block; nested: boolean }[] = [];
  const wait = (blocks: Block[], nested: boolean) => {
    for (const block of blocks.toReversed()) waiting.push({ block, nested });
  };
  wait(parseBlocks(content), false);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { block, nested } = next;
    const inner = block.pieces.filter((piece) => typeof piece !== 'string');
    if (isHidden(block) || !(texts.has(block.name) || wrappers.has(block.name))) continue;
    if (wrappers.has(block.name) && inner.length > 0) wait(inner, true);
    else if (inner.every((one) => texts.has(one.name) && one.pieces.every((piece) => typeof piece === 'string'))) {
      kept.push(block);
    } else if (nested) wait(inner, true);
  }
  return renderStaticBlocks(kept);
}

/** Takes out the elements `sup.fn`, which hold the number of a footnote. */
function removeFootnoteMarks(html: string): string {
  if (!html.includes('<sup')) return html;
  let inside = false;
  return splitMarkup(html)
    .filter((piece) => {
      const isMark = piece.name === 'sup';
      if (isMark && !piece.closes && classesOf(piece.text).includes('fn')) inside = true;
      const kept = !inside;
      if (isMark && piece.closes) inside = false;
      return kept;
    })
    .map((piece) => piece.text)
    .join('');
}
