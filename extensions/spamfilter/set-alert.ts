// POST, PUT, PATCH alert: the checker tells something.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';

/** Keeps a number and a sentence for administrators. Throws Refusal 400 `rest_invalid_param`. */
export const setAlert = (services: ExtensionServices): Operation => ({
  async run(call) {
    const code = Number(call.sent('code') ?? 0);
    const message = call.sent('message');
    if (!Number.isSafeInteger(code) || typeof message !== 'string' || message.trim() === '' || message.length > 1000)
      throw new Refusal(
        'rest_invalid_param',
        400,
        'An alert has a number as code and a message of at most 1000 characters.',
      );
    const alert = { code, message, since: new Date(services.clock()).toISOString() };
    await services.database.transaction((tx) => services.settings.write(tx, { alert }));
    return { kind: 'value', value: { alert } };
  },
});
