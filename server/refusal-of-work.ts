// What goes wrong where texts are worked on, as callers are told it.
import { Refusal } from './refusal.ts';
import { TextTooHeavy } from './rendering/work/errors.ts';
import { WorkersBusy } from './workers/errors.ts';

/** The refusal for what the work on texts has thrown; undefined: the error is none of its own. */
export function refusalOfWork(error: unknown): Refusal | undefined {
  if (error instanceof WorkersBusy)
    return new Refusal('rest_workers_busy', 503, 'Too many long texts are being processed; try again.', {
      retryAfter: 2,
    });
  if (!(error instanceof TextTooHeavy)) return undefined;
  const { property, isBudgetSpent } = error;
  const sentence = isBudgetSpent
    ? `${property} is too long to be processed with the other texts of this request; send it in a request of its own.`
    : `${property} is too expensive to process; use fewer tags, shortcodes and quotes, or several entries.`;
  return new Refusal('rest_invalid_param', 400, `Invalid parameters: ${property}.`, {
    data: {
      params: { [property]: sentence },
      details: { [property]: { code: 'rest_text_too_expensive', message: sentence, data: null } },
    },
  });
}
