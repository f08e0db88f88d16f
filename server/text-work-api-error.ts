// Maps errors of text processing to API errors.
import { ApiError } from './api-error.ts';
import { TextTooHeavy } from './rendering/work/errors.ts';
import { WorkersBusy } from './workers/errors.ts';

/** Returns the API error for an error of text processing; undefined for any other error. */
export function textWorkApiError(error: unknown): ApiError | undefined {
  if (error instanceof WorkersBusy)
    return new ApiError('rest_workers_busy', 503, 'Too many long texts are being processed; try again.', {
      retryAfter: 2,
    });
  if (!(error instanceof TextTooHeavy)) return undefined;
  const { property, isBudgetSpent } = error;
  const message = isBudgetSpent
    ? `${property} is too long to be processed with the other texts of this request; send it in a separate request.`
    : `${property} is too expensive to process; use fewer tags, shortcodes and quotes, or split the text into several entries.`;
  return new ApiError('rest_invalid_param', 400, `Invalid parameters: ${property}.`, {
    data: {
      params: { [property]: message },
      details: { [property]: { code: 'rest_text_too_expensive', message, data: null } },
    },
  });
}
