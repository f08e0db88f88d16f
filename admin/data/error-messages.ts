// The texts of errors whose messages in the API are written for programs. All other errors have the message of the API.
import { __ } from '@wordpress/i18n';

/** The code of a request without a response because the browser is offline. */
export const offlineCode = 'offline';

/** The code of a request without a response although the browser is online. */
export const unreachableCode = 'unreachable';

/** The code of a response that is not JSON, such as that of a proxy. */
export const invalidResponseCode = 'invalid_response';

const messages: Readonly<Record<string, () => string>> = {
  [offlineCode]: () => __('You are offline. Check your internet connection, then try again.'),
  [unreachableCode]: () => __('The service cannot be reached. It may be restarting; try again in a moment.'),
  [invalidResponseCode]: () => __('The service cannot answer at the moment. Try again in a moment.'),
  rest_precondition_failed: () => __('This was changed meanwhile. Check the current version, then try again.'),
  rest_storage_busy: () => __('The service is busy. Try again in a moment.'),
  rest_backup_busy: () => __('Another backup is being created or restored. Wait until it has finished.'),
  rest_backup_invalid_id: () => __('This backup does not exist, or it was deleted.'),
  rest_post_invalid_id: () => __('This entry does not exist, or it was deleted.'),
};

/** Returns the text of an error by its code; undefined if the message of the API is displayed. */
export const messageOfCode = (code: string): string | undefined => messages[code]?.();
