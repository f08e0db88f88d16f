// The texts of an entry: what is stored of what was sent, and what is made of it when it is written.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { indexedText, maxSearchedLength } from '../../database/searched-text.ts';
import { Refusal } from '../../refusal.ts';
import { hasBlocks, normalBlocks } from '../../rendering/blocks/index.ts';
import { fold } from '../../rendering/fold.ts';
import {
  RENDERER_VERSION,
  renderContent,
  renderExcerpt,
  renderMadeExcerpt,
  renderTitle,
} from '../../rendering/render.ts';
import { sanitiseEntry } from '../../rendering/sanitise/sanitise.ts';
import { type EntryArgs, sentText } from './entry-args.ts';
import { isIndexedState } from './indexed-states.ts';
import type { EntryParts } from './parts.ts';
import type { WholeEntry } from './rows.ts';

export interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** How many words a made excerpt has (posts-and-pages.md §11). */
export const excerptWords = 55;

const none: Texts = { title: '', content: '', excerpt: '' };

/**
 * The texts to store: those sent, else those there were. An empty `raw`, or a lone 0, clears content and excerpt and not
 * the title (posts-and-pages.md §5). Of those who may not post any HTML everything is filtered, also what they did not send
 * (rendering.md §10); blocks are written back in their normal form, and template parts name the theme (rendering.md §4).
 */
export function storedTexts(
  args: EntryArgs,
  before: Texts | undefined,
  actor: Actor,
  { site, theme }: Pick<EntryParts, 'site' | 'theme'>,
): Texts {
  const old = before ?? none;
  const title = sentText(args.title);
  const keepsTitle = title === undefined || (typeof args.title === 'object' && (title === '' || title === '0'));
  const sent = {
    title: (keepsTitle ? old.title : title).trim(),
    content: sentText(args.content) ?? old.content,
    excerpt: sentText(args.excerpt) ?? old.excerpt,
  };
  const filtered = actor.can('unfiltered_html') ? sent : sanitiseEntry(sent, `${site.uploads}/`);
  return { ...filtered, content: normalBlocks(filtered.content, theme.name) };
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

/** Everything that is made of texts when they are written, so that reading needs not. */
export function madeOf(texts: Texts): Made {
  return {
    ...rendered(texts),
    renderer: RENDERER_VERSION,
    block_version: hasBlocks(texts.content) ? 1 : 0,
    title_key: fold(texts.title).slice(0, longestKey),
  };
}

/** The texts for display. */
export const rendered = (texts: Texts) => ({
  title_rendered: renderTitle(texts.title),
  content_rendered: renderContent(texts.content),
  excerpt_rendered: renderedExcerpt(texts, excerptWords),
});

/** A written excerpt, or one of so many words made from the content. */
export const renderedExcerpt = ({ content, excerpt }: Texts, words: number): string =>
  excerpt.trim() === '' ? renderMadeExcerpt(content, words) : renderExcerpt(excerpt);

/** An excerpt for display where none is made from the content. */
export const renderedWritten = (excerpt: string): string => (excerpt.trim() === '' ? '' : renderExcerpt(excerpt));

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
