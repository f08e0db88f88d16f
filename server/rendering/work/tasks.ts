// Defines the text processing tasks. They are functions of plain data, so they can run in the service process or in a worker process.

import { hasBlocks, normalBlocks } from '../blocks/index.ts';
import { parseBlocks } from '../blocks/parse.ts';
import { prepareComment, renderComment } from '../comment.ts';
import { renderBlockParts, serializeParts } from '../content-parts.ts';
import { renderContent, renderExcerpt, renderGeneratedExcerpt, renderTitle } from '../render.ts';
import { sanitizeFootnotes } from '../sanitise/footnotes.ts';
import { sanitizeEntry, sanitizeField } from '../sanitise/sanitise.ts';

/** Raw texts of an entry. */
export interface EntryTexts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** Rendered texts of an entry. */
export interface RenderedTexts {
  readonly title_rendered: string;
  readonly content_rendered: string;
  readonly excerpt_rendered: string;
}

/** Submitted texts of an entry. */
export interface SubmittedTexts extends EntryTexts {
  /** Footnotes to be sanitized, as JSON; `''` if there are none. */
  readonly footnotes: string;
  /** Whether the texts are sanitized, because their author may not post unrestricted HTML. */
  readonly isFiltered: boolean;
  /** URL prefix of this site's uploads. */
  readonly uploads: string;
  /** Theme to set on template parts that have none; undefined to leave them unchanged. */
  readonly theme: string | undefined;
}

/** Texts in their stored form. */
export interface StoredTexts extends EntryTexts {
  readonly footnotes: string;
}

/** Number of words in a generated excerpt (posts-and-pages.md §11). */
export const generatedExcerptWords = 55;

/** Renders the stored excerpt. If it is empty, renders an excerpt that is generated from the first `words` words of the content. */
const renderEntryExcerpt = ({ content, excerpt }: Pick<EntryTexts, 'content' | 'excerpt'>, words: number): string =>
  excerpt.trim() === '' ? renderGeneratedExcerpt(content, words) : renderExcerpt(excerpt);

const sanitizeEntryTexts = (submitted: SubmittedTexts): StoredTexts => {
  const { title, content, excerpt, footnotes, isFiltered, uploads, theme } = submitted;
  const texts = isFiltered ? sanitizeEntry({ title, content, excerpt }, uploads) : { title, content, excerpt };
  return {
    ...texts,
    content: normalBlocks(texts.content, theme),
    footnotes: footnotes === '' ? '' : sanitizeFootnotes(footnotes, uploads),
  };
};

const renderEntryTexts = (texts: EntryTexts): RenderedTexts => ({
  title_rendered: renderTitle(texts.title),
  content_rendered: renderContent(texts.content),
  excerpt_rendered: renderEntryExcerpt(texts, generatedExcerptWords),
});

/** Tasks by name. Every processed string is a direct property of the input. */
const tasks = {
  /** Returns the stored and the rendered texts of an entry. */
  store: (submitted: SubmittedTexts) => {
    const stored = sanitizeEntryTexts(submitted);
    return { stored, rendered: renderEntryTexts(stored), hasBlocks: hasBlocks(stored.content) };
  },
  filter: sanitizeEntryTexts,
  render: renderEntryTexts,
  excerpt: ({ content, excerpt, words }: Pick<EntryTexts, 'content' | 'excerpt'> & { readonly words: number }) =>
    renderEntryExcerpt({ content, excerpt }, words),
  /** Sanitizes the description of a term or user. */
  description: ({ description, field }: { readonly description: string; readonly field: DescriptionField }) =>
    sanitizeField(field, description),
  storeComment: ({ content, mayPostAnyHtml }: { readonly content: string; readonly mayPostAnyHtml: boolean }) =>
    prepareComment(content, mayPostAnyHtml),
  renderComment: ({ content }: { readonly content: string }) => renderComment(content),
  /** Renders the inner blocks of loops to the result of `serializeParts`. */
  renderBlocks: ({ content }: { readonly content: string }) => serializeParts(renderBlockParts(parseBlocks(content))),
};

type DescriptionField = 'termDescription' | 'userDescription';
type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskResult<Name extends TaskName> = ReturnType<Tasks[Name]>;

/** Runs a task in this process. */
export const runTask = <Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskResult<Name> =>
  (tasks[name] as (input: TaskInput<Name>) => TaskResult<Name>)(input);
