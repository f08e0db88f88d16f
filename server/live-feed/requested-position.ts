// Reads the position from which a client continues a stream of events.
import { ApiError } from '../api-error.ts';
import type { Call } from '../http/module.ts';

/**
 * Returns the position in the header `Last-Event-ID`, which browsers send when they reconnect, or in the parameter `after`; undefined for a
 * new client. Throws ApiError 400 `rest_invalid_event_id` if the header is not a position.
 */
export function requestedPosition({
  header,
  args,
}: Pick<Call<{ readonly after?: number | undefined }>, 'header' | 'args'>): number | undefined {
  const id = header('last-event-id');
  if (id === undefined || id === '') return args.after;
  if (!/^\d{1,15}$/.test(id))
    throw new ApiError(
      'rest_invalid_event_id',
      400,
      'Invalid Last-Event-ID: it must be the ID of an event that you have received.',
    );
  return Number(id);
}
