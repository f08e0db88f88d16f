// What is done with texts, as functions of plain data: the same in the service's process and in a worker.
import { parseBlocks } from '../blocks/grammar.ts';
import { hasBlocks, normalBlocks } from '../blocks/index.ts';
import { renderComment, storedComment } from '../comment.ts';
import { blockParts, packParts } from '../parts.ts';
import { renderContent, renderExcerpt, renderMadeExcerpt, renderTitle } from '../render.ts';
import { footnotesPlain } from '../sanitise/footnotes.ts';
import { sanitiseEntry, sanitiseField } from '../sanitise/sanitise.ts';

/** The texts of an entry, raw. */
export interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** The texts of an entry for display. */
export interface RenderedTexts {
  readonly title_rendered: string;
  readonly content_rendered: string;
  readonly excerpt_rendered: string;
}

/** Texts that somebody wants to store. */
export interface SubmittedTexts extends Texts {
  /** Footnotes in JSON that are to be filtered; `''`: none are. */
  readonly footnotes: string;
  /** Whether their author may not post any HTML. */
  readonly isFiltered: boolean;
  /** Where this site's uploads lie. */
  readonly uploads: string;
  /** The theme that template parts without one are given; undefined: they stay without. */
  readonly theme: string | undefined;
}

/** Texts as they are stored. */
export interface StoredTexts extends Texts {
  readonly footnotes: string;
}

/** How many words a made excerpt has (posts-and-pages.md §11). */
export const excerptWords = 55;

/** A written excerpt, or one of so many words made from the content. */
export const renderedExcerpt = ({ content, excerpt }: Pick<Texts, 'content' | 'excerpt'>, words: number): string =>
  excerpt.trim() === '' ? renderMadeExcerpt(content, words) : renderExcerpt(excerpt);

const filterTexts = (submitted: SubmittedTexts): StoredTexts => {
  const { title, content, excerpt, footnotes, isFiltered, uploads, theme } = submitted;
  const texts = isFiltered ? sanitiseEntry({ title, content, excerpt }, uploads) : { title, content, excerpt };
  return {
    ...texts,
    content: normalBlocks(texts.content, theme),
    footnotes: footnotes === '' ? '' : footnotesPlain(footnotes, uploads),
  };
};

const renderTexts = (texts: Texts): RenderedTexts => ({
  title_rendered: renderTitle(texts.title),
  content_rendered: renderContent(texts.content),
  excerpt_rendered: renderedExcerpt(texts, excerptWords),
});

/** Each task by its name. Inputs are flat: every string that is worked on is a property of its own. */
export const tasks = {
  /** Makes what is stored of the texts of an entry, and what readers see of it. */
  store: (submitted: SubmittedTexts) => {
    const stored = filterTexts(submitted);
    return { stored, rendered: renderTexts(stored), hasBlocks: hasBlocks(stored.content) };
  },
  filter: filterTexts,
  render: renderTexts,
  excerpt: ({ content, excerpt, words }: Pick<Texts, 'content' | 'excerpt'> & { readonly words: number }) =>
    renderedExcerpt({ content, excerpt }, words),
  /** Filters the description of a term or user. */
  description: ({ description, field }: { readonly description: string; readonly field: DescriptionField }) =>
    sanitiseField(field, description),
  storeComment: ({ content, mayPostAnyHtml }: { readonly content: string; readonly mayPostAnyHtml: boolean }) =>
    storedComment(content, mayPostAnyHtml),
  renderComment: ({ content }: { readonly content: string }) => renderComment(content),
  /** Renders what blocks hold that show something for each entry of a list; the result is that of `packParts`. */
  renderBlocks: ({ content }: { readonly content: string }) => packParts(blockParts(parseBlocks(content))),
};

type DescriptionField = 'termDescription' | 'userDescription';
type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskResult<Name extends TaskName> = ReturnType<Tasks[Name]>;

/** A task as it is sent to a worker. */
export interface TextJob {
  readonly name: TaskName;
  readonly input: unknown;
}

/** Runs a task. */
export const runTask = <Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskResult<Name> =>
  (tasks[name] as (input: TaskInput<Name>) => TaskResult<Name>)(input);
