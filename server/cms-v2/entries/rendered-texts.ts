// Texts rendered at read time: those of revisions, and those that an older renderer produced.

import { ApiError } from '../../api-error.ts';
import type { View } from '../../http/module.ts';
import { TextTooHeavy } from '../../rendering/work/errors.ts';
import type { EntryTexts, RenderedTexts, TaskInput, TaskName, TaskResult } from '../../rendering/work/tasks.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import type { EntryDeps } from './deps.ts';

/** An entry with its stored rendered texts. */
export type RenderedRow = RenderedTexts & { readonly id: number };

/** The scope that rendering is charged to, and whether the texts of the request share one budget. */
export interface RenderBudget {
  readonly work: WorkScope;
  readonly isLimited: boolean;
}

/**
 * Returns the budget for items: one for each text if there is a single item or the caller has `unfiltered_html`, else a common
 * one.
 */
export const renderBudget = ({ call: { work, actor }, itemCount }: Pick<View, 'call' | 'itemCount'>): RenderBudget => ({
  work,
  isLimited: itemCount > 1 && !actor.can('unfiltered_html'),
});

/**
 * Runs a task for a response with several texts. Returns `fallback` for a text that is too expensive by itself.
 *
 * @throws 400 `rest_too_much_text` if the texts are too expensive together; WorkersBusy
 */
export async function runOrElse<Name extends TaskName>(
  { texts }: Pick<EntryDeps, 'texts'>,
  { work, isLimited }: RenderBudget,
  name: Name,
  input: TaskInput<Name>,
  fallback: () => TaskResult<Name>,
): Promise<TaskResult<Name>> {
  try {
    return await texts.run(name, input, work, { allowance: isLimited ? 'request' : 'text' });
  } catch (error) {
    if (!(error instanceof TextTooHeavy)) throw error;
    if (error.isBudgetSpent) throw tooMuchTextError();
    return fallback();
  }
}

const tooMuchTextError = (): ApiError => {
  const message =
    'The texts of these items are too long to be rendered together; request fewer items, or leave out the texts.';
  return new ApiError('rest_too_much_text', 400, `Invalid parameter: per_page. ${message}`, {
    data: { params: { per_page: message } },
  });
};

/** Renders the texts of entries again, by entry ID. A text that is too expensive keeps its stored rendering. */
export async function rerender(
  { texts: processor }: Pick<EntryDeps, 'texts'>,
  { work, isLimited }: RenderBudget,
  rows: readonly (RenderedRow & { readonly texts: EntryTexts })[],
): Promise<Map<number, RenderedTexts>> {
  const results = new Map<number, RenderedTexts>();
  for (const { id, texts, title_rendered, content_rendered, excerpt_rendered } of rows) {
    const { title, content, excerpt } = texts;
    const previous = { title_rendered, content_rendered, excerpt_rendered };
    const options = { allowance: isLimited ? 'request' : 'text' } as const;
    const rendered = processor.run('render', { title, content, excerpt }, work, options).catch((error: unknown) => {
      if (error instanceof TextTooHeavy) return previous;
      throw error;
    });
    results.set(id, await rendered);
  }
  return results;
}
