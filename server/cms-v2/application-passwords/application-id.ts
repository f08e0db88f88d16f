// The identifier that an application gives itself.
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Throws Refusal 400 `rest_invalid_param` where null is sent for it: null is neither a UUID nor the empty text
 * (protocol.md §4.6, app_id).
 */
export function refuseNullApplicationId({ nulls }: Pick<Call, 'nulls'>): void {
  if (!nulls.has('app_id')) return;
  const message = 'app_id must be a UUID or empty.';
  throw new Refusal('rest_invalid_param', 400, message, {
    data: {
      params: { app_id: message },
      details: { app_id: { code: 'rest_no_matching_schema', message, data: null } },
    },
  });
}
