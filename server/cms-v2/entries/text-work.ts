// Creates the `TextWork` of a request (docs/rendering.md, "Long texts").
import type { Call } from '../../http/module.ts';
import type { TextProcessor } from '../../rendering/work/text-processor.ts';
import { type ParameterNames, TextWork } from '../../rendering/work/text-work.ts';

/**
 * Returns the `TextWork` that sanitizes and renders the texts of a request. Callers with `unfiltered_html` have a separate budget for
 * each text; all texts of other callers share one budget. `parameters` maps `content` and `excerpt` to the parameter names of the
 * request, if they differ.
 */
export const textWorkOf = (
  texts: TextProcessor,
  { work, actor }: Pick<Call, 'work' | 'actor'>,
  parameters: ParameterNames = {},
): TextWork => new TextWork(texts, work, { allowance: actor.can('unfiltered_html') ? 'text' : 'request', parameters });
