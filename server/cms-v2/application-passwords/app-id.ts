// Validates `app_id`, the ID that an application assigns to itself.

import { ApiError } from '../../api-error.ts';
import type { Call } from '../../http/module.ts';

/**
 * Throws ApiError 400 `rest_invalid_param` if `app_id` is null, because it must be a UUID or an empty string
 * (protocol.md §4.6, app_id).
 */
export function rejectNullAppId({ nulls }: Pick<Call, 'nulls'>): void {
  if (!nulls.has('app_id')) return;
  const message = 'app_id must be a UUID or empty.';
  throw new ApiError('rest_invalid_param', 400, message, {
    data: {
      params: { app_id: message },
      details: { app_id: { code: 'rest_no_matching_schema', message, data: null } },
    },
  });
}
