// Renders texts at read time, such as those of revisions and those whose stored rendering is from an older renderer.

import { ApiError } from '../../api-error.ts';
import type { View } from '../../http/module.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { TextTooHeavy } from '../../rendering/work/errors.ts';
import type { EntryTexts, RenderedTexts, TaskInput, TaskName, TaskResult } from '../../rendering/work/tasks.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import type { WorkScope } from '../../workers/work-scope.ts';

/** An entry with its stored rendered texts. */
export type RenderedRow = RenderedTexts & { readonly id: number };

/** The budget for rendering the texts of a response. */
export interface RenderBudget {
  /** The scope to which rendering is charged. */
  readonly work: WorkScope;
  /** Whether the texts share one budget. Otherwise each text has a separate budget. */
  readonly isLimited: boolean;
}

/**
 * Returns the budget for rendering the texts of a response. Each text has a separate budget if the response has a single item or the
 * caller has `unfiltered_html`; otherwise all texts share one budget.
 */
export const renderBudget = ({ call: { work, actor }, itemCount }: Pick<View, 'call' | 'itemCount'>): RenderBudget => ({
  work,
  isLimited: itemCount > 1 && !actor.can('unfiltered_html'),
});

/**
 * Runs a task on one of the texts of a response. Returns the result of `fallback` if the text exceeds the full budget.
 *
 * @throws ApiError 400 `rest_too_much_text` if the text exceeds the rest of a shared budget; WorkersBusy
 */
export async function runOrElse<Name extends TaskName>(
  texts: TextProcessor,
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
    'The texts of these items are too long to be rendered together; request fewer items, or omit the texts with _fields.';
  return new ApiError('rest_too_much_text', 400, `Invalid parameter: per_page. ${message}`, {
    data: { params: { per_page: message } },
  });
};

/**
 * Returns the rendered content of a stored text: the stored one, or a new one if it is from an older renderer. A text that is too expensive
 * keeps its stored rendering.
 */
export async function currentContent(
  texts: TextProcessor,
  budget: RenderBudget,
  { content, content_rendered, renderer }: { content: string; content_rendered: string; renderer: number },
): Promise<string> {
  if (renderer === RENDERER_VERSION) return content_rendered;
  const before = () => ({ title_rendered: '', content_rendered, excerpt_rendered: '' });
  return (await runOrElse(texts, budget, 'render', { title: '', content, excerpt: '' }, before)).content_rendered;
}

/** Renders the texts of entries again, and returns them by entry ID. Texts that are too expensive keep their stored rendering. */
export async function rerender(
  processor: TextProcessor,
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
