// POST, PUT and PATCH /spamfilter/v1/alert: store a message from the spam-checking service.
import { ApiError } from 'octavo/extension';
import type { SpamfilterOperations } from './operations.ts';
import type { Services } from './settings.ts';

/** Stores the submitted code and message as the alert, and responds with it. Throws ApiError 400 `rest_invalid_param`. */
export const setAlert = (services: Services): SpamfilterOperations['set-alert'] => ({
  async run(call) {
    const code = Number(call.submitted('code') ?? 0);
    const message = call.submitted('message');
    if (!Number.isSafeInteger(code) || typeof message !== 'string' || message.trim() === '' || message.length > 1000)
      throw new ApiError(
        'rest_invalid_param',
        400,
        'code must be an integer, and message a non-empty string of at most 1000 characters.',
      );
    const alert = { code, message, since: new Date(services.clock()).toISOString() };
    await services.database.transaction((tx) => services.settings.write(tx, { alert }));
    return { kind: 'value', value: { alert } };
  },
});
