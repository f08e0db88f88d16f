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
  const plain = stripTags(paragraphs(typographic(shown)));
  const all = plain.split(/[\n\r\t ]+/).filter((word) => word !== '');
  if (all.length === 0) return '';
  if (words >= all.length) return all.join(' ');
  return `${all.slice(0, words < 0 ? -1 : words).join(' ')} [&hellip;]`;
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
