// Texts that are rendered when they are read: former texts, and what an older renderer has made.
import type { View } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { TextTooHeavy } from '../../rendering/work/errors.ts';
import type { RenderedTexts, TaskInput, TaskName, TaskResult, Texts } from '../../rendering/work/tasks.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import type { EntryParts } from './parts.ts';

/** An entry with what was made of its texts when it was written, or later. */
export type RenderedRow = RenderedTexts & { readonly id: number };

/** For whom texts are rendered, and whether what the request may use is counted for all of them together. */
export interface Reading {
  readonly work: WorkScope;
  readonly isLimited: boolean;
}

/** How items are read: one alone, and as many as they like by those who may post any HTML, without a common limit. */
export const readingOf = ({ call: { work, actor }, itemCount }: Pick<View, 'call' | 'itemCount'>): Reading => ({
  work,
  isLimited: itemCount > 1 && !actor.can('unfiltered_html'),
});

/**
 * Does a task for an answer that shows several texts. One that is too expensive in itself gives `fallback`.
 * @throws Refusal 400 `rest_too_much_text` where the texts are too expensive together; WorkersBusy
 */
export async function runOrElse<Name extends TaskName>(
  { texts }: Pick<EntryParts, 'texts'>,
  { work, isLimited }: Reading,
  name: Name,
  input: TaskInput<Name>,
  fallback: () => TaskResult<Name>,
): Promise<TaskResult<Name>> {
  try {
    return await texts.run(name, input, work, { allowance: isLimited ? 'request' : 'text' });
  } catch (error) {
    if (!(error instanceof TextTooHeavy)) throw error;
    if (error.isBudgetSpent) throw tooMuchText();
    return fallback();
  }
}

const tooMuchText = (): Refusal => {
  const sentence =
    'The texts of these items are too long to be rendered together; ask for fewer, or leave out the text.';
  return new Refusal('rest_too_much_text', 400, `Invalid parameter: per_page. ${sentence}`, {
    data: { params: { per_page: sentence } },
  });
};

/** Renders the texts of entries anew, by their ids. What takes too long stays as an older renderer has made it. */
export async function renderAnew(
  { texts: processor }: Pick<EntryParts, 'texts'>,
  { work, isLimited }: Reading,
  rows: readonly (RenderedRow & { readonly texts: Texts })[],
): Promise<Map<number, RenderedTexts>> {
  const made = new Map<number, RenderedTexts>();
  for (const { id, texts, title_rendered, content_rendered, excerpt_rendered } of rows) {
    const { title, content, excerpt } = texts;
    const before = { title_rendered, content_rendered, excerpt_rendered };
    const options = { allowance: isLimited ? 'request' : 'text' } as const;
    const rendered = processor.run('render', { title, content, excerpt }, work, options).catch((error: unknown) => {
      if (error instanceof TextTooHeavy) return before;
      throw error;
    });
    made.set(id, await rendered);
  }
  return made;
}
