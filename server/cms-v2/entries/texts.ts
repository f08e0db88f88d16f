// Computes the text columns of entries: the submitted title, content and excerpt, their rendered HTML, and their text for search.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { indexedText, maxSearchedLength } from '../../database/searched-text.ts';
import { hasBlocks } from '../../rendering/blocks/index.ts';
import { fold } from '../../rendering/fold.ts';
import { RENDERER_VERSION, renderTitle } from '../../rendering/render.ts';
import { type EntryTexts, type RenderedTexts, runTask, type SubmittedTexts } from '../../rendering/work/tasks.ts';
import type { SiteContext } from '../../site-context.ts';
import { rawText, type TextsInput } from './entry-args.ts';
import { isIndexedStatus } from './indexed-states.ts';
import type { WholeEntry } from './rows.ts';

export type { EntryTexts as Texts };

const emptyTexts: EntryTexts = { title: '', content: '', excerpt: '' };

/**
 * Returns the texts to store, before they are sanitized: the submitted texts, else the stored ones. A `raw` that is empty or 0
 * replaces the content and excerpt, but not the title (posts-and-pages.md §5). The other properties control how the texts are processed:
 * for callers without `unfiltered_html`, all texts are sanitized, including those that they did not submit (rendering.md §10); template
 * part blocks without a theme get the name of the active theme only in templates. `footnotes` contains the submitted footnotes, as
 * JSON, if they must be sanitized.
 */
export function submittedTexts(
  args: TextsInput,
  before: EntryTexts | undefined,
  actor: Actor,
  type: ContentType,
  { urls, theme }: Pick<SiteContext, 'urls' | 'theme'>,
): SubmittedTexts {
  const previous = before ?? emptyTexts;
  const title = rawText(args.title);
  const isTitleUnchanged = title === undefined || (typeof args.title === 'object' && (title === '' || title === '0'));
  const isFiltered = !actor.can('unfiltered_html');
  const footnotes = isFiltered ? args.meta?.footnotes : undefined;
  return {
    title: (isTitleUnchanged ? previous.title : title).trim(),
    content: rawText(args.content) ?? previous.content,
    excerpt: rawText(args.excerpt) ?? previous.excerpt,
    footnotes: typeof footnotes === 'string' ? footnotes : '',
    isFiltered,
    uploads: `${urls.uploads}/`,
    theme: type.servedAs === 'templates' ? theme.name : undefined,
  };
}

/**
 * Throws ApiError 400 `empty_content` for an entry without title, content and excerpt, if its type requires one of them. The text
 * `0` counts as empty (posts-and-pages.md §4).
 */
export function requireText({ title, content, excerpt }: EntryTexts, type: ContentType): void {
  if (type.mayBeEmpty || [title, content, excerpt].some((text) => text !== '' && text !== '0')) return;
  throw new ApiError('empty_content', 400, 'A title, content or excerpt is required.');
}

type DerivedColumns = Pick<
  WholeEntry,
  'title_rendered' | 'content_rendered' | 'excerpt_rendered' | 'renderer' | 'block_version' | 'title_key'
>;

/** Maximum length of the sort key of a title, in characters. It is limited because PostgreSQL limits the size of index rows. */
const maxTitleKeyLength = 400;

/** Returns all columns derived from texts, which are stored so that they need not be computed on read. */
export const derivedColumns = (texts: EntryTexts, rendering: RenderedTexts): DerivedColumns => ({
  ...rendering,
  renderer: RENDERER_VERSION,
  block_version: hasBlocks(texts.content) ? 1 : 0,
  title_key: titleKey(texts.title),
});

/**
 * Returns the derived columns, rendered synchronously and without a time limit. Used by commands, and for texts that are known to be
 * short.
 */
export const renderDerivedColumns = (texts: EntryTexts): DerivedColumns => derivedColumns(texts, renderTexts(texts));

/** Returns the sort key of a title. Only the beginning of a long title is used. */
export const titleKey = (title: string): string =>
  fold(title.slice(0, 4 * maxTitleKeyLength)).slice(0, maxTitleKeyLength);

/** Renders texts synchronously. */
const renderTexts = (texts: EntryTexts): RenderedTexts => runTask('render', texts);

/** Maximum length of a title that is rendered when it is read, in characters. */
const maxRenderedTitleLength = 8000;

/**
 * Returns a title as HTML. If the stored HTML was produced by another version of the renderer, the title is rendered again, unless it
 * is so long that rendering would delay other requests.
 */
export const titleOf = (row: { readonly title: string; readonly title_rendered: string; readonly renderer: number }) =>
  row.renderer === RENDERER_VERSION || row.title.length > maxRenderedTitleLength
    ? row.title_rendered
    : renderTitle(row.title);

/** Returns texts in the form that searches use: truncated to the maximum length of searched texts, and folded. */
export const searchText = ({ title, content, excerpt }: EntryTexts): EntryTexts =>
  indexedText({
    title: truncateAndFold(title, maxSearchedLength.title),
    excerpt: truncateAndFold(excerpt, maxSearchedLength.excerpt),
    content: truncateAndFold(content, maxSearchedLength.content),
  });

/** Truncates and folds a string. It is truncated first, because folding takes time proportional to the length. */
const truncateAndFold = (text: string, length: number): string => fold(text.slice(0, length));

/** Returns the columns of the row of `entry_text` for an entry that do not depend on its texts. */
export const indexedRow = ({ id, status }: Pick<WholeEntry, 'id' | 'status'>) => ({
  entry_id: id,
  indexed: isIndexedStatus(status) ? 1 : 0,
});

/** Returns the row of `entry_text` for an entry. */
export const searchRow = (entry: EntryTexts & Pick<WholeEntry, 'id' | 'status'>) => ({
  ...searchText(entry),
  ...indexedRow(entry),
});

/** Whether two strings are equal, except for the amount of white space. The comparison takes linear time. */
export function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [trimmed, otherTrimmed] = [one.trim(), other.trim()];
  let [at, otherAt] = [0, 0];
  while (at < trimmed.length && otherAt < otherTrimmed.length) {
    const [end, otherEnd] = [endOfSpace(trimmed, at), endOfSpace(otherTrimmed, otherAt)];
    if (end > at !== otherEnd > otherAt) return false;
    if (end === at && trimmed.charCodeAt(at) !== otherTrimmed.charCodeAt(otherAt)) return false;
    at = end > at ? end : at + 1;
    otherAt = otherEnd > otherAt ? otherEnd : otherAt + 1;
  }
  return at === trimmed.length && otherAt === otherTrimmed.length;
}

/** Returns the end of the white space that begins at `from`; `from` if there is none. */
function endOfSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether this character is white space, as matched by `\s` in a regular expression. */
const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x9 && code <= 0xd) || (code >= 0xa0 && otherSpaces.has(code));

const otherSpaces: ReadonlySet<number> = new Set([
  ...[0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
]);
