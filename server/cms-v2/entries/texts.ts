// The texts of an entry: what is stored of what was sent, and what is made of it when it is written.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { indexedText, maxSearchedLength } from '../../database/searched-text.ts';
import { Refusal } from '../../refusal.ts';
import { hasBlocks } from '../../rendering/blocks/index.ts';
import { fold } from '../../rendering/fold.ts';
import { RENDERER_VERSION, renderTitle } from '../../rendering/render.ts';
import { type RenderedTexts, runTask, type SubmittedTexts, type Texts } from '../../rendering/work/tasks.ts';
import { type EntryArgs, sentText } from './entry-args.ts';
import { isIndexedState } from './indexed-states.ts';
import type { EntryParts } from './parts.ts';
import type { WholeEntry } from './rows.ts';

export type { Texts };

const none: Texts = { title: '', content: '', excerpt: '' };

/**
 * The texts to store before they are filtered: those sent, else those there were. An empty `raw`, or a lone 0, clears content
 * and excerpt and not the title (posts-and-pages.md §5). Of those who may not post any HTML everything is filtered, also
 * what they did not send (rendering.md §10). Blocks are written back in their stored form (rendering.md §4); template parts
 * get the name of the theme in templates only, so that other contents come back as they were submitted. `footnotes`: those
 * sent, in JSON, where they are to be filtered.
 */
export function submittedTexts(
  args: EntryArgs,
  before: Texts | undefined,
  actor: Actor,
  type: ContentType,
  { site, theme }: Pick<EntryParts, 'site' | 'theme'>,
): SubmittedTexts {
  const old = before ?? none;
  const title = sentText(args.title);
  const keepsTitle = title === undefined || (typeof args.title === 'object' && (title === '' || title === '0'));
  const isFiltered = !actor.can('unfiltered_html');
  const footnotes = isFiltered ? args.meta?.footnotes : undefined;
  return {
    title: (keepsTitle ? old.title : title).trim(),
    content: sentText(args.content) ?? old.content,
    excerpt: sentText(args.excerpt) ?? old.excerpt,
    footnotes: typeof footnotes === 'string' ? footnotes : '',
    isFiltered,
    uploads: `${site.uploads}/`,
    theme: type.servedAs === 'templates' ? theme.name : undefined,
  };
}

/**
 * Throws Refusal 400 `empty_content` for an entry with neither title, content nor excerpt, where its type asks for some; a
 * lone 0 counts as nothing (posts-and-pages.md §4).
 */
export function requireText({ title, content, excerpt }: Texts, type: ContentType): void {
  if (type.mayBeEmpty || [title, content, excerpt].some((text) => text !== '' && text !== '0')) return;
  throw new Refusal('empty_content', 400, 'It needs a title, a content or an excerpt.');
}

type Made = Pick<
  WholeEntry,
  'title_rendered' | 'content_rendered' | 'excerpt_rendered' | 'renderer' | 'block_version' | 'title_key'
>;

/** How much of a title lists are ordered by: an index row has a limit on PostgreSQL. Characters. */
export const longestKey = 400;

/** Everything that is stored beside texts so that reading needs not make it. */
export const madeColumns = (texts: Texts, rendered: RenderedTexts): Made => ({
  ...rendered,
  renderer: RENDERER_VERSION,
  block_version: hasBlocks(texts.content) ? 1 : 0,
  title_key: titleKey(texts.title),
});

/** The same made here and now, whatever it takes: for commands and for texts that are known to be short. */
export const madeOf = (texts: Texts): Made => madeColumns(texts, rendered(texts));

/** What titles are ordered by. Of a long one only the beginning is looked at. */
export const titleKey = (title: string): string => fold(title.slice(0, 4 * longestKey)).slice(0, longestKey);

/** The texts for display, made here and now. */
export const rendered = (texts: Texts): RenderedTexts => runTask('render', texts);

/** The longest title that is rendered when it is read. Characters. */
const longestTitle = 8000;

/** A title as HTML. One that an older renderer has made is made anew, unless it is too long to be while others wait. */
export const titleOf = (row: { readonly title: string; readonly title_rendered: string; readonly renderer: number }) =>
  row.renderer === RENDERER_VERSION || row.title.length > longestTitle ? row.title_rendered : renderTitle(row.title);

/** The texts as searches look at them: folded, and of long ones the beginning. */
export const searchText = ({ title, content, excerpt }: Texts): Texts =>
  indexedText({
    title: folded(title, maxSearchedLength.title),
    excerpt: folded(excerpt, maxSearchedLength.excerpt),
    content: folded(content, maxSearchedLength.content),
  });

/** Folding takes time in proportion, so what is not indexed is cut first. */
const folded = (text: string, length: number): string => fold(text.slice(0, length));

/** The row of `entry_text` of an entry. */
export const searchRow = (entry_id: number, entry: Texts & { readonly status: string }) => ({
  entry_id,
  ...searchText(entry),
  indexed: isIndexedState(entry.status) ? 1 : 0,
});

/** Whether two texts differ in nothing but the amount of white space. Linear. */
export function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [words, others] = [one.trim(), other.trim()];
  let [at, otherAt] = [0, 0];
  while (at < words.length && otherAt < others.length) {
    const [end, otherEnd] = [endOfSpace(words, at), endOfSpace(others, otherAt)];
    if (end > at !== otherEnd > otherAt) return false;
    if (end === at && words.charCodeAt(at) !== others.charCodeAt(otherAt)) return false;
    at = end > at ? end : at + 1;
    otherAt = otherEnd > otherAt ? otherEnd : otherAt + 1;
  }
  return at === words.length && otherAt === others.length;
}

/** Where the white space ends that begins at a place, if any does. */
function endOfSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** What `\s` matches in a regular expression. */
const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x9 && code <= 0xd) || (code >= 0xa0 && otherSpaces.has(code));

const otherSpaces: ReadonlySet<number> = new Set([
  ...[0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
]);
